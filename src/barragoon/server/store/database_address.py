"""The address of a PostgreSQL database: whether it can be read, and what of it may be shown."""

from __future__ import annotations

from itertools import zip_longest

import psycopg
from psycopg.conninfo import conninfo_to_dict

from barragoon.server.store.store import StoreError

UNREADABLE = (
    "the address of the database can't be read: postgresql://user:password@host/name was expected, and characters such "
    "as / @ % in the password are written as %2F %40 %25"
)
"""Without any part of it: what libpq takes for a host or an option may be a piece of the password."""


def shown_address(url: str) -> str:
    """Where a database is, without the user, the password and the options; a StoreError if that can't be found out.

    >>> shown_address("postgresql://ann:s3cr%40t@a.example.org:5433,b.example.org/games?password=x")
    'the database games on a.example.org:5433, b.example.org'
    >>> shown_address("postgresql://ann:s3/cret@db.example.org/games")
    Traceback (most recent call last):
    barragoon.server.store.store.StoreError: the address of the database can't be read: ...
    """
    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except (psycopg.Error, ValueError):
        raise StoreError(UNREADABLE) from None
    name, hosts, ports = (parts.get(part, "") for part in ("dbname", "host", "port"))
    if "@" in name + hosts or (ports and not ports.replace(",", "").isdecimal()):
        raise StoreError(UNREADABLE)
    pairs = zip_longest(hosts.split(","), ports.split(",") if ports else (), fillvalue="")
    places = [f"{host}:{port}" if port else host for host, port in pairs]
    return f"the database {name or 'of this user'} on {', '.join(places).strip(', ') or 'this machine'}"
