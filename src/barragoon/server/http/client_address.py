"""The address that a connection came from, as limits count it."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from barragoon.server.shared.network_address import network_of


def client_address(scope: MutableMapping[str, Any]) -> str:
    """The address, or the network, that limits count a connection for."""
    client = scope.get("client")
    return network_of(client[0]) if client else "unknown"
