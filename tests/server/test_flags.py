"""Flags on many processes: who lets them fall, which have to wait, and the time that players get back."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from barragoon.server.game.arrivals import Arrival
from barragoon.server.game.credits import MOST_MOVED, MOVED_WITHIN, after_move, credit_moved, lost_by_moving
from barragoon.server.messages import Clocks
from barragoon.server.store.nodes import LONGEST_SILENCE
from barragoon.server.store.postgres import PostgresStore
from barragoon.server.store.presence import Connected, OtherConnection, other_connections

from .cluster import Cluster, cluster
from .postgres_process import shared_postgres
from .server_process import PROGRAM, Client, GameSocket, Json, Server, comes_true

TWO = (PROGRAM,) * 2
SECONDS = 12
SHORT = {"clock": {"initial": SECONDS}}
"""Long enough to come to the point on a busy machine."""
LONG = {"clock": {"initial": 600}}


def at(node: Server, client: Client) -> Client:
    """The same player, at another node."""
    return Client(node, client.token, client.player)


def begun(nodes: Cluster, terms: object) -> tuple[str, Client, Client]:
    """A game in which both have completed a turn, and White's clock runs; they are at different nodes."""
    first, second = nodes.nodes[:2]
    white, brown = first.client("Ann"), second.client("Ben")
    state = white.open_game(colour="white", terms=terms)
    brown.join(state)
    assert white.command(state["game"], "act", 1, action="d2d5").status == 200
    assert brown.command(state["game"], "act", 2, action="d8d6").status == 200
    return state["game"], white, brown


def enter(client: Client, game: str) -> GameSocket:
    socket = client.enter(game)
    socket.take()
    return socket


def events_of(client: Client, game: str) -> list[Json]:
    events: list[Json] = client.call("GET", f"/api/v1/games/{game}/events")["events"]
    return events


def wait_for(condition: Callable[[], bool]) -> None:
    assert comes_true(condition)


def is_listed(nodes: Cluster, game: str, client: Client) -> bool:
    """Whether the database knows that a player is connected."""
    name = nodes.settings["BARRAGOON_DATABASE"].partition("?")[0].rpartition("/")[2]
    query = f"SELECT 1 FROM presence WHERE game_id = '{game}' AND player_id = '{client.player}'"
    return bool(shared_postgres().execute(query, name))


# -- who came from a process that died ----------------------------------------------------------------------------


def test_a_player_whose_node_died_gets_the_time_back_once(tmp_path: Path) -> None:
    with cluster(tmp_path, shared_postgres(), programs=TWO, has_worker=False) as two:
        game, white, brown = begun(two, LONG)
        before = white.state(game)["standing"]["clocks"]
        with enter(white, game):
            wait_for(lambda: is_listed(two, game, white))
            two.nodes[0].kill()
            died = time.monotonic()
            elsewhere = at(two.nodes[1], white)
            with enter(elsewhere, game) as again, enter(brown, game) as watching:
                back = time.monotonic()
                again.until(4)
                credited = again.events[-1]
                assert (credited["t"], credited["reason"]) == ("clock_credited", "moved")
                assert 0 < credited["milliseconds"] <= min(MOST_MOVED, (back - died) * 1000 + LONGEST_SILENCE)
                assert credited["standing"]["clocks"] == before | {"at": before["at"] + credited["milliseconds"]}
                assert watching.until(4).events[-1] == credited
            for _ in range(3):  # who comes and goes on purpose gets nothing
                with enter(elsewhere, game):
                    time.sleep(1.2)
        assert [event["t"] for event in events_of(elsewhere, game)][3:] == ["clock_credited"]


def test_a_player_who_leaves_a_node_that_lives_gets_nothing(tmp_path: Path) -> None:
    with cluster(tmp_path, shared_postgres(), programs=TWO, has_worker=False) as two:
        game, white, _ = begun(two, LONG)
        for _ in range(3):
            with enter(white, game):
                wait_for(lambda: is_listed(two, game, white))
                with enter(at(two.nodes[1], white), game):
                    time.sleep(LONGEST_SILENCE / 1000 + 1.5)
        assert two.nodes[0].stop() == 0
        with enter(at(two.nodes[1], white), game):
            time.sleep(LONGEST_SILENCE / 1000 + 1.5)
        assert len(events_of(at(two.nodes[1], white), game)) == 3


