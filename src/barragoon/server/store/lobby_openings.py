"""From which address the games of the lobby were opened, while they wait there: for all processes together."""

from __future__ import annotations

from sqlalchemy import Connection, Exists, delete, insert, select

from barragoon.server.messages import Id
from barragoon.server.store.database_time import lock_for_all
from barragoon.server.store.schema import games, lobby_openings


def note_opening(connection: Connection, address: str, game: Id, most: int) -> bool:
    """Note that a game is about to be opened from an address, if fewer than ``most`` of its games wait.

    ``address`` is a number in hexadecimal digits that stands for one.
    """
    lock_for_all(connection, int(address[:15], 16))  # of two processes that ask at once, one sees what the other noted
    here = lobby_openings.c.address == address
    noted = [*connection.execute(select(lobby_openings.c.game_id).where(here)).scalars()]
    if len(noted) >= most:
        connection.execute(delete(lobby_openings).where(here, ~_waits()))
        noted = [*connection.execute(select(lobby_openings.c.game_id).where(here)).scalars()]
    if len(noted) >= most:
        return False
    connection.execute(insert(lobby_openings).values(address=address, game_id=game))
    return True


def drop_openings(connection: Connection) -> None:
    """Forget the addresses of games that wait no longer."""
    connection.execute(delete(lobby_openings).where(~_waits()))


def _waits() -> Exists:
    open_game = select(games.c.id).where(games.c.id == lobby_openings.c.game_id, games.c.status == "open")
    return open_game.exists()
