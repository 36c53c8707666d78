"""Copies a whole database into an empty one, SQLite or PostgreSQL, and compares every game afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, func, select, text

from barragoon.server.admin.parts import AdminError
from barragoon.server.admin.stored_game import Row, StoredRows, read_games
from barragoon.server.store.database_time import database_time
from barragoon.server.store.nodes import LONGEST_SILENCE, list_nodes
from barragoon.server.store.schema import audit, events, facts, games, nodes, players, seats, tokens

WHOLE_TABLES = (players, tokens, facts, audit, nodes)
"""Copied row by row. The nodes say when players could last play, so that the first process that starts on the copy
gives running clocks back the time since then. Leases, presence and counters belong to running processes and are left
out."""
ROWS, GAMES = 1000, 200
"""How many rows of other tables, and how many games, are written at a time."""


class Copied(NamedTuple):
    """How much was copied; all of it was compared."""

    players: int
    tokens: int
    games: int
    events: int
    audit: int
    digest: str
    """A digest of the digests of all games: the same in the source and in the target."""


def copy_database(source: Connection, target: Connection, progress: Callable[[int], None] = lambda _: None) -> Copied:
    """Copy everything in one transaction of the target; nothing stays there if anything differs."""
    _require_empty(target)
    counts = {table.name: _copy_table(source, target, table) for table in WHOLE_TABLES}
    digests: dict[str, bytes] = {}
    event_count = 0
    games_of_source = read_games(source)
    while pending := [*islice(games_of_source, GAMES)]:
        _write_games(target, pending)
        digests |= {rows.game["id"]: rows.digest() for rows in pending}
        event_count += sum(len(rows.events) for rows in pending)
        progress(len(digests))
    _advance_audit_ids(target)
    _compare(digests, target)
    for table in WHOLE_TABLES:
        _compare_counts(source, target, table)
    whole = hashlib.sha256(b"".join(digests[game] for game in sorted(digests))).hexdigest()
    return Copied(counts["players"], counts["tokens"], len(digests), event_count, counts["audit"], whole)


def require_unserved(source: Connection) -> None:
    """Reject a source that is played on: what happens there after the copy has begun would be missing in the copy.

    A SQLite file needs no look: the server that uses it has locked it.
    """
    if source.dialect.name == "postgresql" and _is_served(source):
        raise AdminError("a server uses the source: stop it first, nothing was copied")


def _is_served(connection: Connection) -> bool:
    now = database_time(connection)
    return any(
        node.state != "stopped" and abs(now - node.alive_at) <= LONGEST_SILENCE for node in list_nodes(connection)
    )


def _require_empty(target: Connection) -> None:
    if target.dialect.name == "postgresql":  # a node that starts meanwhile would be alive before the games are there
        target.execute(text("LOCK TABLE nodes IN SHARE MODE"))
    if _is_served(target):
        raise AdminError("a server uses the target: stop it first, nothing was copied")
    for table in (games, players, events, audit):
        if target.execute(select(table).limit(1)).first() is not None:
            raise AdminError("the target is not empty: name a new database, nothing was copied")
    for table in (facts, nodes):  # what a server that was started once on the empty target has noted
        target.execute(table.delete())


def _copy_table(source: Connection, target: Connection, table: Table) -> int:
    rows = source.execute(select(table), execution_options={"yield_per": ROWS})
    count = 0
    for part in rows.partitions(ROWS):
        _insert(target, table, [dict(zip(table.columns.keys(), row, strict=True)) for row in part])
        count += len(part)
    return count


def _write_games(target: Connection, stored: list[StoredRows]) -> None:
    _insert(target, games, [each.game for each in stored])
    _insert(target, events, [row for each in stored for row in each.events])
    _insert(target, seats, [row for each in stored for row in each.seats])


def _insert(target: Connection, table: Table, rows: list[Row]) -> None:
    """Write whole rows in the fastest way that the database has."""
    if not rows:
        return
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    values = [(*row.values(),) for row in rows]
    if target.dialect.name == "postgresql":
        _copy_in(target, f"COPY {table.name} ({names}) FROM STDIN", values)
    else:
        marks = ", ".join("?" for _ in table.columns)
        target.exec_driver_sql(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", values)  # noqa: S608 - our names


def _copy_in(target: Connection, statement: str, rows: list[tuple[object, ...]]) -> None:
    import psycopg

    from barragoon.server.store.postgres_connection import describe

    driver: Any = target.connection.driver_connection
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)
    except psycopg.Error as error:
        raise AdminError(f"the rows can't be written, and nothing was kept of them: {describe(error)}") from error


def _advance_audit_ids(target: Connection) -> None:
    """Let PostgreSQL number new lines of the audit after the copied ones."""
    if target.dialect.name == "postgresql":
        newest = "SELECT coalesce(max(id), 0) + 1 FROM audit"
        target.execute(text(f"SELECT setval(pg_get_serial_sequence('audit', 'id'), ({newest}), false)"))


def _compare(digests: Mapping[str, bytes], target: Connection) -> None:
    """Read every game of the copy, and compare its digest with that of the source."""
    missing = dict(digests)
    for rows in read_games(target):
        game = rows.game["id"]
        if missing.pop(game, None) != rows.digest():
            raise AdminError(f"game {game} is not the same in the copy: nothing was kept of it")
    if missing:
        raise AdminError(f"the copy lacks {len(missing)} games: nothing was kept of it")


def _compare_counts(source: Connection, target: Connection, table: Table) -> None:
    query = select(func.count()).select_from(table)
    if source.execute(query).scalar_one() != target.execute(query).scalar_one():
        raise AdminError(f"the copy has another number of {table.name}: nothing was kept of it")
