"""A game's mailbox: everything that reads or changes the game goes through it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import structlog

from barragoon.server.game.arrivals import Arrivals
from barragoon.server.game.clock import Moment
from barragoon.server.game.connected_players import ConnectedPlayers
from barragoon.server.game.game_copy import GameCopy
from barragoon.server.game.game_reader import GameReader
from barragoon.server.game.game_services import GameServices
from barragoon.server.game.game_writer import Acknowledge, GameWriter
from barragoon.server.game.listeners import Listener, Listeners
from barragoon.server.game.live_game import LiveGame
from barragoon.server.messages import Ack, AnyCommand, AnyEvent, Id, Join, Milliseconds, Player, Reject, State
from barragoon.server.store.store import StoreError

log = structlog.get_logger("barragoon.games")
Result = TypeVar("Result")


class Mailbox:
    """One game with its listeners.

    Players' commands, and what the server does by itself, take turns (:class:`GameWriter`). Whoever only reads the
    game takes no turn (:class:`GameReader`), nor does anybody without a seat: a stranger's slowness is nobody else's.
    """

    def __init__(self, live: LiveGame, services: GameServices) -> None:
        self.listeners = Listeners()
        self._copy = GameCopy(live, services.journal, self.listeners)
        self._connected = ConnectedPlayers(self._copy, self.listeners, services)
        self._reader = GameReader(self._copy, self.listeners, self._connected, services, self.look_soon)
        self._writer = GameWriter(self._copy, self._connected, services, self._reader.state_of)
        self._is_look_waiting = False
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def _live(self) -> LiveGame:
        """The game as it is stored; another object after each event."""
        return self._copy.live

    @property
    def is_busy(self) -> bool:
        """Whether somebody listens or something is under way, or it is known here that an opener was there lately."""
        is_in_use = len(self.listeners) or self._tasks or self._reader.is_busy
        return bool(is_in_use or self._connected.is_opener_expected)

    @property
    def is_changing(self) -> bool:
        """Whether an event is being stored, so that memory and store may differ for a moment."""
        return self._copy.is_being_stored

    @property
    def is_doubtful(self) -> bool:
        """Whether the store may have something else, because a write or a look has failed."""
        return self._copy.may_differ or self._copy.is_behind

    @property
    def seq(self) -> int:
        """The last event that is known here."""
        return self._live.seq

    @property
    def deadline(self) -> Milliseconds | None:
        """When the flag falls if nobody acts, as far as is known here."""
        return self._live.deadline()

    @property
    def participants(self) -> set[Id]:
        """The players, and whoever opened the game."""
        seats = self._live.seats
        return {player.id for player in (seats.white, seats.brown, self._live.settings.opener) if player}

    @property
    def arrivals(self) -> Arrivals:
        """When the players came to this process."""
        return self._connected.arrivals

    @property
    def is_attended_in_lobby(self) -> bool:
        """Whether the game waits in the lobby and its opener is connected here."""
        settings = self._live.settings
        waits = self._live.status == "open" and settings.access == "lobby"
        return waits and self.listeners.includes(settings.opener.id)

    # -- for what other processes write ----------------------------------------------------------------------

    def hint(self, seq: int) -> None:
        """The store has, or may have, this event: read it now if anybody listens, else when the game is used."""
        self._copy.hint(seq)
        if seq > self._live.seq and len(self.listeners):
            self.look_soon()

    def expect_event(self) -> None:
        """An event may have been stored that no hint has announced, such as time that clocks got back."""
        self._copy.expect_event()
        if len(self.listeners):
            self.look_soon()

    def distrust(self) -> None:
        """What is here may differ from what the store has: load the game again."""
        self._copy.distrust()
        if len(self.listeners):
            self.look_soon()

    def look_soon(self) -> None:
        """Look what others wrote; one look does for all hints that came before it."""
        if not self._is_look_waiting:
            self._is_look_waiting = True
            self._start(self._look())

    async def look(self) -> bool:
        """Read what others wrote; whether there was anything."""
        return await self._finish(self._look())

    def connected_elsewhere(self, players: frozenset[Id]) -> None:
        """These players are connected to the game on other processes."""
        self._connected.set_elsewhere(players)

    async def _look(self) -> bool:
        self._is_look_waiting = False
        before = self._copy.sent_seq
        try:
            await self._copy.be_current(is_doubtful=True)
        except StoreError:  # healing tries again
            return False
        except Exception:
            self._copy.distrust()
            log.exception("what others wrote can't be read")
            self.listeners.close_all()  # nobody should wait at a board that has stopped
            return False
        return self._copy.sent_seq != before

    # -- for clients and the timekeeper ----------------------------------------------------------------------

    async def submit(
        self, command: AnyCommand, player: Player | None, lag: int, acknowledge: Acknowledge = lambda _: None
    ) -> Ack | Reject:
        """Carry out a command, once, and acknowledge it when it is on the disk; or reject it.

        ``acknowledge`` is called before anybody gets the event. The player's time is counted up to now, however long
        the command waits for others. Strangers take no turn, so that no player waits for them.
        """
        arrived = self._writer.arrived(lag)
        try:
            if player is None or not await self.is_participant(player.id):
                return await self._writer.answer_stranger(command, player, acknowledge)
            return await self._finish(self._writer.carry_out(command, player, arrived, acknowledge))
        except StoreError:
            return Reject(command.id, "unavailable", "the server could not write this down: send it again")

    async def join(self, request: Join, player: Player) -> State:
        """Let a player take the free seat; a player who has a seat already gets the state again."""
        if self._live.status == "open":
            await self._finish(self._writer.join(request, player))
        else:  # who has the seats is settled
            self._writer.require_free_seat(request, player)
            await self._copy.be_current()
        return self._reader.state_of(player.id)

    async def check_flag(self) -> None:
        """End the game if time is up."""
        await self._finish(self._writer.check_flag(self._writer.arrived(0)))

    async def check_expiry(self) -> None:
        """End the game if nothing has happened for too long."""
        await self._finish(self._writer.check_expiry())

    async def decide(self, decide: Callable[[LiveGame, Moment], AnyEvent]) -> AnyEvent:
        """Let an operator's decision happen; raises what ``decide`` raises, or a ConflictError."""
        return await self._finish(self._writer.decide(decide))

    async def is_participant(self, player: Id) -> bool:
        """Whether somebody has a seat, or opened the game; seats that are taken stay so."""
        if self._live.colour_of(player) or player in self.participants:
            return True
        await self._copy.be_current(is_doubtful=self._live.status == "open")
        return player in self.participants

    # -- for those who read ----------------------------------------------------------------------------------

    async def listen(self, listener: Listener, since: int | None) -> None:
        """Send a greeting, then what the listener missed, then everything that happens, with no gap between."""
        await self._reader.listen(listener, since)

    def leave(self, listener: Listener) -> None:
        """Send nothing more to a listener."""
        self._connected.remove(listener)

    async def read(self, question: Callable[[LiveGame], Result], player: Id | None = None) -> Result:
        """Work something out about the game in a thread; the player who asks is there."""
        return await self._reader.read(question, player)

    async def state(self, player: Id | None) -> State:
        """The whole game as a player may see it."""
        return await self._reader.state(player)

    async def last_seq(self, player: Id | None) -> int:
        """The last event; the player who asks for it is there."""
        return await self._reader.last_seq(player)

    # -- what is under way -----------------------------------------------------------------------------------

    async def finish(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Finish the work even if the caller is cancelled meanwhile."""
        return await asyncio.shield(self._start(work))

    def _start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
