"""What all games of a process share."""

from __future__ import annotations

from dataclasses import dataclass

from barragoon.server.cluster.bus import Bus
from barragoon.server.cluster.pulse import Pulse
from barragoon.server.game.fair_play import FairPlay
from barragoon.server.game.features import Features
from barragoon.server.game.flag_guard import FlagGuard
from barragoon.server.game.journal import Journal
from barragoon.server.messages import Id
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.shared.signer import Signer
from barragoon.server.shared.worker_pool import WorkerPool


class Greeting:
    """What each client gets to know about the server when it connects: which process, and which history."""

    def __init__(self, node: Id) -> None:
        self.node = node
        self.history = ""


@dataclass(frozen=True, slots=True)
class GameServices:
    """The parts of a process that a game works with, each for one job."""

    journal: Journal
    clock: ServerClock
    workers: WorkerPool
    verdicts: WorkerPool
    signer: Signer
    flag_guard: FlagGuard
    fair_play: FairPlay
    features: Features
    bus: Bus
    pulse: Pulse
    greeting: Greeting
