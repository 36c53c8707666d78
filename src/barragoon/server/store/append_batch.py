"""The one statement that appends events to many games on PostgreSQL, and what became of those it left out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Table
from sqlalchemy.types import TypeEngine

from barragoon.server.messages import Id
from barragoon.server.store.database_time import OLDEST_EVENT, POSTGRES_TIME
from barragoon.server.store.games import CHANGING, EncodedEvent, Snapshot, event_columns
from barragoon.server.store.schema import events, games

EVENT_COLUMNS = ("game_id", "seq", "command_id", "player_id", "payload", "command_digest", "version")


class AppendJob(NamedTuple):
    """An event that waits to be stored, and who waits for that."""

    game: Id
    game_row: dict[str, object]
    event_row: dict[str, object]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]

    @classmethod
    def of(cls, game: Id, snapshot: Snapshot, encoded: EncodedEvent) -> AppendJob:
        """A job of the running event loop."""
        loop = asyncio.get_running_loop()
        rows = snapshot.columns(encoded.event.at), event_columns(game, encoded)
        return cls(game, *rows, loop, loop.create_future())


class LeftOut(NamedTuple):
    """Why an event was not stored: its command was, or other events were, or it came too late.

    If it is nothing of this, the game's row was locked.
    """

    command_is_stored: bool
    seq: int | None
    is_late: bool


def append_batch(connection: psycopg.Connection[Any], jobs: Sequence[AppendJob]) -> set[Id]:
    """Store events of as many games; returns the games that had the event before it as their last, and were not locked.

    An event that happened too long ago is left out: its process stood still, and opponents would lose that time. It is
    one statement outside any transaction, so that a process that stops can't hold a lock.
    """
    values = {f"game_{name}": [job.game_row[name] for job in jobs] for name in CHANGING}
    values |= {f"event_{name}": [job.event_row[name] for job in jobs] for name in EVENT_COLUMNS}
    return {row[0] for row in connection.execute(_APPEND, values).fetchall()}


def look_up(connection: psycopg.Connection[Any], jobs: Sequence[AppendJob]) -> dict[Id, LeftOut]:
    """Why events were not stored."""
    values = {
        "game": [job.game for job in jobs],
        "command": [job.event_row["command_id"] for job in jobs],
        "at": [job.game_row["changed_at"] for job in jobs],
    }
    return {game: LeftOut(*reason) for game, *reason in connection.execute(_LOOK_UP, values).fetchall()}


# -- the statements --------------------------------------------------------------------------------------------


def _type(column: Column[Any]) -> str:
    kind: TypeEngine[Any] = column.type
    if isinstance(kind, LargeBinary):
        return "bytea"
    return "bigint" if isinstance(kind, BigInteger) else "integer" if isinstance(kind, Integer) else "text"


def _arrays(table: Table, prefix: str, names: Sequence[str]) -> list[str]:
    """One array a column; bytes go in binary, which is half as long as text."""
    types = {column.key: _type(column) for column in table.columns}
    return [f"%({prefix}_{name}){'b' if types[name] == 'bytea' else 's'}::{types[name]}[]" for name in names]


def _append_statement() -> str:
    named = [f"game_{name}" for name in CHANGING] + [f"event_{name}" for name in EVENT_COLUMNS]
    arrays = _arrays(games, "game", CHANGING) + _arrays(events, "event", EVENT_COLUMNS)
    changed = ", ".join(f"{games.c[name].name} = job.game_{name}" for name in CHANGING)
    return f"""
        WITH job AS (SELECT * FROM unnest({", ".join(arrays)}) AS job({", ".join(named)})),
        mine AS MATERIALIZED (
            SELECT id FROM games WHERE id = ANY(%(event_game_id)s::text[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
        ),
        won AS (
            UPDATE games SET {changed} FROM job JOIN mine ON mine.id = job.event_game_id
            WHERE games.id = job.event_game_id AND games.seq = job.event_seq - 1
            AND job.game_changed_at >= {POSTGRES_TIME} - {OLDEST_EVENT}
            RETURNING games.id
        ),
        kept AS (
            INSERT INTO events ({", ".join(EVENT_COLUMNS)})
            SELECT {", ".join(f"job.event_{name}" for name in EVENT_COLUMNS)}
            FROM job JOIN won ON won.id = job.event_game_id
        )
        SELECT id FROM won
    """  # noqa: S608 - names of columns


_APPEND = _append_statement()
_LOOK_UP = f"""
    SELECT job.game,
        EXISTS (SELECT 1 FROM events WHERE events.game_id = job.game AND events.command_id = job.command),
        (SELECT games.seq FROM games WHERE games.id = job.game),
        job.at < {POSTGRES_TIME} - {OLDEST_EVENT}
    FROM unnest(%(game)s::text[], %(command)s::text[], %(at)s::bigint[]) AS job(game, command, at)
"""  # noqa: S608 - constants
