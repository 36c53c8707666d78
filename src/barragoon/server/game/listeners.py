"""The listeners of one game, and sending messages to all of them."""

from __future__ import annotations

from typing import Protocol

from barragoon.server.messages import Id, Presence, Seats

COME_BACK = 1012
"""The WebSocket code for a server that begins anew: clients connect again at once."""


class Listener(Protocol):
    """A client that follows a game."""

    @property
    def player_id(self) -> Id | None:
        """The player, or None for a client without an identity."""

    def send(self, payload: bytes) -> None:
        """Send a message, without waiting."""

    def close(self, code: int) -> None:
        """End the connection after what was sent before."""


class Listeners:
    """The listeners of one game."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def add(self, listener: Listener) -> None:
        """Send everything to this listener from now on."""
        self._listeners.add(listener)

    def remove(self, listener: Listener) -> None:
        """Send nothing more to this listener."""
        self._listeners.discard(listener)

    def send(self, payload: bytes) -> None:
        """Send a message to everybody."""
        for listener in tuple(self._listeners):
            listener.send(payload)

    def close_all(self) -> None:
        """Let everybody connect again."""
        for listener in tuple(self._listeners):
            listener.close(COME_BACK)

    def players(self) -> set[Id]:
        """Everybody who listens and has an identity."""
        return {listener.player_id for listener in self._listeners if listener.player_id}

    def includes(self, player: Id) -> bool:
        """Whether a player listens."""
        return any(listener.player_id == player for listener in self._listeners)

    def presence(self, seats: Seats, elsewhere: frozenset[Id] = frozenset()) -> Presence:
        """Which of the players listen, here or elsewhere, and how many others do here."""
        players = {player.id for player in (seats.white, seats.brown) if player}
        here = {listener.player_id for listener in self._listeners} | elsewhere
        watchers = sum(listener.player_id not in players for listener in self._listeners)
        white, brown = (bool(player and player.id in here) for player in (seats.white, seats.brown))
        return Presence(white, brown, watchers)

    def __len__(self) -> int:
        """How many listen."""
        return len(self._listeners)
