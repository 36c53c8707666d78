"""Reading a game: those who watch it or ask for it wait for no player, and no player waits for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from barragoon.server.game.connected_players import ConnectedPlayers
from barragoon.server.game.fair_play import expires_at
from barragoon.server.game.game_copy import GameCopy
from barragoon.server.game.game_services import GameServices
from barragoon.server.game.listeners import Listener, Listeners
from barragoon.server.game.live_game import LiveGame
from barragoon.server.messages import Hello, Id, State
from barragoon.server.store.encoding import encode

Result = TypeVar("Result")
MOST_READS = 4
"""How often events are read for a listener while more of them happen; then the whole game is sent."""


class GameReader:
    """One game for those who read it. ``look_soon`` makes its mailbox look what others wrote."""

    def __init__(
        self,
        copy: GameCopy,
        listeners: Listeners,
        connected: ConnectedPlayers,
        services: GameServices,
        look_soon: Callable[[], None],
    ) -> None:
        self._copy = copy
        self._listeners = listeners
        self._connected = connected
        self._clock = services.clock
        self._workers = services.workers
        self._signer = services.signer
        self._fair_play = services.fair_play
        self._greeting = services.greeting
        self._look_soon = look_soon
        self._readers = 0

    @property
    def is_busy(self) -> bool:
        """Whether somebody is reading the game."""
        return self._readers > 0

    async def listen(self, listener: Listener, since: int | None) -> None:
        """Send a greeting, then what the listener missed, then everything that happens, with no gap between."""
        with self._in_use():
            await self._copy.be_current(since or 0)
            await self._clock.settle()
            missed = await self._read_missed(since)
            self._greet(listener)  # from here on nothing is waited for until the listener is added
            if missed is None:
                listener.send(encode(self.state_of(listener.player_id)))
            for payload in missed or ():
                listener.send(payload)
            self._connected.add(listener)
            if self._copy.is_behind:  # a hint that came meanwhile was for nobody
                self._look_soon()
            if len(self._listeners) == 1:  # from now on it is followed
                await self._connected.read_elsewhere()

    async def _read_missed(self, since: int | None) -> list[bytes] | None:
        """The events that a listener has missed; None if the whole game is to be sent."""
        if since is None:
            return None
        missed: list[bytes] = []
        for _ in range(MOST_READS):
            known = since + len(missed)
            if not self._copy.may_replay(since) or known > self._copy.live.seq:
                break
            if known == self._copy.live.seq:
                return missed
            seq = self._copy.live.seq
            missed += (await self._copy.events_after(known))[: seq - known]
        return missed if since + len(missed) == self._copy.live.seq else None

    def _greet(self, listener: Listener) -> None:
        live = self._copy.live
        hello = Hello(
            game=live.settings.game,
            seq=live.seq,
            now=self._clock.now(),
            you=live.colour_of(listener.player_id),
            node=self._greeting.node,
            history=self._greeting.history,
        )
        listener.send(encode(hello))

    async def read(self, question: Callable[[LiveGame], Result], player: Id | None = None) -> Result:
        """Work something out about the game in a thread; the player who asks is there."""
        with self._in_use():
            await self._copy.be_current()
            self._connected.note_seen(player)
            return await self._workers.run(question, self._copy.live)

    async def state(self, player: Id | None) -> State:
        """The whole game as a player may see it."""
        with self._in_use():
            await self._copy.be_current()
            await self._clock.settle()
            return self.state_of(player)

    async def last_seq(self, player: Id | None) -> int:
        """The last event; the player who asks for it is there."""
        with self._in_use():
            await self._copy.be_current()
            self._connected.note_seen(player)
            return self._copy.live.seq

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        """Keep the registry from dropping this mailbox meanwhile: nobody should listen to one that is forgotten."""
        self._readers += 1
        try:
            yield
        finally:
            self._readers -= 1

    def state_of(self, player: Id | None) -> State:
        """The whole game as a player may see it, as it is known here."""
        live = self._copy.live
        self._connected.note_seen(player)
        invitation = self._signer.invitation(live.settings.game)
        return live.state(player, self._clock.now(), invitation, expires_at(live, self._fair_play))
