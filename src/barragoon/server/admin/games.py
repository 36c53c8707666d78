"""What operators do about games: find, show, and end them."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, select

from barragoon.server.admin.audit import note
from barragoon.server.admin.parts import AdminError, Parts, Result
from barragoon.server.admin.requests import AbortGame, AnnulGame, Change, CloseGame, FindGames, ShowGame
from barragoon.server.admin.rulings import Decide, UnknownGameError
from barragoon.server.admin.server_state import read_features
from barragoon.server.game import commands
from barragoon.server.game.features import FAIR_PLAY
from barragoon.server.game.rejection import RejectedError
from barragoon.server.messages import Id
from barragoon.server.store.games import ConflictError
from barragoon.server.store.schema import events, games, seats

SHOWN = ("id", "seq", "status", "access", "changed_at", "deadline_at", "expires_at", "turns", "opener_id", "version")


async def find_games(parts: Parts, request: FindGames) -> Result:
    """The games of a player, or those with a status, the last changed first."""
    query = select(*(games.c[name] for name in SHOWN)).order_by(games.c.changed_at.desc()).limit(request.limit)
    if request.player is not None:
        query = query.join(seats, seats.c.game_id == games.c.id).where(seats.c.player_id == request.player)
    if request.status is not None:
        query = query.where(games.c.status == request.status)
    rows = await parts.store.read(lambda connection: connection.execute(query).mappings().all())
    return {"games": [dict(row) for row in rows]}


async def show_game(parts: Parts, request: ShowGame) -> Result:
    """A game's row, its players and its events, as they are stored: a row that can't be decoded is shown as text."""

    def look(connection: Connection) -> Result:
        row = connection.execute(select(games).where(games.c.id == request.game)).mappings().first()
        if row is None:
            raise _unknown(request.game)
        shown: Result = {key: row[key] for key in SHOWN}
        shown |= {key: _readable(row[key]) for key in ("settings", "seats", "standing")}
        query = select(events.c.seq, events.c.player_id, events.c.version, events.c.payload)
        listed = connection.execute(query.where(events.c.game_id == request.game).order_by(events.c.seq)).all()
        return shown | {"events": [_event(seq, player, version, payload) for seq, player, version, payload in listed]}

    return await parts.store.read(look)


async def close(parts: Parts, request: CloseGame) -> Result:
    """Withdraw a game that waits for an opponent."""
    return await _decide(parts, request, request.game, commands.withdraw)


async def abort(parts: Parts, request: AbortGame) -> Result:
    """Stop a game that is played, without a result."""
    await _require_feature(parts)
    return await _decide(parts, request, request.game, commands.stop)


async def annul(parts: Parts, request: AnnulGame) -> Result:
    """Strike the result of a game that is over."""
    await _require_feature(parts)
    return await _decide(parts, request, request.game, commands.annul)


async def _require_feature(parts: Parts) -> None:
    if not (await parts.store.read(read_features)).allows(FAIR_PLAY):
        raise AdminError(f"the feature {FAIR_PLAY} is off: a version may be running that can't read aborted games")


async def _decide(parts: Parts, request: Change, game: Id, decide: Decide) -> Result:
    await note(parts, request, game)
    try:
        event = await parts.rulings.decide(game, decide)
    except UnknownGameError:
        raise _unknown(game) from None
    except RejectedError as error:
        raise AdminError(f"this can't be done to the game: {error.sentence}") from error
    except ConflictError as error:
        raise AdminError("the players are quicker: try again") from error
    return {"game": game, "seq": event.seq, "status": event.standing.status}


def _event(seq: int, player: Id | None, version: int, payload: bytes) -> Result:
    readable = _readable(payload)
    if isinstance(readable, dict):
        readable = {key: value for key, value in readable.items() if key not in {"standing", "seq"}}
    return {"seq": seq, "player_id": player, "version": version, "event": readable}


def _readable(stored: bytes) -> object:
    try:
        return msgspec.json.decode(stored)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return bytes(stored[:500]).decode(errors="backslashreplace")


def _unknown(game: Id) -> AdminError:
    return AdminError(f"there is no game {game}: look with 'barragoon admin games find'")
