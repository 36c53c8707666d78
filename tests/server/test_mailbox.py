"""A mailbox on a store that fails at the wrong moment: listeners get every event all the same."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from barragoon.server.cluster.pulse import Beat
from barragoon.server.game.credits import credit_outage
from barragoon.server.messages import Ack, Act, Id, Reject
from barragoon.server.settings import Settings
from barragoon.server.store.games import EncodedEvent, Snapshot
from barragoon.server.store.store import StoreError

from .postgres_process import shared_postgres
from .process_parts import Witness, begin_game, begin_timed_game, opened_process
from .stored_games import ANN


def test_an_event_of_unknown_fate_is_sent_though_reading_it_fails_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened_process(Settings(data=str(tmp_path))) as process:
            mailbox, witness = await begin_game(process, "game"), Witness(ANN)
            await mailbox.listen(witness, 1)
            append, read, reads = process.store.append, process.store.read, 0

            async def append_and_fail(game: Id, snapshot: Snapshot, encoded: EncodedEvent) -> None:
                await append(game, snapshot, encoded)
                raise StoreError("the connection was lost in the commit")

            async def fail_once(work: Callable[[Connection], Any]) -> object:
                nonlocal reads
                reads += 1
                if reads == 1:
                    raise StoreError("the connection was lost")
                return await read(work)

            monkeypatch.setattr(process.store, "append", append_and_fail)
            result = await mailbox.submit(Act(id="move", seq=1, action="d2d5"), ANN, 0)
            assert isinstance(result, Reject)
            assert result.code == "unavailable"
            monkeypatch.setattr(process.store, "read", fail_once)
            with pytest.raises(StoreError):
                await mailbox.state(None)
            assert (await mailbox.state(None)).seq == 2
            assert witness.seqs == [2]

    asyncio.run(check())


def test_a_hint_of_an_event_that_was_never_stored_costs_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with opened_process(Settings(database=shared_postgres().new_database())) as process:
            mailbox = await begin_game(process, "game")
            await mailbox.listen(Witness(ANN), 1)
            mailbox.hint(10**9)
            await mailbox.look()

            async def read(_: object) -> object:
                raise AssertionError("the store is asked again")

            monkeypatch.setattr(process.store, "read", read)
            assert await mailbox.last_seq(None) == 1
            monkeypatch.undo()

    asyncio.run(check())


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_after_clocks_got_time_back_no_game_is_loaded_anew(
    store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading all games again at once would be the next outage."""
    settings = (
        Settings(data=str(tmp_path)) if store == "sqlite" else Settings(database=shared_postgres().new_database())
    )

    async def load(*_: object) -> object:
        raise AssertionError("the game is loaded again")

    async def check() -> None:
        async with opened_process(settings) as process:
            mailbox, witness = await begin_timed_game(process, "game"), Witness(ANN)
            await mailbox.listen(witness, 1)
            now = process.clock.now() + 1
            assert await process.store.run(lambda connection: credit_outage(connection, 0, now)) == 1
            monkeypatch.setattr(process.journal, "load", load)
            for hear in process.pulse.heard:
                hear(Beat(1, None, process.greeting.history, is_served=True, has_worker=True))
            assert (await mailbox.state(None)).seq == 2
            assert witness.seqs == [2]
            monkeypatch.undo()

    asyncio.run(check())


def test_who_comes_for_all_events_keeps_no_player_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with opened_process(Settings(data=str(tmp_path))) as process:
            mailbox, watcher = await begin_game(process, "game"), Witness(None)
            events_after, may_read = process.journal.events_after, asyncio.Event()

            async def read_slowly(game: Id, since: int) -> list[bytes]:
                await may_read.wait()
                return await events_after(game, since)

            monkeypatch.setattr(process.journal, "events_after", read_slowly)
            watching = asyncio.ensure_future(mailbox.listen(watcher, 0))
            await asyncio.sleep(0)
            result = await mailbox.submit(Act(id="move", seq=1, action="d2d5"), ANN, 0)
            assert isinstance(result, Ack)
            may_read.set()
            await watching
            assert watcher.seqs == [1, 2]

    asyncio.run(check())
