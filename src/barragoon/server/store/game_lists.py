"""Lists of games: a player's own, those to watch, those that wait in the lobby."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, func, select, tuple_

from barragoon.server.messages import GameSummary, Id, Milliseconds
from barragoon.server.store.encoding import decode_seats, decode_settings, decode_standing
from barragoon.server.store.schema import games, seats

PAGE = 50
"""How many games a list shows at a time."""
LOBBY_GAMES_OF_ONE_PLAYER, MOST_LOBBY_GAMES = 2, 500
"""How many games of one player, and of all together, are considered for the lobby."""


class Cursor(NamedTuple):
    """A list goes on after this game, which was last changed then."""

    changed_at: Milliseconds
    game: Id


def list_own(connection: Connection, player: Id, status: str | None, after: Cursor | None) -> list[GameSummary]:
    """A player's games, the last changed first."""
    query = _page(after).join(seats, seats.c.game_id == games.c.id).where(seats.c.player_id == player)
    query = query.where(games.c.status == status) if status else query.where(games.c.status != "withdrawn")
    return [_summary(row, player) for row in connection.execute(query)]


def count_waiting(connection: Connection, player: Id) -> int:
    """How many of a player's games wait for an opponent."""
    query = select(func.count()).select_from(games).join(seats, seats.c.game_id == games.c.id)
    return connection.execute(query.where(seats.c.player_id == player, games.c.status == "open")).scalar_one()


def list_public(connection: Connection, after: Cursor | None = None) -> list[GameSummary]:
    """Games being played that everybody may watch."""
    query = _page(after).where(games.c.status == "playing", games.c.access.in_(("lobby", "public")))
    return [_summary(row, None) for row in connection.execute(query)]


def list_lobby(connection: Connection) -> list[GameSummary]:
    """Games of the lobby that wait for an opponent, the newest first; few of each player, so that none fills it."""
    newest = func.row_number().over(partition_by=seats.c.player_id, order_by=games.c.changed_at.desc())
    query = select(games, newest.label("number")).join(seats, seats.c.game_id == games.c.id)
    numbered = query.where(games.c.status == "open", games.c.access == "lobby").subquery()
    few = select(numbered).where(numbered.c.number <= LOBBY_GAMES_OF_ONE_PLAYER)
    rows = connection.execute(few.order_by(numbered.c.changed_at.desc()).limit(MOST_LOBBY_GAMES))
    return [_summary(row, None) for row in rows]


def _page(after: Cursor | None) -> Select[Any]:
    query = select(games).order_by(games.c.changed_at.desc(), games.c.id.desc()).limit(PAGE)
    return query if after is None else query.where(tuple_(games.c.changed_at, games.c.id) < tuple_(*after))


def _summary(row: Row[Any], player: Id | None) -> GameSummary:
    settings, seated, standing = decode_settings(row.settings), decode_seats(row.seats), decode_standing(row.standing)
    you = seated.colour_of(player)
    return GameSummary(
        game=row.id,
        seq=row.seq,
        created_at=settings.created_at,
        changed_at=row.changed_at,
        access=settings.access,
        status=standing.status,
        terms=settings.terms,
        opener_colour=settings.opener_colour,
        opener=settings.opener,
        seats=seated,
        fen=standing.fen,
        turns=row.turns,
        outcome=standing.outcome,
        you=you,
        your_turn=you is not None and standing.actor == you,
    )
