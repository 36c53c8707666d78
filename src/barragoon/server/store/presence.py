"""Who is connected to which game, on which process. What is written here expires by itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, tuple_

from barragoon.server.messages import Id, Milliseconds
from barragoon.server.store.insert_on_conflict import insert_into
from barragoon.server.store.schema import games, nodes, presence

LASTS = 15_000
"""Milliseconds for which a player counts as connected without being written again."""
KEPT = 60_000
"""Milliseconds for which a row is kept after that: it says who was connected to a process that has died."""
_CHUNK = 200


class Connected(NamedTuple):
    """A player who is connected to a game."""

    game: Id
    player: Id


class OtherConnection(NamedTuple):
    """A player's connection to a game on another process, and when that process was last alive."""

    game: Id
    player: Id
    node: Id
    alive_at: Milliseconds


def write_present(connection: Connection, node: Id, connected: Collection[Connected], now: Milliseconds) -> None:
    """Write who is connected to a process."""
    rows = [
        {"game_id": game, "player_id": player, "node_id": node, "until": now + LASTS}
        for game, player in sorted(connected)  # in one order, so that no two processes wait for each other
    ]
    if rows:  # one statement that is cached: with the rows written into it, it would be compiled anew each time
        statement = insert_into(connection, presence)
        keys = ["game_id", "player_id", "node_id"]
        written = statement.on_conflict_do_update(index_elements=keys, set_={"until": statement.excluded.until})
        connection.execute(written, rows)


def drop_present(connection: Connection, node: Id, gone: Collection[Connected]) -> None:
    """Write who is no longer connected to a process."""
    keys = sorted(gone)
    for start in range(0, len(keys), _CHUNK):
        chosen = tuple_(presence.c.game_id, presence.c.player_id).in_(keys[start : start + _CHUNK])
        connection.execute(delete(presence).where(presence.c.node_id == node, chosen))


def drop_expired(connection: Connection, now: Milliseconds, node: Id | None = None) -> None:
    """Forget who has long not been written again, and everybody of one process."""
    condition = presence.c.until < now - KEPT
    connection.execute(delete(presence).where(or_(condition, presence.c.node_id == node) if node else condition))


def connected_elsewhere(connection: Connection, game: Id, node: Id, now: Milliseconds) -> set[Id]:
    """The players who are connected to a game on other processes."""
    query = select(presence.c.player_id).where(
        presence.c.game_id == game, presence.c.node_id != node, presence.c.until > now
    )
    return {*connection.execute(query).scalars()}


def all_connected_elsewhere(
    connection: Connection, wanted: Collection[Id], node: Id, now: Milliseconds
) -> dict[Id, set[Id]]:
    """For each of some games, the players who are connected to it on other processes."""
    found: dict[Id, set[Id]] = {}
    keys = sorted(wanted)
    for start in range(0, len(keys), _CHUNK):
        query = select(presence.c.game_id, presence.c.player_id).where(
            presence.c.game_id.in_(keys[start : start + _CHUNK]), presence.c.node_id != node, presence.c.until > now
        )
        for game, player in connection.execute(query):
            found.setdefault(game, set()).add(player)
    return found


def other_connections(connection: Connection, wanted: Collection[Connected], node: Id) -> list[OtherConnection]:
    """The connections of some players on other processes, dead or alive, but not on those that have stopped.

    A process that stops has closed its sockets; one that dies leaves its rows behind.
    """
    found: list[OtherConnection] = []
    keys = sorted(wanted)
    for start in range(0, len(keys), _CHUNK):
        query = (
            select(presence.c.game_id, presence.c.player_id, presence.c.node_id, nodes.c.alive_at)
            .join_from(presence, nodes, nodes.c.id == presence.c.node_id)
            .where(
                tuple_(presence.c.game_id, presence.c.player_id).in_(keys[start : start + _CHUNK]),
                presence.c.node_id != node,
                nodes.c.state != "stopped",
            )
        )
        found += [OtherConnection(*row) for row in connection.execute(query)]
    return found


def drop_connection(connection: Connection, other: OtherConnection) -> bool:
    """Forget one connection; False if somebody else has done so."""
    chosen = delete(presence).where(
        presence.c.game_id == other.game, presence.c.player_id == other.player, presence.c.node_id == other.node
    )
    return connection.execute(chosen).rowcount == 1


def opener_is_present(now: Milliseconds) -> ColumnElement[bool]:
    """A condition on a game: its opener is connected to it, on any process that writes so.

    Not an EXISTS: for that, PostgreSQL may decide to read the whole table.
    """
    is_opener = and_(presence.c.game_id == games.c.id, presence.c.player_id == games.c.opener_id)
    found = select(presence.c.until).where(is_opener, presence.c.until > now).limit(1).correlate(games)
    return found.scalar_subquery().is_not(None)
