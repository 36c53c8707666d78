"""Whose slowness do players wait for? Not that of strangers, of other games, or of the opponent's useless commands."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from barragoon.server.game import timekeeper
from barragoon.server.game.credits import credit_outage
from barragoon.server.game.game_writer import SeatTakenError
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.mailbox import Mailbox
from barragoon.server.http.routes.games import record_of
from barragoon.server.messages import (
    Ack,
    Act,
    AskTakeBack,
    DeclineDraw,
    Id,
    Join,
    Milliseconds,
    Player,
    Reject,
)
from barragoon.server.process import Process
from barragoon.server.settings import Settings
from barragoon.server.shared.worker_pool import ASKER, WorkerPool
from barragoon.server.store.store import StoreError

from .postgres_process import shared_postgres
from .process_parts import Witness, begin_game, begin_timed_game, opened_process
from .server_process import TEST_STORE
from .stored_games import ANN, BEN, settings_of

Result = TypeVar("Result")
STRANGER = Player("eve", "Eve")
LONGEST = 120
"""Seconds that only a test waits which fails."""
MINUTE = 60_000
Reading = Callable[[Mailbox], Awaitable[object]]


@pytest.fixture(params=["sqlite", "postgresql"] if TEST_STORE == "sqlite" else [TEST_STORE])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "postgresql":
        return Settings(database=shared_postgres().new_database())
    return Settings(data=str(tmp_path))


async def soon(work: Awaitable[Result]) -> Result:
    return await asyncio.wait_for(work, LONGEST)


async def acted(mailbox: Mailbox) -> bool:
    """Whether a player's action is carried out soon; on a busy machine the store may ask to send it again."""
    answer = await soon(mailbox.submit(move(), ANN, 0))
    while isinstance(answer, Reject) and answer.code == "unavailable":
        answer = await soon(mailbox.submit(move(), ANN, 0))
    return isinstance(answer, Ack)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(LONGEST):
        while not condition():  # noqa: ASYNC110 - of what the server does, no event tells
            await asyncio.sleep(0.01)


