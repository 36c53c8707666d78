"""Who listens to a game, and telling them: the bus, as long as one process is all there is."""

from __future__ import annotations

from typing import Protocol

from barragoon.server.messages import Id, Presence, Seats


class Listener(Protocol):
    """Somebody at the other end of a socket."""

    @property
    def player_id(self) -> Id | None:
        """The player, or None for a stranger."""

    def tell(self, payload: bytes) -> None:
        """Send a message, without waiting."""


class Room:
    """The listeners of one game."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def enter(self, listener: Listener) -> None:
        """Let somebody listen."""
        self._listeners.add(listener)

    def leave(self, listener: Listener) -> None:
        """Let somebody go."""
        self._listeners.discard(listener)

    def tell(self, payload: bytes) -> None:
        """Tell everybody."""
        for listener in tuple(self._listeners):
            listener.tell(payload)

    def has(self, player: Id) -> bool:
        """Whether a player listens."""
        return any(listener.player_id == player for listener in self._listeners)

    def presence(self, seats: Seats) -> Presence:
        """Who of the players is there, and how many others."""
        players = {player.id for player in (seats.white, seats.brown) if player}
        here = {listener.player_id for listener in self._listeners}
        watchers = sum(listener.player_id not in players for listener in self._listeners)
        white, brown = (bool(player and player.id in here) for player in (seats.white, seats.brown))
        return Presence(white, brown, watchers)

    def __len__(self) -> int:
        """How many listen."""
        return len(self._listeners)
