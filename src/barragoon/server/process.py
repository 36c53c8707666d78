"""What every process of the server has, whether it serves players or does leased work."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

import structlog
from sqlalchemy import Connection

from barragoon import __version__
from barragoon.server.cluster.hints import Hints
from barragoon.server.cluster.lease import Lease, LeasedWork
from barragoon.server.cluster.node import Node
from barragoon.server.cluster.open_bus import open_bus
from barragoon.server.cluster.pulse import Beat, Credits, Pulse
from barragoon.server.game.attendance import Attendance
from barragoon.server.game.credits import credit_attended, credit_outage
from barragoon.server.game.expiry import EXPIRY_SECONDS, ExpirySweep
from barragoon.server.game.fair_play import DAY, FairPlay
from barragoon.server.game.features import Features
from barragoon.server.game.flag_circuit_breaker import FlagBreaker
from barragoon.server.game.flag_guard import FlagGuard
from barragoon.server.game.game_services import GameServices, Greeting
from barragoon.server.game.healing import Healing
from barragoon.server.game.journal import Journal
from barragoon.server.game.mailbox import Mailbox
from barragoon.server.game.moved_players import MovedPlayers
from barragoon.server.game.registry import Registry
from barragoon.server.game.timekeeper import SWEEP_SECONDS, Timekeeper
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings
from barragoon.server.shared.database_clock import DatabaseClock
from barragoon.server.shared.random_source import random_secret
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.shared.signer import Signer
from barragoon.server.shared.worker_pool import WorkerPool
from barragoon.server.store.nodes import NodeKind
from barragoon.server.store.server_facts import FEATURES, SECRET, add_fact, read_fact
from barragoon.server.store.store import Store, StoreError

MEASURE_SECONDS = 10
"""How often the clock is compared with the database's."""
log = structlog.get_logger("barragoon")


class ServerFailedError(Exception):
    """The process had to stop by itself; a supervisor should start it again."""


