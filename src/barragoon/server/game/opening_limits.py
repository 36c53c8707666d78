"""How many games one player may have, and how many of one address may wait in the lobby, on all processes together."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sqlalchemy import Connection

from barragoon.server.game_settings import GameSettings
from barragoon.server.messages import Id
from barragoon.server.shared.signer import Signer
from barragoon.server.store.database_time import lock_for_all
from barragoon.server.store.game_lists import count_running, count_waiting
from barragoon.server.store.lobby_openings import note_opening


class TooManyGames(NamedTuple):
    """Why a game is not opened: a code for programs, and a sentence."""

    code: str
    sentence: str


class OpeningLimits:
    """Looks, in the transaction that stores a game, whether it may be opened: requests at once are counted too."""

    def __init__(self, signer: Signer, *, waiting: int, running: int, from_address: int) -> None:
        self._signer = signer
        self._waiting = waiting
        self._running = running
        self._from_address = from_address

    def objection(self, connection: Connection, wanted: GameSettings, address: str) -> TooManyGames | None:
        """Why a game may not be opened now from a client's address; None if it may, and then it is counted."""
        opener = wanted.opener.id
        lock_for_all(connection, _number_of(opener))  # of two processes that ask at once, one sees what the other wrote
        if count_running(connection, opener) >= self._running:
            return TooManyGames("too_many_running", f"you play {self._running} games already: finish one first")
        if count_waiting(connection, opener) >= self._waiting:
            waiting = f"{self._waiting} of your games wait for an opponent already"
            return TooManyGames("too_many_open", f"{waiting}: withdraw one, or join another player's")
        hidden = self._signer.address(address)
        if wanted.access == "lobby" and not note_opening(connection, hidden, wanted.game, self._from_address):
            return TooManyGames(
                "too_many_open", f"{self._from_address} games from this address wait in the lobby already"
            )
        return None


def _number_of(player: Id) -> int:
    return int.from_bytes(hashlib.blake2b(player.encode(), digest_size=7).digest())
