"""What operators do about players: find, show, rename, mute, close."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, delete, func, or_, select, update

from barragoon.server.admin.audit import audit_row, write_audit
from barragoon.server.admin.parts import AdminError, Parts, Result
from barragoon.server.admin.requests import (
    Change,
    ClosePlayer,
    FindPlayers,
    MutePlayer,
    OpenPlayer,
    RenamePlayer,
    ShowPlayer,
    UnmutePlayer,
)
from barragoon.server.admin.rulings import Decide, end_for
from barragoon.server.admin.server_state import read_features
from barragoon.server.game.features import FAIR_PLAY
from barragoon.server.messages import Id, Joined, Player, Seats
from barragoon.server.shared.player_name import UnusableNameError, clean_name
from barragoon.server.store.encoding import (
    EVENT_VERSION,
    GAME_VERSION,
    decode_event,
    decode_seats,
    decode_settings,
    encode,
)
from barragoon.server.store.lenient_decoder import UnreadableError
from barragoon.server.store.players import rename_player
from barragoon.server.store.schema import events, games, players, seats, tokens
from barragoon.server.store.store import StoreError

COLUMNS = [players.c[name] for name in ("id", "name", "bot", "created_at", "seen_at", "muted_at", "closed_at")]


async def find_players(parts: Parts, request: FindPlayers) -> Result:
    """Players whose name has a text in it, or whose id begins with it."""
    text = request.text.lower()
    named = func.lower(players.c.name).contains(text, autoescape=True)
    begins = players.c.id.startswith(request.text, autoescape=True)
    query = select(*COLUMNS).where(or_(named, begins))
    query = query.order_by(players.c.created_at.desc()).limit(request.limit)
    rows = await parts.store.read(lambda connection: connection.execute(query).mappings().all())
    return {"players": [dict(row) for row in rows]}


async def show_player(parts: Parts, request: ShowPlayer) -> Result:
    """One player, with the number of their games and tokens."""

    def look(connection: Connection) -> Result:
        shown = _require(connection, request.player)
        joined = select(games.c.status, func.count()).join(seats, seats.c.game_id == games.c.id)
        counted = joined.where(seats.c.player_id == request.player).group_by(games.c.status)
        held = select(func.count()).select_from(tokens).where(tokens.c.player_id == request.player)
        by_status: dict[str, int] = {row[0]: row[1] for row in connection.execute(counted)}
        return shown | {"games": by_status, "tokens": connection.execute(held).scalar_one()}

    return await parts.store.read(look)


async def rename(parts: Parts, request: RenamePlayer) -> Result:
    """Give a player another name; with ``everywhere`` also in the games that they have played."""
    try:
        name = clean_name(request.name)
    except UnusableNameError as error:
        raise AdminError(str(error)) from error
    row = audit_row(request, request.player, parts.now())

    def change(connection: Connection) -> list[Id]:
        _require(connection, request.player)
        write_audit(connection, row)
        rename_player(connection, request.player, name)
        return games_of(connection, request.player) if request.everywhere else []

    found = await parts.store.run(change)
    failed = [game for game in found if not await _rename_in_game(parts, game, request.player, name)]
    return {"player": request.player, "name": name, "games_renamed": len(found) - len(failed), "failed": failed}


async def mute(parts: Parts, request: MutePlayer) -> Result:
    """Take a player's games out of the lobby and the public list."""
    return await _set(parts, request, request.player, muted_at=parts.now())


async def unmute(parts: Parts, request: UnmutePlayer) -> Result:
    """Let a player's games be listed again."""
    return await _set(parts, request, request.player, muted_at=None)


async def open_again(parts: Parts, request: OpenPlayer) -> Result:
    """Let somebody sign in again with an identity that was closed; its old tokens stay invalid."""
    return await _set(parts, request, request.player, closed_at=None)