class Process:
    """The parts of a process, each made once."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it is made from
        self, settings: Settings, store: Store, metrics: Metrics, kind: NodeKind, secret: bytes, features: Features
    ) -> None:
        self.features = features
        self._fair_play = fair_play_of(settings)
        self.store = store
        self.node = Node(kind, __version__, address=_place(kind, settings.port))
        self.clock = DatabaseClock(store.time) if store.is_shared else ServerClock()
        self.workers = WorkerPool()
        self.verdicts = WorkerPool(threads=1)  # of its own: who waits for a game to be loaded must not wait for these
        self.signer = Signer(secret)
        self.breaker = FlagBreaker(settings.flags_per_minute)
        self._flag_guard = FlagGuard(store, self.clock, self.breaker, self.node.id)
        self.bus = open_bus(settings, store, self.node.id)
        self.pulse = Pulse(store, self.clock, self.node, Credits(credit_outage, credit_attended))
        self.journal = Journal(store, self.workers, metrics, self._fair_play)
        self.greeting = Greeting(self.node.id)
        self.registry = Registry(self.journal, partial(Mailbox, services=self._game_services()), metrics)
        self.attendance = Attendance(store, self.clock, self.registry, self.bus, self.node.id)
        self.void_token: Callable[[bytes], None] = lambda _: None
        """Called with the hash of a token that another process has made void."""
        self.history_changed: Callable[[], None] = lambda: None
        """Called when clients may know what the database does not."""
        self.pulse.attended = self.registry.attended
        self._moved_players = MovedPlayers(store, self.registry, self.bus, self.pulse, self.node.id)
        self._healing = Healing(store, self.clock, self.registry, metrics)
        self.timekeeper = Timekeeper(
            store=store,
            clock=self.clock,
            breaker=self.breaker,
            flag_guard=self._flag_guard,
            pulse=self.pulse,
            registry=self.registry,
            bus=self.bus,
            metrics=metrics,
        )
        self._expiry_lease = self.lease("expiry")
        self._expiry = ExpirySweep(store, self.clock, self.registry, self._expiry_lease, settings.idle_player_days)
        self.pulse.heard.append(self._hear_beat)
        store.batch_watcher = metrics.count_batch
        self.bus.heard_own = metrics.bus_lag.observe
        self._tasks: list[asyncio.Task[None]] = []
        self._is_stopping = False

    @classmethod
    async def open(cls, settings: Settings, store: Store, metrics: Metrics, kind: NodeKind) -> Process:
        """A process with the secret and the features that the store names."""
        secret = await store.run(_read_secret)
        features = Features.from_fact(await store.read(lambda connection: read_fact(connection, FEATURES)))
        return cls(settings, store, metrics, kind, secret, features)

    def _game_services(self) -> GameServices:
        return GameServices(
            journal=self.journal,
            clock=self.clock,
            workers=self.workers,
            verdicts=self.verdicts,
            signer=self.signer,
            flag_guard=self._flag_guard,
            bus=self.bus,
            pulse=self.pulse,
            greeting=self.greeting,
            fair_play=self._fair_play,
            features=self.features,
        )

    # -- its life --------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Take part among the others, and begin all that goes on by itself."""
        await self.clock.settle()
        await self.pulse.begin()
        self.bus.start(self._hear_hints)
        self.start(self.pulse.run())
        self.start(LeasedWork(self.lease("flags"), self.timekeeper.sweep, SWEEP_SECONDS).run())
        self.start(LeasedWork(self._expiry_lease, self._expiry.sweep, EXPIRY_SECONDS).run())
        if self.store.is_shared:
            self.start(self.timekeeper.run_own())
            self.start(self._healing.run())
            self.start(self._moved_players.run())
            self.start(self.attendance.run())
            self.start(self._measure_always())

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that goes on until the process ends; if it ends by itself, that is logged."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(_log_failure)
        self._tasks.append(task)

    def lease(self, name: str) -> Lease:
        """A lease that this process wants."""
        return Lease(self.store, self.node, self.pulse, name)

    async def end(self) -> None:
        """Stop everything, and say so to the others."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.registry.finish()
        await self.bus.close()
        with suppress(StoreError):
            await self.attendance.end()
        with suppress(StoreError):
            await self.pulse.end()
        self.workers.close()
        self.verdicts.close()

    # -- what it hears ---------------------------------------------------------------------------------------

    def _hear_hints(self, hints: Hints) -> None:
        if hints.all_games:
            self._healing.hint_all()
        for game, seq in hints.games.items():
            self.registry.hint(game, seq)
        for game in hints.rewritten:
            self.registry.distrust(game)
        self.attendance.hint(hints.presence)
        for token_hash in hints.void:
            self.void_token(token_hash)

    def _hear_beat(self, beat: Beat) -> None:
        if self.greeting.history not in {"", beat.history}:
            log.warning("the database has another history: clients begin anew")
            self.registry.distrust_all()
            self.history_changed()
        self.greeting.history = beat.history
        self.features.follow(beat.features)
        if beat.stops == self.node.id and not self._is_stopping:
            self._is_stopping = True
            log.info("an operator lets this process stop")
            signal.raise_signal(signal.SIGTERM)  # what its supervisor would send
        if beat.credited:
            self.registry.expect_events()
            self.bus.all_changed()

    async def _measure_always(self) -> None:
        while True:
            await asyncio.sleep(MEASURE_SECONDS)
            if isinstance(self.clock, DatabaseClock):
                with suppress(StoreError):  # the store logs it
                    await self.clock.measure()


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (problem := task.exception()):
        log.error("something that should go on has ended", exc_info=problem)


def _read_secret(connection: Connection) -> bytes:
    """The secret that keys are signed with; it is made once."""
    secret = read_fact(connection, SECRET)
    if secret is None:
        add_fact(connection, SECRET, random_secret())
        secret = read_fact(connection, SECRET)  # another process may have been first
        assert secret is not None, "it was just written"
    return secret


def _place(kind: NodeKind, port: int) -> str:
    """Where a process is found: the machine, and the port if it serves; the one that takes its place has the same."""
    return f"{socket.gethostname()}:{port}" if kind == "serve" else socket.gethostname()


def fair_play_of(settings: Settings) -> FairPlay:
    """The times of fair play that the settings name."""
    return FairPlay(
        away=round(settings.away_seconds * 1000),
        blameless=round(settings.blameless_seconds * 1000),
        silence=round(settings.silence_days * DAY),
        open=round(settings.open_game_days * DAY),
        lobby=round(settings.lobby_seconds * 1000),
    )
