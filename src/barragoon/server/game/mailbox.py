"""A game's mailbox: it takes commands one at a time, writes each event, acknowledges it, then sends it to everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from barragoon.server.game import commands
from barragoon.server.game.clock import Moment
from barragoon.server.game.flag_circuit_breaker import FlagBreaker
from barragoon.server.game.journal import Journal, digest_of, source_of
from barragoon.server.game.listeners import Listener, Listeners
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.rejection import RejectedError
from barragoon.server.messages import (
    Ack,
    AnyCommand,
    AnyEvent,
    ColourName,
    Hello,
    Id,
    Join,
    Player,
    Reject,
    State,
    Withdraw,
)
from barragoon.server.shared.random_source import opener_is_white, random_id
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.shared.signer import Signer
from barragoon.server.shared.worker_pool import WorkerPool
from barragoon.server.store.database import StoreError
from barragoon.server.store.encoding import encode
from barragoon.server.store.games import REPLAY, ConflictError, EncodedEvent

Result = TypeVar("Result")
Acknowledge = Callable[[Ack], None]
PRESENCE_SECONDS = 0.3
CODES_WITH_STATE = ("stale", "not_seated", "not_your_turn", "illegal", "not_now", "id_taken")


class NotInvitedError(Exception):
    """The free seat is for somebody who has the key."""


class SeatTakenError(Exception):
    """There is no free seat; the sentence says why."""


class Mailbox:
    """One game with its listeners. Everything that changes the game goes through here."""

    def __init__(  # noqa: PLR0913 - each collaborator is one job
        self,
        live: LiveGame,
        *,
        journal: Journal,
        clock: ServerClock,
        workers: WorkerPool,
        signer: Signer,
        breaker: FlagBreaker,
    ) -> None:
        self.listeners = Listeners()
        self._live = live
        self._journal = journal
        self._clock = clock
        self._workers = workers
        self._signer = signer
        self._breaker = breaker
        self._lock = asyncio.Lock()
        self._may_differ_from_disk = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._presence: asyncio.TimerHandle | None = None

    @property
    def is_busy(self) -> bool:
        """Whether somebody listens or something is under way."""
        return bool(len(self.listeners) or self._tasks or self._lock.locked())

    # -- for clients and the timekeeper ----------------------------------------------------------------------

    async def submit(
        self, command: AnyCommand, player: Player | None, lag: int, acknowledge: Acknowledge = lambda _: None
    ) -> Ack | Reject:
        """Carry out a command, once, and acknowledge it when it is on the disk; or reject it.

        ``acknowledge`` is called before anybody gets the event.
        """
        return await self._finish(self._submit(command, player, lag, acknowledge))

    async def join(self, request: Join, player: Player) -> State:
        """Let a player take the free seat; a player who has a seat already gets the state again."""
        return await self._finish(self._join(request, player))

    async def check_flag(self) -> None:
        """End the game if time is up."""
        await self._finish(self._check_flag())

    async def listen(self, listener: Listener, since: int | None) -> None:
        """Send a greeting, then what the listener missed, then everything that happens, with no gap between."""
        async with self._lock:
            await self._reload_if_needed()
            live = self._live
            you = live.colour_of(listener.player_id)
            hello = Hello(game=live.settings.game, seq=live.seq, now=self._clock.now(), you=you)
            listener.send(encode(hello))
            if since is not None and live.seq - REPLAY <= since <= live.seq:
                for payload in await self._events_after(since):
                    listener.send(payload)
            else:
                listener.send(encode(self._state(listener.player_id)))
            self.listeners.add(listener)
        self._send_presence_soon()

    def leave(self, listener: Listener) -> None:
        """Send nothing more to a listener."""
        self.listeners.remove(listener)
        self._send_presence_soon()

    async def read(self, question: Callable[[LiveGame], Result]) -> Result:
        """Work something out about the game in a thread, while nothing changes it."""
        async with self._lock:
            await self._reload_if_needed()
            return await self._workers.run(question, self._live)

    async def state(self, player: Id | None) -> State:
        """The whole game as a player may see it."""
        async with self._lock:
            await self._reload_if_needed()
            return self._state(player)

    # -- one at a time ---------------------------------------------------------------------------------------

    async def _finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Finish the work even if the caller is cancelled meanwhile."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _submit(
        self, command: AnyCommand, player: Player | None, lag: int, acknowledge: Acknowledge
    ) -> Ack | Reject:
        async with self._lock:
            try:
                return await self._process(command, player, lag, acknowledge)
            except StoreError:
                self._may_differ_from_disk = True
                return Reject(command.id, "unavailable", "the server could not write this down: send it again")
            except Exception:
                self._may_differ_from_disk = True
                raise

    async def _process(
        self, command: AnyCommand, player: Player | None, lag: int, acknowledge: Acknowledge
    ) -> Ack | Reject:
        """Carry a command out, or find out that it was, or reject it."""
        await self._reload_if_needed()
        player_id = player.id if player else None
        try:
            moment = Moment(self._clock.now(), lag, random_id())
            await self._let_flag_fall(moment, self._live.colour_of(player_id))
            event = await self._carry_out(command, player_id, moment)
            assert player is not None, "commands without an identity are rejected"
            encoded = await self._journal.append(self._live, event, source_of(command, player))
        except RejectedError as error:
            rejection = error
        except ConflictError as error:  # the id is in use, or another process wrote first
            rejection = RejectedError("stale", str(error))
            self._may_differ_from_disk = True
        else:
            ack = Ack(command.id, event.seq)
            acknowledge(ack)
            self._send(encoded)
            return ack
        # A command that was carried out is rejected when it comes again, so this is the time to look for it.
        await self._reload_if_needed()
        earlier = await self._find_earlier(command, player_id)
        if isinstance(earlier, Ack):
            acknowledge(earlier)
            return earlier
        return self._reject(command, player_id, earlier or rejection)

    async def _find_earlier(self, command: AnyCommand, player: Id | None) -> Ack | RejectedError | None:
        """The acknowledgement of this very command, or the rejection if its id belongs to another one."""
        earlier = await self._journal.find_command(self._live.settings.game, command.id)
        if earlier is None:
            return None
        if earlier.player == player and earlier.digest in {None, digest_of(command)}:
            return Ack(command.id, earlier.seq)
        return RejectedError("id_taken", "another command has this id")

    async def _carry_out(self, command: AnyCommand, player: Id | None, moment: Moment) -> AnyEvent:
        live = self._live
        by = live.colour_of(player)
        is_not_opener = isinstance(command, Withdraw) and player != live.settings.opener.id
        if is_not_opener and live.is_current(command.seq):  # a stale command is rejected as stale, whoever sent it
            raise RejectedError("not_seated", "only the player who opened the game can withdraw it")
        if live.is_fast(command, by):
            return commands.carry_out(live, command, by, moment)
        return await self._workers.run(commands.carry_out, live, command, by, moment)

    async def _join(self, request: Join, player: Player) -> State:
        async with self._lock:
            await self._reload_if_needed()
            live, settings = self._live, self._live.settings
            if live.colour_of(player.id):
                return self._state(player.id)
            if settings.access != "lobby" and not self._signer.is_invitation(settings.game, request.key or ""):
                raise NotInvitedError("this game is for whoever has its invitation")
            if live.status != "open":
                raise SeatTakenError("somebody else has joined, or the game was withdrawn")
            if player.id == settings.opener.id:
                raise SeatTakenError("this is your own game: it waits for somebody else")
            is_white = opener_is_white() if settings.opener_colour == "lots" else settings.opener_colour == "white"
            event = commands.join(live, player, Moment(self._clock.now()), opener_is_white=is_white)
            try:
                self._send(await self._journal.append(live, event, source_of(request, player)))
            except (StoreError, ConflictError):
                self._may_differ_from_disk = True
                raise StoreError("the server could not write this down") from None
            state = self._state(player.id)
        self._send_presence_soon()
        return state

    async def _check_flag(self) -> None:
        async with self._lock:
            await self._reload_if_needed()
            try:
                await self._let_flag_fall(Moment(self._clock.now()), None)
            except (StoreError, ConflictError):
                self._may_differ_from_disk = True

    async def _let_flag_fall(self, moment: Moment, by: ColourName | None) -> None:
        if self._live.flag_is_due(moment, by) and not self._breaker.is_open:
            event = commands.flag(self._live, moment)
            self._send(await self._journal.append(self._live, event, None))
            self._breaker.count_fallen()

    async def _reload_if_needed(self) -> None:
        """Rebuild the game from the disk after a failed write, which leaves it unknown what the disk has."""
        if not self._may_differ_from_disk:
            return
        live = await self._journal.load(self._live.settings.game)
        assert live is not None, "games are never deleted"
        self._live = live
        self._may_differ_from_disk = False

    # -- messages --------------------------------------------------------------------------------------------

    def _send(self, encoded: EncodedEvent) -> None:
        """Send an event that is on the disk to everybody who listens."""
        self.listeners.send(encoded.payload)

    def _reject(self, command: AnyCommand, player: Id | None, rejection: RejectedError) -> Reject:
        state = self._state(player) if rejection.code in CODES_WITH_STATE else None
        return Reject(command.id, rejection.code, rejection.sentence, self._live.seq, state)

    def _state(self, player: Id | None) -> State:
        invitation = self._signer.invitation(self._live.settings.game)
        return self._live.state(player, self._clock.now(), invitation)

    async def _events_after(self, since: int) -> list[bytes]:
        if since == self._live.seq:
            return []
        return await self._journal.events_after(self._live.settings.game, since)

    def _send_presence_soon(self) -> None:
        """Send who is connected, a little later: when a thousand connect at once, one message does for all."""
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._send_presence)

    def _send_presence(self) -> None:
        self._presence = None
        if len(self.listeners):
            self.listeners.send(encode(self.listeners.presence(self._live.seats)))
