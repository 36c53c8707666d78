"""When the players of one game came to this process; the time is always an argument."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from barragoon.server.messages import Clocks, ColourName, Id, Milliseconds


class Arrival(NamedTuple):
    """A player who came, when, and since when their clock ran then; None if it did not."""

    at: Milliseconds
    ran_since: Milliseconds | None


class Arrivals:
    """Remembers when each connected player came, and of whom it must still be found out where they came from.

    >>> arrivals = Arrivals()
    >>> arrivals.note("ann", "white", Clocks(1_000, 1_000, "white", 5_000), now=7_000)
    >>> arrivals.of("ann")
    Arrival(at=7000, ran_since=5000)
    >>> [*arrivals.undecided()]
    [('ann', Arrival(at=7000, ran_since=5000))]
    """

    def __init__(self) -> None:
        self._arrivals: dict[Id, Arrival] = {}
        self._undecided: set[Id] = set()

    def note(self, player: Id, colour: ColourName, clocks: Clocks | None, now: Milliseconds) -> None:
        """A player came; one who is here already, with another socket, did not come from elsewhere."""
        if player not in self._arrivals:
            ran_since = clocks.at if clocks and clocks.running == colour else None
            self._arrivals[player] = Arrival(now, ran_since)
            if clocks:
                self._undecided.add(player)

    def forget(self, player: Id) -> None:
        """A player has left."""
        self._arrivals.pop(player, None)
        self._undecided.discard(player)

    def decide(self, player: Id) -> None:
        """It is known where a player came from."""
        self._undecided.discard(player)

    def of(self, player: Id) -> Arrival | None:
        """When a player came; None if they are not here."""
        return self._arrivals.get(player)

    def undecided(self) -> Iterator[tuple[Id, Arrival]]:
        """Players of whom it is not known yet whether the process died that they came from."""
        for player in tuple(self._undecided):
            yield player, self._arrivals[player]