def asked_by(asker: str, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
    """Begin something that this address has asked for."""

    async def run() -> Result:
        ASKER.set(asker)
        return await work

    return asyncio.ensure_future(run())


@asynccontextmanager
async def busy(pool: WorkerPool, asker: str, pieces: int) -> AsyncIterator[Callable[[int], None]]:
    """All threads of a pool work for somebody, and more of it waits; yields what lets some of it go on."""
    allowed = threading.Semaphore(0)
    work = [asked_by(asker, pool.run(allowed.acquire, True, 3 * LONGEST)) for _ in range(pieces)]
    await asyncio.sleep(0)
    try:
        yield allowed.release
    finally:
        allowed.release(pieces)
        await asyncio.gather(*work)


def hold_up(
    monkeypatch: pytest.MonkeyPatch, part: object, name: str, asker: str
) -> tuple[asyncio.Event, asyncio.Event]:
    """Let a function wait when somebody asks for it; the events say that they do, and let them go on."""
    real, waits, go_on = getattr(part, name), asyncio.Event(), asyncio.Event()

    async def wait(*arguments: object) -> object:
        if ASKER.get() == asker:
            waits.set()
            await go_on.wait()
        return await real(*arguments)

    monkeypatch.setattr(part, name, wait)
    return waits, go_on


def move(number: int = 0, seq: int = 1) -> Act:
    return Act(id=f"move{number}", seq=seq, action="d2d5")


# -- strangers who read ----------------------------------------------------------------------------------------


def test_nobody_waits_for_the_queue_of_a_stranger_who_asks_for_the_file(settings: Settings) -> None:
    async def check() -> None:
        async with opened_process(settings) as process:
            mailbox = await begin_game(process, "game")
            async with busy(process.workers, "stranger", pieces=12):
                reading = asked_by("stranger", mailbox.read(record_of))
                await until(lambda: process.workers.waiting("stranger") == 11)
                assert await acted(mailbox)
                assert not reading.done()
            assert "Barragoon" in await soon(reading)

    asyncio.run(check())


@pytest.mark.parametrize("slow", ["events_after", "connected_elsewhere", "load"])
@pytest.mark.parametrize(
    "read",
    [
        lambda mailbox: mailbox.state(None),
        lambda mailbox: mailbox.last_seq(None),
        lambda mailbox: mailbox.read(record_of),
        lambda mailbox: mailbox.listen(Witness(None), None),
        lambda mailbox: mailbox.listen(Witness(None), 0),
        lambda mailbox: mailbox.submit(Act(id="x", seq=10**9, action="d2d5"), STRANGER, 0),
    ],
    ids=["state", "last event", "file", "listening", "listening to all", "command"],
)
def test_nobody_waits_while_the_store_is_read_for_a_stranger(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, slow: str, read: Reading
) -> None:
    async def check() -> None:
        async with opened_process(settings) as process:
            mailbox = await begin_game(process, "game")
            if slow == "load":
                mailbox.distrust()
            waits, go_on = hold_up(monkeypatch, process.journal, slow, "stranger")
            reading = asked_by("stranger", _awaited(read(mailbox)))
            await asyncio.wait([reading, asyncio.ensure_future(waits.wait())], return_when=asyncio.FIRST_COMPLETED)
            assert await acted(mailbox)
            go_on.set()
            waits.set()
            await soon(reading)

    asyncio.run(check())


async def _awaited(work: Awaitable[Result]) -> Result:
    return await work


def test_who_comes_while_events_happen_misses_none_and_gets_none_twice(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened_process(settings) as process:
            mailbox, watcher = await begin_game(process, "game"), Witness(None)
            waits, go_on = hold_up(monkeypatch, process.journal, "events_after", "stranger")
            listening = asked_by("stranger", mailbox.listen(watcher, 0))
            await soon(waits.wait())
            await mailbox.submit(move(), ANN, 0)
            storing, may_store = hold_up(monkeypatch, process.journal, "append", "brown")
            acting = asked_by("brown", mailbox.submit(Act(id="m2", seq=2, action="d8d6"), BEN, 0))
            await soon(storing.wait())
            go_on.set()
            await soon(listening)
            assert watcher.seqs == [1, 2], "what is not stored yet has not happened"
            may_store.set()
            assert isinstance(await soon(acting), Ack)
            assert watcher.seqs == [1, 2, 3]

    asyncio.run(check())


def test_a_game_is_loaded_for_the_first_whose_turn_it_is(settings: Settings) -> None:
    async def check() -> None:
        async with opened_process(settings) as process:
            await begin_game(process, "game")
            process.registry.drop(["game"])
            async with busy(process.workers, "stranger", pieces=4) as go_on_after:
                strangers = asked_by("stranger", process.registry.find("game"))
                await until(lambda: process.workers.waiting("stranger") == 3)
                owners = asked_by("owner", process.registry.find("game"))
                await until(lambda: process.workers.waiting("owner"))
                go_on_after(2)
                assert await soon(owners) is not None
            assert await strangers is await owners

    asyncio.run(check())


# -- strangers who command -------------------------------------------------------------------------------------


def test_a_stranger_is_rejected_at_once_however_long_a_player_takes(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened_process(settings) as process:
            mailbox = await begin_game(process, "game")
            storing, may_store = hold_up(monkeypatch, process.journal, "append", "ann")
            acting = asked_by("ann", mailbox.submit(move(), ANN, 0))
            await soon(storing.wait())
            rejected = await soon(mailbox.submit(move(1), STRANGER, 0))
            assert isinstance(rejected, Reject)
            assert (rejected.code, rejected.seq) == ("not_seated", 1)
            with pytest.raises(SeatTakenError):
                await soon(mailbox.join(Join("j"), STRANGER))
            may_store.set()
            assert isinstance(await soon(acting), Ack)

    asyncio.run(check())


def test_a_player_who_joined_elsewhere_is_no_stranger() -> None:
    """Another process has written who has the free seat; no hint has come here."""

    async def check() -> None:
        url = shared_postgres().new_database()
        async with opened_process(Settings(database=url)) as one:
            await one.journal.add(LiveGame(settings_of("game")))
            async with opened_process(Settings(database=url), players=()) as other:
                here, there = await one.registry.find("game"), await other.registry.find("game")
                assert here
                assert there
                await here.listen(Witness(ANN), None)
                await there.join(Join("j"), BEN)
                answer = await here.submit(DeclineDraw(id="d", seq=1), BEN, 0)
                assert isinstance(answer, Reject)
                assert answer.code == "not_now"

    asyncio.run(check())


# -- the opponent ----------------------------------------------------------------------------------------------


def test_nobody_waits_for_what_is_looked_up_for_the_opponents_useless_commands(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened_process(settings) as process:
            mailbox = await begin_game(process, "game")
            waits, go_on = hold_up(monkeypatch, process.journal, "find_command", "ben")
            useless = [asked_by("ben", mailbox.submit(DeclineDraw(id=f"d{n}", seq=1), BEN, 0)) for n in range(5)]
            await soon(waits.wait())
            assert await acted(mailbox)
            go_on.set()
            assert {type(answer) for answer in await soon(asyncio.gather(*useless))} == {Reject}

    asyncio.run(check())


def test_asking_for_a_take_back_waits_in_no_queue(settings: Settings) -> None:
    async def check() -> None:
        async with opened_process(settings) as process:
            mailbox = await begin_game(process, "game")
            await mailbox.submit(move(), ANN, 0)
            async with busy(process.verdicts, "ann", pieces=5):
                asked = await soon(asked_by("ann", mailbox.submit(AskTakeBack(id="t", seq=2), ANN, 0)))
                assert isinstance(asked, Ack)

    asyncio.run(check())


# -- time ------------------------------------------------------------------------------------------------------


@pytest.fixture
def sqlite(tmp_path: Path) -> Settings:
    """Where the time is the process's own, and can be set."""
    return Settings(data=str(tmp_path))


def settable_clock(process: Process, monkeypatch: pytest.MonkeyPatch) -> Callable[[Milliseconds], None]:
    """Stop the clock; returns what lets time pass."""
    times = [process.clock.now()]
    monkeypatch.setattr(process.clock, "now", lambda: times[0])

    def pass_by(milliseconds: Milliseconds) -> None:
        times[0] += milliseconds

    return pass_by


def test_an_action_that_arrived_in_time_counts_however_long_it_waits_behind_others(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with opened_process(sqlite) as process:
            pass_by = settable_clock(process, monkeypatch)
            mailbox = await begin_timed_game(process, "game")
            waits, go_on = hold_up(monkeypatch, process.pulse, "settle", "ben")
            useless = asked_by("ben", mailbox.submit(DeclineDraw(id="d", seq=1), BEN, 0))
            await soon(waits.wait())
            pass_by(20_000)
            acting = asyncio.ensure_future(mailbox.submit(move(), ANN, 0))
            await asyncio.sleep(0)
            pass_by(MINUTE)
            flag = asyncio.ensure_future(mailbox.check_flag())
            await asyncio.sleep(0)
            go_on.set()
            assert isinstance(await soon(useless), Reject)
            assert isinstance(await soon(acting), Ack)
            await soon(flag)
            standing = (await mailbox.state(None)).standing
            assert standing.status == "playing"
            assert standing.clocks
            assert (standing.clocks.white, standing.clocks.brown) == (40_000, MINUTE)
            assert standing.clocks.at == process.clock.now(), "nor does the opponent pay for it"

    asyncio.run(check())


def test_nobody_pays_for_a_slow_verdict(sqlite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        async with opened_process(sqlite) as process:
            pass_by = settable_clock(process, monkeypatch)
            mailbox = await begin_timed_game(process, "game")
            monkeypatch.setattr(LiveGame, "is_fast", lambda *_: False)
            pass_by(20_000)
            async with busy(process.verdicts, "ann", pieces=3):
                acting = asked_by("ann", mailbox.submit(move(), ANN, 0))
                await until(lambda: process.verdicts.waiting("ann") == 3)
                pass_by(MINUTE)
                flag = asyncio.ensure_future(mailbox.check_flag())
                await asyncio.sleep(0)
            assert isinstance(await soon(acting), Ack)
            await soon(flag)
            state = await mailbox.state(None)
            assert state.standing.clocks
            assert (state.standing.clocks.white, state.standing.clocks.brown) == (40_000, MINUTE)
            assert state.standing.clocks.at == process.clock.now()
            again = await process.journal.load("game")
            assert again
            assert again.standing == state.standing

    asyncio.run(check())


def test_time_that_was_waited_for_is_given_back_once(sqlite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """While an action waits, an outage is credited: the clock has got that time back already."""

    async def check() -> None:
        async with opened_process(sqlite) as process:
            pass_by = settable_clock(process, monkeypatch)
            mailbox = await begin_timed_game(process, "game")
            pass_by(20_000)
            waits, go_on = hold_up(monkeypatch, process.pulse, "settle", "ann")
            acting = asked_by("ann", mailbox.submit(move(), ANN, 0))
            await soon(waits.wait())
            began = process.clock.now()
            pass_by(10_000)
            ended = process.clock.now()
            assert await process.store.run(lambda connection: credit_outage(connection, began, ended)) == 1
            mailbox.distrust()
            go_on.set()
            assert isinstance(await soon(acting), Ack)
            clocks = (await mailbox.state(None)).standing.clocks
            assert clocks
            assert clocks.white == 40_000

    asyncio.run(check())


# -- flags of other games --------------------------------------------------------------------------------------


async def stuck(*_: object) -> None:
    await asyncio.Event().wait()


async def failing(*_: object) -> None:
    raise StoreError("the row is locked")


@pytest.mark.parametrize("part", ["check_flag", "find"])
@pytest.mark.parametrize("fault", [stuck, failing])
def test_one_game_holds_up_no_flag_of_another(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch, part: str, fault: Callable[..., Any]
) -> None:
    async def check() -> None:
        async with opened_process(sqlite) as process:
            pass_by = settable_clock(process, monkeypatch)
            monkeypatch.setattr(timekeeper, "PATIENCE_SECONDS", 0.05, raising=False)
            bad, *good = [await begin_timed_game(process, f"game{number}") for number in range(4)]
            find = process.registry.find

            async def find_others(game: Id) -> Mailbox | None:
                return await (fault() if game == "game0" else find(game))

            if part == "find":
                monkeypatch.setattr(process.registry, "find", find_others)
            else:
                monkeypatch.setattr(bad, "check_flag", fault)
            pass_by(2 * MINUTE)
            await soon(process.timekeeper.sweep())
            await until(lambda: all(mailbox.deadline is None for mailbox in good))
            assert bad.deadline is not None
            await soon(process.timekeeper.sweep())  # nor does it hold up the next sweep

    asyncio.run(check())
