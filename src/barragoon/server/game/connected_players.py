"""Which players of one game are connected, on this process or another, and telling everybody who listens."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from barragoon.server.game.absence import Absence
from barragoon.server.game.arrivals import Arrivals
from barragoon.server.game.fair_play import claim_at, needs_opener
from barragoon.server.game.game_copy import GameCopy
from barragoon.server.game.game_services import GameServices
from barragoon.server.game.listeners import Listener, Listeners
from barragoon.server.messages import Id, Milliseconds
from barragoon.server.store.encoding import encode

PRESENCE_SECONDS = 0.3
"""How long the message about who is there waits for others who come."""


class ConnectedPlayers:
    """Reports who is there to :class:`Absence`, and sends it to the listeners."""

    def __init__(self, copy: GameCopy, listeners: Listeners, services: GameServices) -> None:
        now, blameless = services.clock.now(), services.fair_play.blameless
        was_under_way = copy.live.seq > 1  # elsewhere, or before a restart: its players may be coming back just now
        self.absence = Absence(now, now + blameless if was_under_way else 0)
        self.arrivals = Arrivals()
        self._copy = copy
        self._listeners = listeners
        self._journal = services.journal
        self._clock = services.clock
        self._fair_play = services.fair_play
        self._node = services.greeting.node
        self._elsewhere: frozenset[Id] = frozenset()
        self._sent_claim_at: Milliseconds | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def claim_at(self) -> Milliseconds | None:
        """From when on the actor's opponent may claim."""
        return claim_at(self._copy.live, self.absence, self._fair_play)

    @property
    def is_opener_expected(self) -> bool:
        """Whether the game waits only while its opener is there, who was there lately: that must not be forgotten."""
        live, now = self._copy.live, self._clock.now()
        seen = self.absence.last_seen(live.settings.opener.id)
        return seen is not None and needs_opener(live) and now < seen + self._fair_play.lobby

    def set_elsewhere(self, players: frozenset[Id]) -> None:
        """These players are connected to the game on other processes."""
        if players != self._elsewhere:
            self._elsewhere = players
            self._changed()

    async def read_elsewhere(self) -> None:
        """Find out who is connected on other processes, before it is decided that somebody is away."""
        if self._journal.is_shared:
            game, now = self._copy.live.settings.game, self._clock.now()
            self.set_elsewhere(frozenset(await self._journal.connected_elsewhere(game, self._node, now)))

    def add(self, listener: Listener) -> None:
        """Send everything that happens to a listener."""
        self._listeners.add(listener)
        live = self._copy.live
        if listener.player_id and (colour := live.colour_of(listener.player_id)):
            self.arrivals.note(listener.player_id, colour, live.clocks, self._clock.now())
        self._changed()

    def remove(self, listener: Listener) -> None:
        """Send nothing more to a listener."""
        self._listeners.remove(listener)
        if listener.player_id and not self._listeners.includes(listener.player_id):
            self.arrivals.forget(listener.player_id)
        self._changed()

    def _changed(self) -> None:
        """Who listens has changed, here or on another process."""
        here = {player for player in self._listeners.players() | self._elsewhere if self._is_player(player)}
        self.absence.report_connected(here, self._clock.now())
        self.send_soon()

    def note_seen(self, player: Id | None) -> None:
        """Somebody has sent something."""
        if player is not None and self._is_player(player):
            self.absence.report_seen(player, self._clock.now())

    def send_soon(self) -> None:
        """Send who is connected, a little later: when a thousand connect at once, one message does for all."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._send)

    def send_if_claim_changed(self) -> None:
        """After an event, another player may be able to claim, or nobody."""
        if self._sent_claim_at != self.claim_at:
            self.send_soon()

    def _send(self) -> None:
        self._timer = None
        self._sent_claim_at = self.claim_at
        if len(self._listeners):
            presence = self._listeners.presence(self._copy.live.seats, self._elsewhere)
            self._listeners.send(encode(replace(presence, claim_at=self._sent_claim_at)))

    def _is_player(self, player: Id | None) -> bool:
        """Whether somebody has a seat, or waits for an opponent; nobody asks how long spectators are away."""
        live = self._copy.live
        return live.colour_of(player) is not None or player == live.settings.opener.id
