"""Lists of games: a player's own, those to watch, those that wait in the lobby.

Each reads a page, however many games there are. A row that can't be read is left out; the page goes on after it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple, get_args

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, or_, select, text, tuple_

from barragoon.server.messages import GameSummary, Id, Milliseconds, Status
from barragoon.server.store.bad_rows import BAD_ROWS
from barragoon.server.store.encoding import decode_seats, decode_settings, decode_standing
from barragoon.server.store.muted import has_muted_player
from barragoon.server.store.presence import opener_is_present
from barragoon.server.store.schema import IN_LOBBY, TO_WATCH, games, seats

PAGE = 50
"""How many games a list shows at a time."""
LOOKED_AT = 8 * PAGE
"""How many games that wait in the lobby are looked at for a page; not all are shown."""
GOING_ON: tuple[Status, ...] = ("open", "playing")
LISTED: tuple[Status, ...] = tuple(status for status in get_args(Status) if status != "withdrawn")
LATER = 10**14
"""Added to the times of games that come before all others in their list; 3,000 years in milliseconds."""


class Cursor(NamedTuple):
    """A list goes on after this game, which was listed under that time."""

    changed_at: Milliseconds
    game: Id


class _Part(NamedTuple):
    """The games of a page by their cursors, and where the next page begins."""

    keys: list[Cursor]
    following: Cursor | None


class GamePage(NamedTuple):
    """A part of a list; ``following`` is where the next part begins, None at the end."""

    games: list[GameSummary]
    following: Cursor | None


def list_own(connection: Connection, player: Id, status: str | None, after: Cursor | None) -> GamePage:
    """A player's games: those that go on first, then the others; each the last to have begun or ended first."""
    listed = [each for each in LISTED if status in {None, each}]
    keys = sorted((key for each in listed for key in _own_keys(connection, player, each, after)), reverse=True)[:PAGE]
    return _page_of(connection, _Part(keys, keys[-1] if len(keys) == PAGE else None), player)


def count_waiting(connection: Connection, player: Id) -> int:
    """How many of a player's games wait for an opponent."""
    return _count_own(connection, player, "open")


def count_running(connection: Connection, player: Id) -> int:
    """How many games a player plays."""
    return _count_own(connection, player, "playing")


def list_public(connection: Connection, after: Cursor | None = None) -> GamePage:
    """Games being played that everybody may watch, the last changed first."""
    rows = connection.execute(_newest(after, PAGE).where(text(TO_WATCH), ~has_muted_player)).all()
    following = Cursor(rows[-1].changed_at, rows[-1].id) if len(rows) == PAGE else None
    return _page(rows, None, following)


def list_lobby(
    connection: Connection, now: Milliseconds, attended: Collection[Id] = (), after: Cursor | None = None
) -> GamePage:
    """Games that anybody may join: the newest game of each player, the last opened first.

    If all of these fit on the first page, the second newest game of each player follows. A game with a clock is listed
    while its opener is connected to it: as the store knows from other processes, or because it is among ``attended``.
    A page may be short of games though others follow, if many are not listed.
    """
    is_there = or_(games.c.has_clock == 0, opener_is_present(now), *([games.c.id.in_(attended)] if attended else []))
    shown = and_(~has_muted_player, is_there)
    if after is None or after.changed_at >= LATER:
        part = _lobby_part(connection, and_(shown, _newer_in_lobby == 0), LATER, after, PAGE)
    else:
        part = _lobby_part(connection, and_(shown, _newer_in_lobby == 1), 0, after, PAGE)
    if after is None and part.following is None:
        second = _lobby_part(connection, and_(shown, _newer_in_lobby == 1), 0, None, PAGE - len(part.keys))
        part = _Part(part.keys + second.keys, second.following)
    return _page_of(connection, part, None)


def _lobby_part(
    connection: Connection, shown: ColumnElement[bool], later: int, after: Cursor | None, limit: int
) -> _Part:
    """Find games of the lobby that are shown, among so many that wait; ``later`` is added to their times."""
    start = after and Cursor(after.changed_at - later, after.game)
    waiting = _newest(start, 1).with_only_columns(games.c.changed_at, games.c.id).where(text(IN_LOBBY))
    last = connection.execute(waiting.offset(LOOKED_AT - 1)).first()
    query = waiting.where(shown).limit(limit)
    if last is not None:
        query = query.where(tuple_(games.c.changed_at, games.c.id) >= tuple_(*last))
    keys = [Cursor(changed_at + later, game) for changed_at, game in connection.execute(query)]
    if len(keys) == limit:
        return _Part(keys, keys[-1])
    return _Part(keys, last and Cursor(last.changed_at + later, last.id))


def list_own_lobby(connection: Connection, player: Id) -> list[GameSummary]:
    """A player's own games in the lobby, whether others see them or not."""
    rows = connection.execute(_newest(None, PAGE).where(text(IN_LOBBY), games.c.opener_id == player))
    return _page(rows, player, None).games


_other = games.alias("other")
_newer = (
    select(_other.c.id)
    .where(text(IN_LOBBY), _other.c.opener_id == games.c.opener_id)
    .where(tuple_(_other.c.changed_at, _other.c.id) > tuple_(games.c.changed_at, games.c.id))
    .limit(2)
    .correlate(games)
    .subquery()
)
_newer_in_lobby = select(func.count()).select_from(_newer).correlate(games).scalar_subquery()
"""How many newer games of the same opener wait in the lobby; it does not count beyond two."""


def _own_keys(connection: Connection, player: Id, status: Status, after: Cursor | None) -> list[Cursor]:
    """Where a page of own games of one status stands in the list of all of them."""
    later = LATER if status in GOING_ON else 0
    query = select(seats.c.changed_at, seats.c.game_id).where(seats.c.player_id == player, seats.c.status == status)
    if after is not None:
        query = query.where(tuple_(seats.c.changed_at, seats.c.game_id) < tuple_(after.changed_at - later, after.game))
    newest = query.order_by(seats.c.changed_at.desc(), seats.c.game_id.desc()).limit(PAGE)
    return [Cursor(changed_at + later, game) for changed_at, game in connection.execute(newest)]


def _count_own(connection: Connection, player: Id, status: Status) -> int:
    query = select(func.count()).select_from(seats).where(seats.c.player_id == player, seats.c.status == status)
    return connection.execute(query).scalar_one()


def _newest(after: Cursor | None, limit: int) -> Select[Any]:
    query = select(games).order_by(games.c.changed_at.desc(), games.c.id.desc()).limit(limit)
    return query if after is None else query.where(tuple_(games.c.changed_at, games.c.id) < tuple_(*after))


def _page_of(connection: Connection, part: _Part, player: Id | None) -> GamePage:
    if not part.keys:
        return GamePage([], part.following)
    query = select(games).where(games.c.id.in_([key.game for key in part.keys]))
    rows = {row.id: row for row in connection.execute(query)}
    return _page((rows[key.game] for key in part.keys if key.game in rows), player, part.following)


def _page(rows: Iterable[Row[Any]], player: Id | None, following: Cursor | None) -> GamePage:
    summaries = []
    for row in rows:
        try:
            summaries.append(_summary(row, player))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one game, the others are listed
            BAD_ROWS.note("games", row.id, error)
    return GamePage(summaries, following)


def _summary(row: Row[Any], player: Id | None) -> GameSummary:
    settings = decode_settings(row.settings, row.version)
    seated, standing = decode_seats(row.seats), decode_standing(row.standing)
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
        expires_at=row.expires_at,
    )