def test_no_flag_falls_in_the_seconds_in_which_a_player_moves(tmp_path: Path) -> None:
    """Time runs out between the death of the node and the moment when it is known; the worker sees it first."""
    with cluster(tmp_path, shared_postgres(), programs=TWO) as two:
        game, white, brown = begun(two, SHORT)
        with enter(brown, game) as watching:
            with enter(white, game):
                wait_for(lambda: is_listed(two, game, white))
                time.sleep(max(0, SECONDS - 1 - (time.time() - watching.standing["clocks"]["at"] / 1000)))
                two.nodes[0].kill()
            time.sleep(1)
            with enter(at(two.nodes[1], white), game) as again:
                again.do("act", action="d5d3")
                assert again.standing["status"] == "playing"
                again.until(5)
            assert {event["t"] for event in watching.until(5).events} == {"acted", "clock_credited"}
            assert watching.standing["clocks"]["white"] > 0


def test_a_flag_does_not_wait_for_ever_for_a_player_whose_node_died(tmp_path: Path) -> None:
    quick = "from barragoon.server.game import flag_guard; flag_guard.LONGEST_WAIT = 4_000; "
    with cluster(tmp_path, shared_postgres(), programs=(quick + PROGRAM,) * 2, has_worker=False) as two:
        game, white, brown = begun(two, SHORT)
        with enter(brown, game) as watching, enter(white, game):
            wait_for(lambda: is_listed(two, game, white))
            two.nodes[0].kill()
            began = watching.standing["clocks"]["at"]
            flagged = watching.until(4).events[-1]
            assert flagged["t"] == "flagged"
            assert flagged["at"] >= began + SECONDS * 1000 + 4_000


def test_how_much_a_player_gets_back() -> None:
    ran = Arrival(at=20_000, ran_since=12_000)
    assert lost_by_moving(ran, alive_at=15_000, credited_at=0) == 5_000
    assert lost_by_moving(ran, alive_at=11_000, credited_at=0) == 8_000, "the clock ran since 12,000"
    assert lost_by_moving(ran, alive_at=15_000, credited_at=18_000) == 2_000, "all got the rest back"
    assert lost_by_moving(ran, alive_at=21_000, credited_at=0) == 0
    assert lost_by_moving(Arrival(20_000, 0), 20_000 - MOVED_WITHIN, 0) == MOST_MOVED
    assert lost_by_moving(Arrival(20_000, 0), 20_000 - MOVED_WITHIN - 1, 0) == 0
    assert lost_by_moving(Arrival(20_000, None), 15_000, 0) == 0, "the opponent's clock ran"
    running = Clocks(50_000, 60_000, "white", 12_000, begin_within=45_000)
    assert after_move(running, "white", 5_000, ran).clocks == Clocks(50_000, 60_000, "white", 17_000, 45_000)
    acted = Clocks(50_000, 60_000, "brown", 21_000)
    assert after_move(acted, "white", 5_000, ran).clocks == Clocks(55_000, 60_000, "brown", 21_000)


# -- a process that can't be played on -----------------------------------------------------------------------------


CANT = """
import os
from barragoon.server.store import {module}
from barragoon.server.store.store import StoreError
real = {module}.{what}
def fails(*arguments, real=real, **named):
    if os.path.exists({switch!r}):
        raise {error}
    return real(*arguments, **named)
{module}.{what} = fails
"""
"""Lets a node fail at something while a file is there."""
NO_READING = {"module": "postgres", "what": "_Attempt.look_up", "error": 'StoreError("no connection")'}
NO_APPENDING = {
    "module": "append_writer",
    "what": "append_batch",
    "error": '__import__("psycopg").OperationalError("no connection")',
}


@pytest.mark.parametrize("fault", [NO_READING, NO_APPENDING], ids=["reading", "appending"])
def test_a_node_that_can_not_read_or_append_costs_its_players_nothing(tmp_path: Path, fault: dict[str, str]) -> None:
    switch = tmp_path / "fault"
    connecting = CANT.format(switch=str(switch), module="append_writer", what="connect", error=NO_APPENDING["error"])
    program = CANT.format(switch=str(switch), **fault) + (connecting if fault is NO_APPENDING else "")
    with cluster(tmp_path, shared_postgres(), programs=(program + PROGRAM, PROGRAM)) as two:
        game, white, brown = begun(two, SHORT)
        with enter(white, game) as player, enter(brown, game) as watching:
            wait_for(lambda: is_listed(two, game, white))
            switch.touch()
            if fault is NO_APPENDING:
                player.send("act", action="d5d3")  # the node notices when it fails
            wait_for(lambda: Client(two.nodes[0]).ask("GET", "/ready").status == 503)
            time.sleep(SECONDS)  # White's time is up meanwhile, and a node that serves and a worker could see it
            assert at(two.nodes[1], brown).state(game)["standing"]["status"] == "playing"
            switch.unlink()
            credited = watching.until(4).events[-1]
            assert (credited["t"], credited["reason"]) == ("clock_credited", "outage")
            assert credited["milliseconds"] >= 9_000
            player.until(4).do("act", action="d5d3")
            assert watching.until(5).standing["status"] == "playing"


