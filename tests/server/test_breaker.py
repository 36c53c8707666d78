"""The circuit breaker of the flags: a wrong clock opens it, and nothing that clients do."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, text

from barragoon.server.game.flag_circuit_breaker import FlagBreaker
from barragoon.server.game.flag_guard import FlagGuard
from barragoon.server.game.late_flags import LONGEST_WAIT, MOST_LATE, LateFlags
from barragoon.server.messages import Clocks, Id, Player, Seats
from barragoon.server.settings import Settings
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.encoding import encode
from barragoon.server.store.open_store import open_database
from barragoon.server.store.server_facts import BREAKER, read_fact
from barragoon.server.store.store import Store

from .postgres_process import shared_postgres
from .process_parts import opened_process
from .server_process import PROGRAM, Client, Server, comes_true, running
from .stored_games import START, settings_of

MANY = 552
"""As many games as once opened it."""
MOST = Settings().flags_per_minute


def stored(connection: Connection, number: int, deadline: int, *, begun: bool) -> Id:
    """A game whose flag is due, of two players of its own."""
    game = f"game{number}"
    seats = Seats(Player(f"white{number}", "Ann"), Player(f"brown{number}", "Ben"))
    clocks = Clocks(60_000, 60_000, "white", deadline - 60_300, begin_within=None if begun else 45_000)
    row = {
        "id": game,
        "deadline": deadline,
        "settings": encode(settings_of(game)),
        "seats": encode(seats),
        "standing": encode(replace(START, clocks=clocks)),
    }
    connection.execute(
        text(
            "INSERT INTO games (id, seq, status, access, changed_at, deadline_at, turns, opening, seats, standing)"
            " VALUES (:id, 1, 'playing', 'lobby', 0, :deadline, 0, :settings, :seats, :standing)"
        ),
        row,
    )
    return game


def now() -> int:
    return round(time.time() * 1000)


@asynccontextmanager
async def opened(url: str, number: int = 1) -> AsyncIterator[list[tuple[Store, FlagGuard]]]:
    """The guards of so many processes, each with a store of its own."""
    stores = [open_database(url) for _ in range(number)]
    yield [(store, FlagGuard(store, ServerClock(), FlagBreaker(MOST), str(n))) for n, store in enumerate(stores)]
    for store in stores:
        store.close()


@pytest.mark.parametrize("begun", [False, True], ids=["nobody began", "begun"])
def test_however_many_flags_fall_at_one_moment_others_go_on(tmp_path: Path, *, begun: bool) -> None:
    """A thousand players, in as many games as they like, let their time run out together: the clock is right."""

    async def play() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.sqlite3'}") as [(store, guard)]:
            assert await guard.is_right()
            await store.run(lambda connection: [stored(connection, n, now(), begun=begun) for n in range(MANY)])
            assert await guard.is_right()
            for number in range(MANY):
                await guard.count_fallen(f"game{number}", f"white{number}")
            assert await guard.is_right()
            assert await store.read(lambda connection: read_fact(connection, BREAKER)) is None

    asyncio.run(play())


def test_games_that_nobody_began_are_no_sign_of_a_wrong_clock_even_if_they_are_seen_late(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.sqlite3'}") as [(store, guard)]:
            assert await guard.is_right()
            past = now() - 10 * MOST_LATE
            await store.run(lambda connection: [stored(connection, n, past, begun=False) for n in range(MANY)])
            assert await guard.is_right()
            for number in range(MANY):
                await guard.count_fallen(f"game{number}", f"white{number}")
            assert await guard.is_right()

    asyncio.run(play())


def test_flags_that_were_due_for_long_and_that_nobody_saw_open_it_for_all_processes() -> None:
    async def play() -> None:
        async with opened(shared_postgres().new_database(), 3) as processes:
            (store, first), *others = processes
            assert all([await guard.is_right() for _, guard in processes])
            past = now() - LONGEST_WAIT - 10 * MOST_LATE
            await store.run(lambda connection: [stored(connection, n, past, begun=True) for n in range(MOST)])
            assert await first.is_right(), "so few may be chance"
            for number in range(MOST):
                await first.count_fallen(f"game{number}", f"white{number}")
                await first.count_fallen(f"game{number}", f"white{number}")
            await store.run(lambda connection: connection.execute(text("DELETE FROM games")))
            assert await first.is_right(), "so many players, however often"
            await store.run(lambda connection: stored(connection, MOST, past, begun=True))
            assert [await guard.is_right() for _, guard in others] == [False, False], "one more, at another process"
            assert not await first.is_right()
            assert await store.read(lambda connection: read_fact(connection, BREAKER))

    asyncio.run(play())


def test_a_process_that_has_not_heard_that_it_was_closed_does_not_open_it_again(tmp_path: Path) -> None:
    async def play() -> None:
        store = open_database(f"sqlite:///{tmp_path / 'games.sqlite3'}")
        breaker = FlagBreaker(MOST)
        guard = FlagGuard(store, ServerClock(), breaker, "node")
        breaker.is_open = True
        assert await guard.is_right()
        assert await store.read(lambda connection: read_fact(connection, BREAKER)) is None
        store.close()

    asyncio.run(play())


def test_when_a_flag_is_late() -> None:
    late = LateFlags()
    assert late.look({"waited": 0}, now=LONGEST_WAIT + MOST_LATE, seconds=0) == set(), "another process let it wait"
    assert late.look({"waited": 0}, now=10**6, seconds=0.2) == set(), "it was seen in time"
    late.look_at_none(seconds=1_000)
    assert late.look({"on time": 10**6}, now=10**6 + MOST_LATE + 200, seconds=1_000.2) == set()
    assert late.look({"late": 10**6}, now=10**6 + MOST_LATE + 201, seconds=1_000.2) == {"late"}
    assert late.look({}, now=10**6 + MOST_LATE + 400, seconds=1_000.4) == set()


def test_no_flag_falls_after_the_clock_was_set_before_clocks_got_the_time_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_process(Settings(data=str(tmp_path))) as process:
            assert process.pulse.is_fresh
            process.clock.set_at = time.monotonic()
            assert not process.pulse.is_fresh
            await process.pulse.beat()
            assert process.pulse.is_fresh

    asyncio.run(play())


# -- in a running server -----------------------------------------------------------------------------------------

JUMPS = """
import os
from barragoon.server.cluster.pulse import Pulse
from barragoon.server.game import timekeeper
from barragoon.server.shared.server_clock import ServerClock
real = ServerClock.now
ServerClock.now = lambda self: real(self) + (600_000 if os.path.exists({switch!r}) else 0)
Pulse._credit_outage = lambda *_, **__: 0
timekeeper.RESET_SECONDS = 3
"""
"""Sets the clock of a server ten minutes forward while a file is there; and no outage is noticed that would heal it."""
GAMES = 4


def begun_games(server: Server) -> list[tuple[str, Client]]:
    """Games in which both players have completed a turn, each of two players of its own; with White."""
    games = []
    for _ in range(GAMES):
        white, brown = server.client("Ann"), server.client("Ben")
        state = white.open_game(colour="white", terms={"clock": {"initial": 300}})
        brown.join(state)
        assert white.command(state["game"], "act", 1, action="d2d5").status == 200
        assert brown.command(state["game"], "act", 2, action="d8d6").status == 200
        games.append((state["game"], white))
    return games


def test_a_clock_that_jumps_ends_no_game_and_the_breaker_closes_by_itself(tmp_path: Path) -> None:
    switch = tmp_path / "jump"
    settings = {"BARRAGOON_FLAGS_PER_MINUTE": str(GAMES - 1)}
    with running(tmp_path / "data", settings, JUMPS.format(switch=str(switch)) + PROGRAM) as server:
        games = begun_games(server)
        switch.touch()
        assert comes_true(lambda: "too many flags are late" in server.log)
        assert comes_true(lambda: "flags fall again" in server.log)
        for game, white in games:
            credited = white.call("GET", f"/api/v1/games/{game}/events")["events"][3]
            assert (credited["t"], credited["reason"]) == ("clock_credited", "breaker"), "each gets time to act"
            assert credited["milliseconds"] >= 30_000
        assert comes_true(lambda: games[0][1].ask("GET", "/ready").status == 200)
