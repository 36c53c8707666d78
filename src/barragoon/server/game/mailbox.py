"""A game's mailbox: commands are taken out one at a time, written down, acknowledged and told, in this order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from msgspec.structs import replace

from barragoon.server import game as live
from barragoon.server.game import LiveGame, Moment, Opening, RefusedError
from barragoon.server.game.listeners import Listener, Room
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
    RematchAgreed,
    State,
    Withdraw,
)
from barragoon.server.shared.server_clock import Office
from barragoon.server.store import StoreError
from barragoon.server.store.games import (
    REPLAY,
    ConflictError,
    Source,
    Told,
    append_event,
    append_rematch,
    bring_back,
    encode,
    events_after,
    find_command,
    read_game,
)

Answer = TypeVar("Answer")
Acknowledge = Callable[[Ack], None]
PRESENCE_SECONDS = 0.3
WITH_STATE = ("stale", "not_seated", "not_your_turn", "illegal", "not_now", "id_taken")


class NotInvitedError(Exception):
    """The free seat is for somebody who has the key."""


class SeatTakenError(Exception):
    """There is no free seat; the sentence says why."""


class Mailbox:
    """One game with its listeners. Everything that changes it goes through here."""

    def __init__(self, office: Office, game: LiveGame) -> None:
        self.room = Room()
        self._office = office
        self._live = game
        self._turn = asyncio.Lock()
        self._doubtful = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._presence: asyncio.TimerHandle | None = None

    @property
    def busy(self) -> bool:
        """Whether somebody listens or something is under way."""
        return bool(len(self.room) or self._tasks or self._turn.locked())

    # -- what may be asked of it -----------------------------------------------------------------------------

    async def submit(
        self, command: AnyCommand, player: Player | None, lag: int, acknowledge: Acknowledge = lambda _: None
    ) -> Ack | Reject:
        """Carry out a command, once, and acknowledge it when it is on the disk; or refuse it.

        ``acknowledge`` hears of it at once, before everybody else is told what happened.
        """
        return await self._unbroken(self._submit(command, player, lag, acknowledge))

    async def join(self, wish: Join, player: Player) -> State:
        """Let a player take the free seat; who has one already gets the state again."""
        return await self._unbroken(self._join(wish, player))

    async def flag(self) -> None:
        """End the game if time is up."""
        await self._unbroken(self._flag())

    async def enter(self, listener: Listener, since: int | None) -> None:
        """Begin to listen: greetings, then what was missed, then everything that happens, with no gap between."""
        async with self._turn:
            await self._be_certain()
            game = self._live
            now = self._office.now()
            you = game.colour_of(listener.player_id)
            listener.tell(encode(Hello(game=game.opening.game, seq=game.seq, now=now, you=you)))
            if since is not None and game.seq - REPLAY <= since <= game.seq:
                for payload in await self._events_after(since):
                    listener.tell(payload)
            else:
                listener.tell(encode(self._state(listener.player_id)))
            self.room.enter(listener)
        self._tell_presence()

    def leave(self, listener: Listener) -> None:
        """Listen no more."""
        self.room.leave(listener)
        self._tell_presence()

    async def ask(self, question: Callable[[LiveGame], Answer]) -> Answer:
        """Ask the game something, while nothing changes it."""
        async with self._turn:
            await self._be_certain()
            return await self._office.think(question, self._live)

    async def state(self, player: Id | None) -> State:
        """The whole game as a player is told."""
        async with self._turn:
            await self._be_certain()
            return self._state(player)

    # -- one at a time ---------------------------------------------------------------------------------------

    async def _unbroken(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Finish what was begun, even if whoever asked goes away meanwhile."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _submit(
        self, command: AnyCommand, player: Player | None, lag: int, acknowledge: Acknowledge
    ) -> Ack | Reject:
        async with self._turn:
            try:
                return await self._answer(command, player.id if player else None, lag, acknowledge)
            except StoreError:
                self._doubtful = True
                return Reject(command.id, "unavailable", "the server could not write this down: send it again")
            except Exception:
                self._doubtful = True
                raise

    async def _answer(self, command: AnyCommand, player: Id | None, lag: int, acknowledge: Acknowledge) -> Ack | Reject:
        """Carry a command out, or find out that it was, or refuse it."""
        await self._be_certain()
        try:
            moment = self._office.moment(lag)
            await self._let_flag_fall(moment, self._live.colour_of(player))
            event = await self._carry_out(command, player, moment)
            assert player is not None, "a stranger's command is refused"
            told = await self._write(event, Source(command.id, player))
        except RefusedError as error:
            refusal = error
        except ConflictError as error:  # the id is in use, or another process wrote first
            refusal = RefusedError("stale", str(error))
            self._doubtful = True
        else:
            ack = Ack(command.id, event.seq)
            acknowledge(ack)
            self._tell(told)
            return ack
        # What was carried out once is refused when it comes again, so this is the time to look for it.
        await self._be_certain()
        game = self._live.opening.game
        earlier = await self._office.store.run(lambda connection: find_command(connection, game, command.id))
        if earlier and earlier.player == player:
            ack = Ack(command.id, earlier.seq)
            acknowledge(ack)
            return ack
        if earlier:
            refusal = RefusedError("id_taken", "another command has this id")
        return self._reject(command, player, refusal)

    async def _carry_out(self, command: AnyCommand, player: Id | None, moment: Moment) -> AnyEvent:
        by = self._live.colour_of(player)
        foreign = isinstance(command, Withdraw) and player != self._live.opening.opener.id
        if foreign and command.seq == self._live.seq:  # what is stale is told so first, whoever sent it
            raise RefusedError("not_seated", "only the player who opened the game can withdraw it")
        if self._live.is_light(command, by):
            return live.carry_out(self._live, command, by, moment)
        return await self._office.think(live.carry_out, self._live, command, by, moment)

    async def _join(self, wish: Join, player: Player) -> State:
        async with self._turn:
            await self._be_certain()
            game, opening = self._live, self._live.opening
            if game.colour_of(player.id):
                return self._state(player.id)
            if opening.access != "lobby" and not self._office.is_invitation(opening.game, wish.key or ""):
                raise NotInvitedError("this game is for whoever has its invitation")
            if game.status != "open":
                raise SeatTakenError("somebody else has joined, or the game was withdrawn")
            if player.id == opening.opener.id:
                raise SeatTakenError("this is your own game: it waits for somebody else")
            white = self._office.lots() if opening.opener_colour == "lots" else opening.opener_colour == "white"
            event = live.join(game, player, self._office.moment(), opener_is_white=white)
            try:
                self._tell(await self._write(event, Source(wish.id, player.id)))
            except (StoreError, ConflictError):
                self._doubtful = True
                raise StoreError("the server could not write this down") from None
            state = self._state(player.id)
        self._tell_presence()
        return state

    async def _flag(self) -> None:
        async with self._turn:
            await self._be_certain()
            try:
                await self._let_flag_fall(self._office.moment(), None)
            except (StoreError, ConflictError):
                self._doubtful = True

    async def _let_flag_fall(self, moment: Moment, by: ColourName | None) -> None:
        if self._live.flag_is_due(moment, by) and not self._office.fuse.burnt:
            self._tell(await self._write(live.flag(self._live, moment), None))
            self._office.fuse.fell()

    # -- writing ---------------------------------------------------------------------------------------------

    async def _write(self, event: AnyEvent, source: Source | None) -> Told:
        """Write an event down; it is not told yet."""
        told = Told(event, encode(event), source)
        game = self._live
        if isinstance(event, RematchAgreed):
            fresh, begun = self._rematch(event)
            await self._office.store.run(lambda connection: append_rematch(connection, game, told, fresh, begun))
        else:
            await self._office.store.run(lambda connection: append_event(connection, game, told))
        return told

    def _tell(self, told: Told) -> None:
        """Tell everybody who listens what is on the disk now."""
        self.room.tell(told.payload)
        self._office.count(told.event)

    def _rematch(self, event: RematchAgreed) -> tuple[LiveGame, Told]:
        """The next game: colours exchanged, each with the express stage they had, begun at once."""
        old, seats = self._live.opening, self._live.seats
        assert seats.white, "a game that is over had two players"
        assert seats.brown, "a game that is over had two players"
        access = "public" if old.access == "lobby" else old.access
        terms = replace(old.terms, stages=old.terms.stages[::-1])
        opening = Opening(event.game, event.at, access, terms, seats.brown, "white", old.game)
        fresh = LiveGame(opening)
        begun = live.join(fresh, seats.white, Moment(event.at), opener_is_white=True)
        return fresh, Told(begun, encode(begun))

    async def _be_certain(self) -> None:
        """After a write that failed nobody knows what the disk has: look."""
        if not self._doubtful:
            return
        game = self._live.opening.game
        stored = await self._office.store.run(lambda connection: read_game(connection, game))
        assert stored is not None, "games are never deleted"
        self._live = await self._office.think(bring_back, stored)
        self._doubtful = False

    # -- answers ---------------------------------------------------------------------------------------------

    def _reject(self, command: AnyCommand, player: Id | None, refusal: RefusedError) -> Reject:
        state = self._state(player) if refusal.code in WITH_STATE else None
        return Reject(command.id, refusal.code, refusal.sentence, self._live.seq, state)

    def _state(self, player: Id | None) -> State:
        invitation = self._office.invitation(self._live.opening.game)
        return self._live.state(player, self._office.now(), invitation)

    async def _events_after(self, since: int) -> list[bytes]:
        if since == self._live.seq:
            return []
        game = self._live.opening.game
        return await self._office.store.run(lambda connection: events_after(connection, game, since))

    def _tell_presence(self) -> None:
        """Say who is here, soon: where a thousand come at once, not to each of them for each other."""
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._tell_presence_now)

    def _tell_presence_now(self) -> None:
        self._presence = None
        if len(self.room):
            self.room.tell(encode(self.room.presence(self._live.seats)))