def test_a_frozen_node_gives_its_players_the_time_back(tmp_path: Path) -> None:
    with cluster(tmp_path, shared_postgres(), programs=TWO) as two:
        game, white, brown = begun(two, SHORT)
        with enter(white, game) as player, enter(brown, game) as watching:
            wait_for(lambda: is_listed(two, game, white))
            os.kill(two.nodes[0].process.pid, signal.SIGSTOP)
            time.sleep(SECONDS + 1)
            os.kill(two.nodes[0].process.pid, signal.SIGCONT)
            assert watching.until(4).events[-1]["t"] == "clock_credited"
            player.until(4).do("act", action="d5d3")
            assert watching.until(5).standing["status"] == "playing"


STANDS_STILL = """
import os, signal, time
from barragoon.server.cluster.pulse import Pulse
real = Pulse.{method}
def stops(self, *arguments, **named):
    if os.path.exists({switch!r}):
        os.unlink({switch!r})
        os.kill(os.getpid(), signal.SIGSTOP)
        time.sleep(0.1)  # another thread may take the signal, a moment later
    return real(self, *arguments, **named)
Pulse.{method} = stops
"""
"""Lets a node stand still in the middle of a beat, while a file is there."""


@pytest.mark.parametrize("method", ["_write", "_credit_outage"])
def test_a_node_that_freezes_in_the_middle_of_a_beat_gives_the_time_back(tmp_path: Path, method: str) -> None:
    """It was alive when it began to write, and must not write that it is alive as if nothing had been."""
    switch = tmp_path / "freeze"
    freezing = STANDS_STILL.format(method=method, switch=str(switch)) + PROGRAM
    with cluster(tmp_path, shared_postgres(), programs=(freezing, PROGRAM)) as two:
        game, white, brown = begun(two, SHORT)
        with enter(white, game) as player, enter(brown, game) as watching:
            wait_for(lambda: is_listed(two, game, white))
            switch.touch()
            wait_for(lambda: not switch.exists())
            time.sleep(SECONDS + 1)
            os.kill(two.nodes[0].process.pid, signal.SIGCONT)
            assert watching.until(4).events[-1]["t"] == "clock_credited"
            player.until(4).do("act", action="d5d3")
            assert watching.until(5).standing["status"] == "playing"


# -- who lets flags fall -------------------------------------------------------------------------------------------


NO_LEASE = """
from barragoon.server.cluster import lease
async def nothing(self):
    pass
lease.Lease.renew = nothing
"""


def test_a_node_lets_flags_fall_without_the_process_that_sweeps_all(tmp_path: Path) -> None:
    with cluster(tmp_path, shared_postgres(), programs=(NO_LEASE + PROGRAM,) * 2, has_worker=False) as two:
        game, _, brown = begun(two, SHORT)
        with enter(brown, game) as watching:
            assert watching.until(4).events[-1]["t"] == "flagged"


def test_a_connection_is_dropped_once() -> None:
    async def play() -> None:
        store = PostgresStore(shared_postgres().new_database())

        def fill(connection: Connection) -> None:
            connection.exec_driver_sql("INSERT INTO presence VALUES ('g', 'p', 'dead', 1), ('g', 'p', 'stopped', 1)")
            for name, state in (("dead", "running"), ("stopped", "stopped")):
                connection.exec_driver_sql(f"INSERT INTO nodes VALUES ('{name}', 'serve', '', '', '{state}', 5, 5)")

        await store.run(fill)
        found = await store.read(lambda connection: other_connections(connection, {Connected("g", "p")}, "me"))
        assert found == [OtherConnection("g", "p", "dead", 5)]
        arrival = Arrival(6, None)
        assert await store.run(lambda connection: credit_moved(connection, found[0], arrival)) is None
        assert not await store.read(lambda connection: other_connections(connection, {Connected("g", "p")}, "me"))
        store.close()

    asyncio.run(play())