async def close(parts: Parts, request: ClosePlayer) -> Result:
    """Make an identity's tokens invalid, let nobody sign in with it, and end its games."""
    now, player = parts.now(), request.player
    row = audit_row(request, player, now)

    def change(connection: Connection) -> tuple[list[bytes], list[Id]]:
        _require(connection, player)
        write_audit(connection, row)
        connection.execute(update(players).where(players.c.id == player).values(closed_at=now))
        held = [*connection.execute(select(tokens.c.hash).where(tokens.c.player_id == player)).scalars()]
        connection.execute(delete(tokens).where(tokens.c.player_id == player))
        return held, games_of(connection, player, "open", "playing")

    held, running = await parts.store.run(change)
    for token in held:
        parts.close_sockets(token)
    decision = end_for(player, may_abort=(await parts.store.read(read_features)).allows(FAIR_PLAY))
    failed = [game for game in running if not await _end(parts, game, decision)]
    return {"player": player, "tokens_revoked": len(held), "games_ended": len(running) - len(failed), "failed": failed}


def games_of(connection: Connection, player: Id, *statuses: str) -> list[Id]:
    """The games in which a player sits or which they opened, in these statuses or in all."""
    query = select(games.c.id).join(seats, seats.c.game_id == games.c.id).where(seats.c.player_id == player)
    return [*connection.execute(query.where(games.c.status.in_(statuses)) if statuses else query).scalars()]


# -- helpers -------------------------------------------------------------------------------------------------


def _require(connection: Connection, player: Id) -> Result:
    row = connection.execute(select(*COLUMNS).where(players.c.id == player)).mappings().first()
    if row is None:
        raise AdminError(f"there is no player {player}: look with 'barragoon admin players find'")
    return dict(row)


async def _set(parts: Parts, request: Change, player: Id, **values: Any) -> Result:  # noqa: ANN401 - columns
    row = audit_row(request, player, parts.now())

    def change(connection: Connection) -> Result:
        _require(connection, player)
        write_audit(connection, row)
        connection.execute(update(players).where(players.c.id == player).values(values))
        return _require(connection, player)

    return await parts.store.run(change)


async def _end(parts: Parts, game: Id, decision: Decide) -> bool:
    """End one game; a game that can't be ended, or not even read, must not keep the others from ending."""
    try:
        await parts.rulings.decide(game, decision)
    except (StoreError, asyncio.CancelledError):
        raise
    except Exception:  # noqa: BLE001 - whatever is wrong with it: the operator sees which game it is
        return False
    return True


async def _rename_in_game(parts: Parts, game: Id, player: Id, name: str) -> bool:
    """Write a player's new name into the stored rows of one game; one that can't be read is left alone."""

    def renamed(old: Player) -> Player:
        return replace(old, name=name) if old.id == player else old

    def renamed_seats(old: Seats) -> Seats:
        return Seats(*(each and renamed(each) for each in (old.white, old.brown)))

    def change(connection: Connection) -> None:
        query = select(games.c.settings, games.c.version, games.c.seats).where(games.c.id == game)
        row = connection.execute(query.with_for_update()).one()  # nobody joins in between
        settings, seated = decode_settings(row.settings, row.version), decode_seats(row.seats)
        opened = replace(settings, opener=renamed(settings.opener))
        values = {"settings": encode(opened), "version": GAME_VERSION, "seats": encode(renamed_seats(seated))}
        connection.execute(update(games).where(games.c.id == game).values(values))
        query = select(events.c.seq, events.c.payload, events.c.version).where(events.c.game_id == game)
        for seq, payload, version in connection.execute(query.order_by(events.c.seq).limit(1)).all():
            event = decode_event(payload, version)
            if isinstance(event, Joined):
                again = {"payload": encode(replace(event, seats=renamed_seats(event.seats))), "version": EVENT_VERSION}
                here = (events.c.game_id == game) & (events.c.seq == seq)
                connection.execute(update(events).where(here).values(again))

    try:
        await parts.store.run(change)
    except UnreadableError:
        return False
    await parts.rulings.forget(game)
    return True
