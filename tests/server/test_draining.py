"""Draining while the database does not answer: players are sent away all the same."""

import asyncio
from pathlib import Path

import pytest

from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings
from barragoon.server.websocket import draining
from barragoon.server.websocket.draining import Draining
from barragoon.server.websocket.open_sockets import OpenSockets

from .process_parts import opened_process


def test_a_store_that_does_not_answer_keeps_nobody_from_draining(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened_process(Settings(data=str(tmp_path))) as process:
            open_sockets = OpenSockets(10, 10, Metrics())
            with monkeypatch.context() as hanging:
                hanging.setattr(process.store, "run", lambda _: asyncio.sleep(1_000))
                await Draining(process.node, process.pulse, open_sockets, 0.1).run()
            assert open_sockets.is_draining

    monkeypatch.setattr(draining, "LONGEST_WRITE", 0.1)
    asyncio.run(check())
