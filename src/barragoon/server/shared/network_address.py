"""Network addresses: reading them, and which of them count as one client."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network


def parse_address(text: str) -> IPv4Address | IPv6Address:
    """An address, or a ValueError; an IPv4 address that arrived on an IPv6 socket is read as IPv4.

    >>> parse_address("::ffff:192.0.2.7")
    IPv4Address('192.0.2.7')
    """
    address = ip_address(text)
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def log_network(text: str) -> str:
    """What logs say of an address: the /24 or the /56 that it is in, so that they name nobody.

    >>> log_network("192.0.2.7"), log_network("2001:db8:1:2ff:3:4:5:6"), log_network("a proxy's fancy")
    ('192.0.2.0/24', '2001:db8:1:200::/56', 'unknown')
    """
    try:
        address = parse_address(text)
    except ValueError:
        return "unknown"
    return str(ip_network((address, 24 if address.version == 4 else 56), strict=False))


def network_of(text: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network of IPv6 that one household gets.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        address = parse_address(text)
    except ValueError:
        return text
    return str(address) if address.version == 4 else str(ip_network((address, 64), strict=False))
