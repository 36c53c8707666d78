"""Writing a game: one command at a time, each stored, acknowledged, then sent to everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from barragoon.server.game import commands
from barragoon.server.game.clock import Moment
from barragoon.server.game.connected_players import ConnectedPlayers
from barragoon.server.game.fair_play import deleted_at, expires_at_if_away
from barragoon.server.game.features import FAIR_PLAY
from barragoon.server.game.game_copy import GameCopy
from barragoon.server.game.game_services import GameServices
from barragoon.server.game.journal import digest_of, source_of
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.rejection import RejectedError
from barragoon.server.messages import (
    Abort,
    AcceptRematch,
    Ack,
    AnyCommand,
    AnyEvent,
    Claim,
    ColourName,
    Id,
    Join,
    Milliseconds,
    OfferRematch,
    Player,
    Reject,
    State,
    Withdraw,
)
from barragoon.server.shared.random_source import opener_is_white, random_id
from barragoon.server.store.games import ConflictError, Source
from barragoon.server.store.store import StoreError

Acknowledge = Callable[[Ack], None]
MOST_TRIES = 4
"""How often a command is tried that others keep overtaking with events that do not concern it."""
CODES_WITH_STATE = ("stale", "not_seated", "not_your_turn", "illegal", "not_now", "not_away", "id_taken")


class NotInvitedError(Exception):
    """The free seat is for somebody who has the key."""


class SeatTakenError(Exception):
    """There is no free seat; the sentence says why."""


class Arrived(NamedTuple):
    """When a command arrived, with which network lag, and since when a clock ran then."""

    at: Milliseconds
    lag: int
    ran_since: Milliseconds


class GameWriter:
    """One game for those who change it: they take turns in the order in which they arrived.

    An event happens to a draft of the game, which takes the game's place once it is stored. ``state_of`` is the state
    that a player is sent with a rejection.
    """

    def __init__(
        self,
        copy: GameCopy,
        connected: ConnectedPlayers,
        services: GameServices,
        state_of: Callable[[Id | None], State],
    ) -> None:
        self._copy = copy
        self._connected = connected
        self._journal = services.journal
        self._clock = services.clock
        self._verdicts = services.verdicts
        self._signer = services.signer
        self._flag_guard = services.flag_guard
        self._fair_play = services.fair_play
        self._features = services.features
        self._bus = services.bus
        self._pulse = services.pulse
        self._state_of = state_of
        self._turn = asyncio.Lock()
        self._repeaters: set[Id] = set()

    @property
    def _live(self) -> LiveGame:
        """The game as it is stored; another object after each event."""
        return self._copy.live

    async def carry_out(
        self, command: AnyCommand, player: Player, arrived: Arrived, acknowledge: Acknowledge
    ) -> Ack | Reject:
        """Carry a command out, or find out that it was, or reject it.

        Another process may have written first. If that does not concern the command, it is tried again. What is looked
        up in the store for a command that comes to nothing keeps no other command waiting.
        """
        if player.id in self._repeaters and (earlier := await self._find_earlier(command, player.id)):
            return self._answer_again(command, player.id, earlier, acknowledge)
        if isinstance(command, Claim):
            await self._connected.read_elsewhere()
        rejection = RejectedError("stale", "others were faster: look again")
        for _ in range(MOST_TRIES):
            if command.seq > self._live.seq:
                await self._copy.be_current(command.seq)
            async with self._turn:
                await self._copy.be_current()
                try:
                    return await self._write(command, player, arrived, acknowledge)
                except RejectedError as error:
                    rejection, judged_by = error, self._live
                except ConflictError as error:  # the id is in use, or another process wrote first
                    rejection, judged_by = RejectedError("stale", str(error)), None
            await self._copy.catch_up()
            if judged_by is self._live:
                break
            if judged_by is None and not self._live.is_current(command.seq):
                break
            if judged_by is None and await self._find_earlier(command, player.id):
                self._repeaters.add(player.id)
                break
        # A command that was carried out is rejected when it comes again, so this is the time to look for it.
        earlier = await self._find_earlier(command, player.id)
        return self._answer_again(command, player.id, earlier or rejection, acknowledge)

    async def _write(self, command: AnyCommand, player: Player, arrived: Arrived, acknowledge: Acknowledge) -> Ack:
        """Carry a command out, store what happened, and acknowledge it."""
        await self._pulse.settle()
        self._connected.note_seen(player.id)
        moment = self._moment(arrived, command)
        await self._let_flag_fall(moment, self._live.colour_of(player.id))
        before, draft = self._live, self._live.copy()
        event = await self._apply(draft, command, player.id, moment)
        ack = Ack(command.id, event.seq)
        await self._store(before, draft, event, source_of(command, player), lambda: acknowledge(ack))
        await self._end_if_too_long()
        return ack

    async def _apply(self, draft: LiveGame, command: AnyCommand, player: Id, moment: Moment) -> AnyEvent:
        by = draft.colour_of(player)
        is_not_opener = isinstance(command, Withdraw) and player != draft.settings.opener.id
        if is_not_opener and draft.is_current(command.seq):  # a stale command is rejected as stale, whoever sent it
            raise commands.rejection_of_stranger(draft, command)
        if isinstance(command, Abort | Claim) and not self._features.allows(FAIR_PLAY):
            raise RejectedError("not_now", "an older server runs beside this one: not yet")
        if draft.is_fast(command, by):
            return commands.carry_out(draft, command, by, moment)
        event = await self._verdicts.run(commands.carry_out, draft, command, by, moment)
        return draft.postpone(event, self._clock.now())

    def _answer_again(
        self, command: AnyCommand, player: Id | None, earlier: Ack | RejectedError, acknowledge: Acknowledge
    ) -> Ack | Reject:
        """Answer a command that was carried out before, or is rejected."""
        if isinstance(earlier, RejectedError):
            return self._reject(command, player, earlier)
        acknowledge(earlier)
        return earlier

    async def _find_earlier(self, command: AnyCommand, player: Id | None) -> Ack | RejectedError | None:
        """The acknowledgement of this very command, or the rejection if its id belongs to another one."""
        earlier = await self._journal.find_command(self._live.settings.game, command.id)
        if earlier is None:
            return None
        if earlier.player == player and earlier.digest in {None, digest_of(command)}:
            return Ack(command.id, earlier.seq)
        return RejectedError("id_taken", "another command has this id")

    async def answer_stranger(
        self, command: AnyCommand, player: Player | None, acknowledge: Acknowledge
    ) -> Ack | Reject:
        """Reject a command of somebody who has no seat."""
        player_id = player.id if player else None
        await self._copy.be_current()
        earlier = await self._find_earlier(command, player_id)
        rejection = commands.rejection_of_stranger(self._live, command)
        return self._answer_again(command, player_id, earlier or rejection, acknowledge)

    def _reject(self, command: AnyCommand, player: Id | None, rejection: RejectedError) -> Reject:
        state = self._state_of(player) if rejection.code in CODES_WITH_STATE else None
        if rejection.code == "not_away":
            self._connected.send_soon()
        return Reject(command.id, rejection.code, rejection.sentence, self._live.seq, state)

    # -- what is not a command -------------------------------------------------------------------------------

    async def join(self, request: Join, player: Player) -> None:
        """Let a player take the free seat, unless they have one; raises why they can't."""
        for _ in range(MOST_TRIES):
            await self._copy.be_current(is_doubtful=True)
            await self._pulse.settle()
            async with self._turn:
                try:
                    await self._take_seat(request, player)
                    break
                except ConflictError:  # somebody joined at another process: look again who has the seat
                    continue
                except StoreError:
                    raise StoreError("the server could not write this down") from None
        else:
            raise StoreError("the server could not write this down")
        self._connected.send_soon()

    async def _take_seat(self, request: Join, player: Player) -> None:
        if self.require_free_seat(request, player):
            before, draft, settings = self._live, self._live.copy(), self._live.settings
            is_white = opener_is_white() if settings.opener_colour == "lots" else settings.opener_colour == "white"
            event = commands.join(draft, player, Moment(self._clock.now()), opener_is_white=is_white)
            await self._store(before, draft, event, source_of(request, player))

    def require_free_seat(self, request: Join, player: Player) -> bool:
        """Whether a player has no seat yet and may take the free one; raises why they can't."""
        live, settings = self._live, self._live.settings
        if live.colour_of(player.id):
            return False
        if settings.access != "lobby" and not self._signer.is_invitation(settings.game, request.key or ""):
            raise NotInvitedError("this game is for whoever has its invitation")
        if live.status != "open":
            raise SeatTakenError("somebody else has joined, or the game was withdrawn")
        if player.id == settings.opener.id:
            raise SeatTakenError("this is your own game: it waits for somebody else")
        return True

    async def check_flag(self, arrived: Arrived) -> None:
        """End the game if time is up."""
        await self._copy.be_current(is_doubtful=True)
        await self._pulse.settle()
        async with self._turn:
            with suppress(StoreError, ConflictError):
                await self._let_flag_fall(self._moment(arrived), None)

    async def _let_flag_fall(self, moment: Moment, by: ColourName | None) -> None:
        """End the game if time was up when the command arrived, so that an action that waits behind it still counts."""
        live = self._live
        if not live.flag_is_due(moment, by):
            return
        loser = live.seats.player(live.actor)
        arrival = self._connected.arrivals.of(loser.id) if loser else None
        if await self._flag_guard.may_fall(live, moment.now, arrival, is_own=by == live.actor):
            draft = live.copy()
            await self._store(live, draft, commands.flag(draft, moment), None)
            await self._flag_guard.count_fallen(live.settings.game, loser.id if loser else "")

    async def check_expiry(self) -> None:
        """End the game if nothing has happened for too long; else note when that will be."""
        await self._copy.be_current(is_doubtful=True)
        await self._connected.read_elsewhere()
        async with self._turn:
            live, now = self._live, self._clock.now()
            due = expires_at_if_away(live, self._connected.absence, now, self._pulse.began_at, self._fair_play)
            due = deleted_at(live, self._fair_play) if due is None else due
            may_write = live.status == "open" or self._features.allows(FAIR_PLAY)
            if due is not None and due <= now and may_write and live.status != "withdrawn":
                with suppress(StoreError, ConflictError):
                    await self._expire(now)
                return
        with suppress(StoreError, ConflictError):
            await self._journal.postpone_expiry(live, due if may_write else now + self._fair_play.silence)

    async def _end_if_too_long(self) -> None:
        """Abort a game that never ends: everybody who looks at it, or loads it, pays for its length."""
        if commands.is_too_long(self._live) and self._features.allows(FAIR_PLAY):
            with suppress(StoreError, ConflictError):  # the next action tries again
                await self._expire(self._clock.now())

    async def _expire(self, now: Milliseconds) -> None:
        before, draft = self._live, self._live.copy()
        await self._store(before, draft, commands.expire(draft, Moment(now)), None)

    async def decide(self, decide: Callable[[LiveGame, Moment], AnyEvent]) -> AnyEvent:
        """Let an operator's decision happen; raises what ``decide`` raises, or a ConflictError."""
        await self._copy.be_current(is_doubtful=True)
        await self._pulse.settle()
        async with self._turn:
            before, draft = self._live, self._live.copy()
            event = decide(draft, Moment(self._clock.now()))
            await self._store(before, draft, event, None)
            return event

    # -- time ------------------------------------------------------------------------------------------------

    def arrived(self, lag: int) -> Arrived:
        """That a command arrives now, with this network lag."""
        clocks = self._live.clocks
        return Arrived(self._clock.now(), lag, clocks.at if clocks else 0)

    def _moment(self, arrived: Arrived, command: AnyCommand | None = None) -> Moment:
        """Now, for a command that arrived a while ago; it may begin a new game."""
        now, clocks = self._clock.now(), self._live.clocks
        # Time that the clock has got back since then is not given back again.
        credited = max(0, clocks.at - arrived.ran_since) if clocks else 0
        waited = max(0, now - arrived.at - credited)
        new_game = random_id() if isinstance(command, OfferRematch | AcceptRematch) else ""
        claim_at = self._connected.claim_at if isinstance(command, Claim) else None
        return Moment(now, arrived.lag, new_game=new_game, claim_at=claim_at, waited=waited)

    async def _store(
        self,
        before: LiveGame,
        draft: LiveGame,
        event: AnyEvent,
        source: Source | None,
        stored: Callable[[], None] = lambda: None,
    ) -> None:
        """Store what happened to a draft of the game, send it to everybody who listens, and to other processes."""
        await self._copy.store(before, draft, event, source, stored)
        self._bus.game_changed(before.settings.game, event.seq)
        self._connected.send_if_claim_changed()
