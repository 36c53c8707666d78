"""Checks a database: every stored game is replayed by the rules and compared with what its row says."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DatabaseError

from barragoon.server.admin.stored_game import Row, StoredRows, read_games
from barragoon.server.game.live_game import LiveGame
from barragoon.server.messages import AnyEvent, Seats
from barragoon.server.store.encoding import decode_event, decode_seats, decode_settings, decode_standing
from barragoon.server.store.schema import events, games, players, seats, tokens

MOST_BAD = 1000
"""How many bad rows are listed; all are counted."""


class BadRow(NamedTuple):
    """A row that is not as it should be."""

    table: str
    id: str
    problem: str


class Findings(NamedTuple):
    """What a check has found."""

    games: int
    events: int
    players: int
    bad_rows: int
    bad: list[BadRow]


class BadGameError(Exception):
    """What is wrong with a stored game."""


def check_database(connection: Connection) -> Findings:
    """Replay every game, and look for rows that belong to nothing; a damaged file is read as far as it can be."""
    bad = _broken_pages(connection)
    counted = event_count = known = 0
    try:
        bad += _orphans(connection)
        known = connection.execute(select(func.count()).select_from(players)).scalar_one()
        for rows in read_games(connection):
            counted, event_count = counted + 1, event_count + len(rows.events)
            if problem := _problem_of(rows):
                bad.append(BadRow("games", rows.game["id"], problem))
    except DatabaseError as error:
        if not bad:
            raise
        bad.append(BadRow("file", "", f"it can't be read any further: {error.orig}"))
    return Findings(counted, event_count, known, len(bad), bad[:MOST_BAD])


def _problem_of(rows: StoredRows) -> str | None:
    """What is wrong with a game, in a sentence; one bad game must not stop the check."""
    try:
        check_game(rows)
    except BadGameError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - whatever a bad row does to the rules or the decoder
        return f"it can't be replayed: {type(error).__name__}: {error}"[:300]
    return None


def check_game(rows: StoredRows) -> None:
    """Replay a game; raises a :class:`BadGameError` at the first thing that differs."""
    live = LiveGame(decode_settings(rows.game["settings"]))
    if live.settings.game != rows.game["id"]:
        raise BadGameError(f"its settings are those of game {live.settings.game}")
    for number, row in enumerate(rows.events, 1):
        if row["seq"] != number:
            raise BadGameError(f"event {number} is missing: the next one is {row['seq']}")
        _replay(live, decode_event(row["payload"]), number)
    _compare_row(live, rows.game)
    _compare_seats(live.seats, live.settings.opener.id, {row["player_id"] for row in rows.seats})


def _replay(live: LiveGame, event: AnyEvent, number: int) -> None:
    """Let an event happen again: the rules must come to the standing that was stored with it."""
    if event.seq != number:
        raise BadGameError(f"event {number} says that it is {event.seq}")
    live.repeat(event)
    worked_out = live.replayed_standing()
    for field in ("status", "fen", "actor", "outcome"):
        stored, expected = getattr(event.standing, field), getattr(worked_out, field)
        if stored != expected:
            raise BadGameError(f"after event {number} the stored {field} is {stored!r}, and the rules say {expected!r}")


def _compare_row(live: LiveGame, row: Row) -> None:
    stored = {
        "seq": row["seq"],
        "status": row["status"],
        "turns": row["turns"],
        "deadline_at": row["deadline_at"],
        "seats": decode_seats(row["seats"]),
        "standing": decode_standing(row["standing"]),
    }
    replayed = {
        "seq": live.seq,
        "status": live.status,
        "turns": len(live.game.turns),
        "deadline_at": live.deadline(),
        "seats": live.seats,
        "standing": live.standing,
    }
    for name, value in replayed.items():
        if stored[name] != value:
            raise BadGameError(f"the row's {name} is {stored[name]!r}, and the events make it {value!r}"[:300])


def _compare_seats(seated: Seats, opener: str, listed: set[str]) -> None:
    expected = {player.id for player in (seated.white, seated.brown) if player} | {opener}
    if listed != expected:
        raise BadGameError(f"it is listed for {sorted(listed)}, and its players are {sorted(expected)}")


def _orphans(connection: Connection) -> list[BadRow]:
    """Rows whose game or player does not exist."""
    bad: list[BadRow] = []
    for table, column, owner in (
        (events, events.c.game_id, games.c.id),
        (seats, seats.c.game_id, games.c.id),
        (seats, seats.c.player_id, players.c.id),
        (tokens, tokens.c.player_id, players.c.id),
    ):
        query = select(column).distinct().where(~select(owner).where(owner == column).exists()).limit(MOST_BAD)
        for lost in connection.execute(query).scalars():
            bad.append(BadRow(table.name, str(lost), f"its {column.name} does not exist"))
    return bad


def _broken_pages(connection: Connection) -> list[BadRow]:
    """What SQLite finds wrong with its file; PostgreSQL has tools of its own for that (pg_amcheck)."""
    if connection.dialect.name != "sqlite":
        return []
    try:
        lines = connection.exec_driver_sql("PRAGMA integrity_check(20)").scalars().all()
    except DatabaseError as error:  # so damaged that SQLite stops looking
        lines = [str(error.orig)]
    return [BadRow("file", "", line) for line in lines if line != "ok"]
