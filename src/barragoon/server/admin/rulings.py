"""An operator's decisions about a game become its events, by way of its mailbox where a server has the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from barragoon.server.cluster.bus import Bus
from barragoon.server.game import commands
from barragoon.server.game.clock import Moment
from barragoon.server.game.journal import Journal
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.registry import Registry
from barragoon.server.messages import AnyEvent, Id, Milliseconds
from barragoon.server.store.games import ConflictError

Decide = Callable[[LiveGame, Moment], AnyEvent]
"""Makes the event of a decision, or raises a :class:`~barragoon.server.game.rejection.RejectedError`."""
TRIES = 5
"""How often a decision is made again when a player was quicker."""


class UnknownGameError(Exception):
    """There is no such game."""


class Rulings(ABC):
    """Lets decisions happen in games."""

    @abstractmethod
    async def decide(self, game: Id, decide: Decide) -> AnyEvent:
        """Let a decision happen; returns its event, or raises what ``decide`` raises or an UnknownGameError."""

    @abstractmethod
    async def forget(self, game: Id) -> None:
        """Read a game again before it is used next: its rows were changed."""


class MailboxRulings(Rulings):
    """In a server: the mailbox of the game writes the event and sends it to everybody."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def decide(self, game: Id, decide: Decide) -> AnyEvent:
        """Let the mailbox do it."""
        mailbox = await self._registry.find(game)
        if mailbox is None:
            raise UnknownGameError
        return await mailbox.decide(decide)

    async def forget(self, game: Id) -> None:
        """Let the mailbox read the game again."""
        if mailbox := await self._registry.find(game):  # it may be loading just now
            mailbox.distrust()


class JournalRulings(Rulings):
    """Outside of a server: the event is appended, and the bus says so to servers that have the game in memory."""

    def __init__(self, journal: Journal, now: Callable[[], Milliseconds], bus: Bus) -> None:
        self._journal = journal
        self._now = now
        self._bus = bus

    async def decide(self, game: Id, decide: Decide) -> AnyEvent:
        """Load the game, decide and append; once more if a player was quicker."""
        for _ in range(TRIES - 1):
            try:
                return await self._decide(game, decide)
            except ConflictError:
                continue
        return await self._decide(game, decide)

    async def _decide(self, game: Id, decide: Decide) -> AnyEvent:
        live = await self._journal.load(game)
        if live is None:
            raise UnknownGameError
        event = decide(live, Moment(self._now()))
        await self._journal.append(live, event, None)
        self._bus.game_changed(game, event.seq)
        return event

    async def forget(self, game: Id) -> None:
        """Nothing is in memory here, but elsewhere."""
        self._bus.game_rewritten(game)


def end_for(player: Id, *, may_abort: bool) -> Decide:
    """The decision that ends a game because one of its players may no longer play.

    A game in which they have not completed a turn is aborted, if all processes know such events; else it is lost.
    """

    def decide(live: LiveGame, moment: Moment) -> AnyEvent:
        colour = live.colour_of(player)
        if colour is None:
            return commands.withdraw(live, moment)
        if may_abort and not live.has_begun(colour):
            return commands.stop(live, moment)
        return commands.resign_for(live, colour, moment)

    return decide
