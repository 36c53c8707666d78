"""Two nodes and a worker on one database: a game is the same everywhere, and what one does for all is done once."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.exceptions import InvalidStatus

from barragoon.server.cluster.hints import LARGEST_PAYLOAD, Hints, read_hints
from barragoon.server.game.credits import LEAST_LEFT, after_outage, with_time_to_act
from barragoon.server.messages import Clocks
from barragoon.server.shared.database_clock import DatabaseClock
from barragoon.server.store.leases import LASTS, holds_lease, take_lease
from barragoon.server.store.postgres import PostgresStore

from .admin_command import admin
from .cluster import Cluster, cluster, wait_until_ready
from .postgres_process import shared_postgres
from .server_process import SECONDS, Client, GameSocket, Json, Response, Server, fresh, running

WHY = ("--reason", "a test")
TWO = ("from barragoon.cli import main; main()",) * 2
ONLY_THE_BUS = f"from barragoon.server.websocket import token_check; token_check.SECONDS = 3600; {TWO[0]}"
"""A node that does not look by itself for tokens that became void."""


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two nodes and a worker."""
    with cluster(tmp_path_factory.mktemp("cluster"), shared_postgres(), programs=(ONLY_THE_BUS,) * 2) as running:
        yield running


def at(node: Server, client: Client) -> Client:
    """The same player, at another node."""
    return Client(node, client.token, client.player)


def begin(nodes: Cluster, **asked: object) -> tuple[str, Client, Client]:
    """A game between a player at the first node and one at the second."""
    first, second = nodes.nodes
    white, brown = first.client("Ann"), second.client("Ben")
    state = white.open_game(colour="white", **asked)
    brown.join(state)
    return state["game"], white, brown


def enter(client: Client, game: str) -> GameSocket:
    socket = client.enter(game)
    socket.take()
    return socket


# -- following -------------------------------------------------------------------------------------------------


def test_what_one_node_writes_is_seen_at_the_other(nodes: Cluster) -> None:
    game, white, brown = begin(nodes)
    with enter(white, game) as first, enter(brown, game) as second:
        assert first.hello["node"] != second.hello["node"]
        assert first.hello["history"] == second.hello["history"] != ""
        first.do("act", action="d2d5")
        second.until(2).do("act", action="e8e7")
        first.until(3).do("offer_draw")
        second.until(4).do("accept_draw")
        first.until(5)
        assert first.standing == second.standing
    for client in (white, at(nodes.nodes[1], white)):
        assert client.state(game)["seq"] == 5


def test_a_command_that_was_carried_out_elsewhere_gets_the_same_answer(nodes: Cluster) -> None:
    game, white, _ = begin(nodes)
    command = {"t": "act", "id": fresh(), "seq": 1, "action": "d2d5"}
    path = f"/api/v1/games/{game}/commands"
    with enter(at(nodes.nodes[1], white), game):  # a listener there, so that its game is kept in memory
        first = white.call("POST", path, command)
        assert at(nodes.nodes[1], white).call("POST", path, command) == first
        other = at(nodes.nodes[1], white).ask("POST", path, command | {"action": "d2d4"})
        assert other.json["code"] == "id_taken"


def test_of_two_commands_at_two_nodes_one_wins_and_the_other_gets_the_state(nodes: Cluster) -> None:
    for _ in range(5):
        game, white, _ = begin(nodes)
        answers: list[Json] = []

        def send(client: Client, action: str, game: str = game, answers: list[Json] = answers) -> None:
            answers.append(client.command(game, "act", 1, action=action).json)

        threads = [
            threading.Thread(target=send, args=(white, "d2d5")),
            threading.Thread(target=send, args=(at(nodes.nodes[1], white), "d2d4")),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        acks = [answer for answer in answers if answer["t"] == "ack"]
        lost = [answer for answer in answers if answer["t"] == "reject"]
        assert len(acks) == len(lost) == 1
        assert lost[0]["code"] == "stale"
        assert lost[0]["state"]["seq"] == 2


def test_of_two_who_join_at_two_nodes_one_has_the_seat_and_the_other_gets_the_reason(nodes: Cluster) -> None:
    opener = nodes.nodes[0].client("Ann")
    for _ in range(10):
        state = opener.open_game()
        body = {"key": state["invitation"].partition("#join=")[2]}
        answers: list[Response] = []

        def join(node: Server, state: Json = state, body: Json = body, answers: list[Response] = answers) -> None:
            answers.append(node.client().ask("POST", f"/api/v1/games/{state['game']}/join", {"id": fresh()} | body))

        threads = [threading.Thread(target=join, args=[node]) for node in nodes.nodes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status for answer in answers) == [200, 409], [answer.body for answer in answers]


def test_a_client_that_knows_more_than_a_node_has_heard_is_not_sent_back(nodes: Cluster) -> None:
    game, white, brown = begin(nodes)
    with enter(brown, game):  # the second node follows the game
        for seq, action in ((1, "d2d5"), (3, "d5d3")):
            assert white.command(game, "act", seq, action=action).status == 200
            with at(nodes.nodes[1], white).enter(game, since=seq + 1) as again:
                assert again.hello["seq"] == seq + 1
            if seq == 1:
                assert at(nodes.nodes[0], brown).command(game, "act", 2, action="e8e7").status == 200


SLOW_ARRIVAL = """
import asyncio
from barragoon.server.game.journal import Journal
real = Journal.connected_elsewhere
async def slow(*arguments):
    found = await real(*arguments)
    await asyncio.sleep(1)
    return found
Journal.connected_elsewhere = slow
"""
"""Makes the time long in which a client has the game as it is, and does not follow it yet."""


def test_what_happens_while_a_player_arrives_is_seen(tmp_path: Path) -> None:
    programs = (TWO[0], SLOW_ARRIVAL + TWO[0])
    with cluster(tmp_path, shared_postgres(), programs=programs, has_worker=False) as two:
        game, white, brown = begin(two)
        acting = threading.Timer(0.5, white.command, (game, "act", 1), {"action": "d2d5"})
        acting.start()
        with enter(brown, game) as socket:
            assert socket.until(2).seq == 2
        acting.join()


CANT_READ = """
import os
from barragoon.server.store.postgres import PostgresStore
from barragoon.server.store.store import StoreError
real = PostgresStore.read
async def read(*arguments):
    if os.path.exists({switch!r}):
        raise StoreError("no connection to read is left")
    return await real(*arguments)
PostgresStore.read = read
"""
"""Lets a node fail to read while a file is there."""


def test_what_could_not_be_read_is_seen_as_soon_as_it_can(tmp_path: Path) -> None:
    switch = tmp_path / "no reading"
    programs = (TWO[0], CANT_READ.format(switch=str(switch)) + TWO[0])
    with cluster(tmp_path, shared_postgres(), programs=programs, has_worker=False) as two:
        game, white, brown = begin(two)
        with enter(brown, game) as socket:
            switch.touch()
            assert white.command(game, "act", 1, action="d2d5").status == 200
            time.sleep(2.5)  # the hint has come, and a look each second has failed
            switch.unlink()
            assert socket.until(2).seq == 2


# -- people ----------------------------------------------------------------------------------------------------


def test_players_see_each_other_across_nodes(nodes: Cluster) -> None:
    game, white, brown = begin(nodes)
    with enter(white, game) as first:
        second = enter(brown, game)
        while not (first.presence and first.presence["brown"]):
            first.take()
        second.close()
        while first.presence["brown"]:
            first.take()


def test_the_lobby_shows_openers_who_wait_at_another_node(nodes: Cluster) -> None:
    opener = nodes.nodes[0].client("Opener")
    state = opener.open_game(access="lobby", terms={"clock": {"initial": 600}})

    def is_listed() -> bool:
        lobby = Client(nodes.nodes[1]).call("GET", "/api/v1/lobby")
        return state["game"] in [game["game"] for game in lobby["games"]]

    assert not is_listed()
    with enter(opener, state["game"]):
        wait(is_listed)
    wait(lambda: not is_listed())


def test_signing_out_closes_sockets_at_other_nodes(nodes: Cluster) -> None:
    game, white, _ = begin(nodes)
    with enter(at(nodes.nodes[1], white), game) as socket:
        assert white.ask("DELETE", "/api/v1/me/session").status == 204
        assert socket.closed() == 4401


def test_whoever_is_connected_at_another_node_is_not_away(tmp_path: Path) -> None:
    settings = {"BARRAGOON_AWAY_SECONDS": "1", "BARRAGOON_BLAMELESS_SECONDS": "0", "BARRAGOON_LOBBY_SECONDS": "2"}
    with cluster(tmp_path, shared_postgres(), programs=TWO, settings=settings) as two:
        opener = two.nodes[0].client()
        waiting = opener.open_game(access="lobby", terms={"clock": {"initial": 600}})["game"]
        game, white, brown = begin(two, terms={"clock": {"initial": 10}})
        assert white.command(game, "act", 1, action="d2d5").status == 200
        assert brown.command(game, "act", 2, action="d8d6").status == 200
        assert white.command(game, "act", 3, action="d5d3").status == 200
        with enter(opener, waiting), enter(brown, game):
            time.sleep(4)
            claim = white.command(game, "claim", 4, kind="draw")
            assert claim.json["code"] == "not_away", claim
            time.sleep(4)
            assert opener.state(waiting)["standing"]["status"] == "open"


def test_new_players_are_counted_on_all_nodes_together(tmp_path: Path) -> None:
    settings = {"BARRAGOON_PLAYERS_PER_HOUR": "5"}
    with cluster(tmp_path, shared_postgres(), programs=TWO, has_worker=False, settings=settings) as two:
        answers = [Client(two.nodes[n % 2]).ask("POST", "/api/v1/players", {"bot": True}).status for n in range(8)]
    assert answers == [200] * 5 + [429] * 3


def test_sign_ins_and_games_in_the_lobby_are_counted_on_all_nodes_together(tmp_path: Path) -> None:
    settings = {"BARRAGOON_SIGN_INS_PER_HOUR": "4", "BARRAGOON_LOBBY_GAMES_PER_ADDRESS": "3"}
    with cluster(tmp_path, shared_postgres(), programs=TWO, has_worker=False, settings=settings) as two:
        answers = []
        for number in range(6):
            node = two.nodes[number % 2]
            origin = {"Origin": f"http://{node.host}"}
            answers.append(Client(node).ask("POST", "/api/v1/me/resume", {"key": "x" * 40}, origin).status)
        assert answers == [404] * 4 + [429] * 2
        players = [node.client() for node in two.nodes]
        wanted = {"access": "lobby"}
        opened = [players[number % 2].ask("POST", "/api/v1/games", wanted) for number in range(5)]
        assert [answer.status for answer in opened] == [201] * 3 + [409] * 2
        assert players[0].command(opened[0].json["game"], "withdraw", 0).status == 200
        assert players[1].ask("POST", "/api/v1/games", wanted).status == 201, "one waits no longer"
        assert players[0].ask("POST", "/api/v1/games", wanted).status == 409


# -- operators -------------------------------------------------------------------------------------------------


def test_a_name_that_an_operator_changes_is_seen_at_nodes_that_have_the_game(nodes: Cluster) -> None:
    game, white, brown = begin(nodes)
    url = nodes.settings["BARRAGOON_DATABASE"]
    assert brown.state(game)["opener"]["name"] == "Ann", "the second node has it in memory, and nobody listens there"
    with enter(white, game):  # the first node follows it
        done = admin("players", "rename", str(white.player), "Polite", "--everywhere", *WHY, "--database", url)
        assert done["games_renamed"] == 1
        for client in (white, brown):
            wait(lambda client=client: client.state(game)["opener"]["name"] == "Polite")


def test_a_token_that_an_operator_revokes_closes_its_sockets_by_the_bus(nodes: Cluster) -> None:
    game, white, _ = begin(nodes)
    with enter(white, game) as socket:
        admin("tokens", "revoke", str(white.player), *WHY, "--database", nodes.settings["BARRAGOON_DATABASE"])
        assert socket.closed() == 4401


# -- one for all -----------------------------------------------------------------------------------------------


def test_the_worker_holds_the_lease_and_a_node_takes_over_when_it_stops(tmp_path: Path) -> None:
    postgres = shared_postgres()
    database = postgres.new_database()
    name = database.partition("?")[0].rpartition("/")[2]

    def holder() -> str | None:
        rows = postgres.execute(
            "SELECT kind FROM leases JOIN nodes ON nodes.id = holder"
            " WHERE name = 'flags' AND until > extract(epoch FROM clock_timestamp()) * 1000",
            name,
        )
        return rows[0][0] if rows else None

    with cluster(tmp_path, database=database, programs=TWO) as two:
        wait(lambda: holder() == "work")
        white, brown = two.nodes[0].client(), two.nodes[1].client()
        state = white.open_game(colour="white", terms={"clock": {"initial": 10}})
        brown.join(state)
        assert white.command(state["game"], "act", 1, action="d2d5").status == 200
        assert brown.command(state["game"], "act", 2, action="d8d6").status == 200
        assert two.worker
        assert two.worker.stop() == 0
        wait(lambda: holder() == "serve")
        two.worker.start()
        wait(lambda: holder() == "work")
        with enter(brown, state["game"]) as socket:
            socket.until(4)
            assert socket.standing["outcome"]["reason"] == "time"
            assert socket.standing["clocks"]["white"] == 0


def test_a_lease_has_one_holder_and_its_epoch_grows() -> None:
    async def play() -> None:
        store = PostgresStore(shared_postgres().new_database())

        async def take(holder: str) -> int | None:
            return await store.run(lambda connection: take_lease(connection, "x", holder))

        assert await take("a") == 1
        assert await take("a") == 1
        assert await take("b") is None
        assert await store.run(lambda connection: holds_lease(connection, "x", 1))
        await store.run(lambda connection: connection.exec_driver_sql(f"UPDATE leases SET until = until - {2 * LASTS}"))
        results = await asyncio.gather(*(take(holder) for holder in "bcde"))
        assert sorted(results, key=str) == [2, None, None, None]
        assert not await store.run(lambda connection: holds_lease(connection, "x", 1)), "the fence of the first holder"
        store.close()

    asyncio.run(play())


# -- time ------------------------------------------------------------------------------------------------------


def events_of(client: Client, game: str) -> list[Json]:
    events: list[Json] = client.call("GET", f"/api/v1/games/{game}/events")["events"]
    return events


def test_an_outage_of_all_nodes_is_credited_once_and_a_rolling_restart_never(tmp_path: Path) -> None:
    with cluster(tmp_path, shared_postgres(), programs=TWO, has_worker=False) as two:
        game, white, _ = begin(two, terms={"clock": {"initial": 600}})
        for node in two.nodes:
            node.stop()
            node.restart()
            wait_until_ready(node)
        assert [event["t"] for event in events_of(white, game)] == ["joined"]
        for node in two.nodes:
            node.kill()
        time.sleep(3)
        starting = [threading.Thread(target=node.restart) for node in two.nodes]
        for thread in starting:
            thread.start()
        for thread in starting:
            thread.join()
        two.wait_until_ready()
        joined, credited = events_of(white, game)
        assert credited["t"] == "clock_credited"
        assert credited["milliseconds"] >= 3_000
        assert credited["standing"]["clocks"]["at"] == joined["standing"]["clocks"]["at"] + credited["milliseconds"]


def test_nodes_whose_own_clocks_are_wrong_agree(tmp_path: Path) -> None:
    programs = [
        f"import time; real = time.time; time.time = lambda: real() + {seconds}; " + TWO[0] for seconds in (300, -300)
    ]
    with cluster(tmp_path, shared_postgres(), programs=programs, has_worker=False) as two:
        game, white, brown = begin(two, terms={"clock": {"initial": 600}})
        for client in (white, brown):
            before = time.time() * 1000
            with client.enter(game) as socket:
                assert before - 50 <= socket.hello["now"] <= time.time() * 1000 + 50
        with enter(white, game) as first, enter(brown, game) as second:
            for number, action in enumerate(["d2d4", "d8d6", "d4d2", "d6d8"]):
                mover = (first, second)[number % 2]
                mover.until(number + 1).do("act", action=action)
            times = [event["at"] for event in first.until(5).events]
            assert times == sorted(times)
            spent = 2 * 600_000 - sum(first.standing["clocks"][colour] for colour in ("white", "brown"))
            assert 0 <= spent <= time.time() * 1000 - before + 60_000


def test_a_clock_an_hour_behind_at_a_restart_gives_nobody_an_hour(tmp_path: Path) -> None:
    behind = "import time; real = time.time; time.time = lambda: real() - 3600; " + TWO[0]
    with running(tmp_path / "data") as server:
        white, brown = server.client(), server.client()
        state = white.open_game(colour="white", terms={"clock": {"initial": 20}})
        brown.join(state)
        server.stop()
    with running(tmp_path / "data", program=behind) as server:  # noqa: SIM117
        with enter(Client(server, white.token), state["game"]) as socket:
            clocks = socket.standing["clocks"]
            left = clocks["white"] - (socket.hello["now"] - clocks["at"])
            assert 0 < left <= 20_000
            socket.do("act", action="d2d5")
            assert socket.standing["clocks"]["white"] <= 20_000


def test_clocks_after_an_outage() -> None:
    clocks = Clocks(10_000, 20_000, "white", 1_000)
    assert after_outage(clocks, 5_000, 5_000) is None
    assert after_outage(clocks, 5_000, 9_000) == (Clocks(10_000, 20_000, "white", 5_000), 4_000)
    assert after_outage(clocks, 500, 9_000) == (Clocks(10_000, 20_000, "white", 9_000), 8_000), "it ran since 1,000"
    assert after_outage(clocks, 3_000, 400) == (Clocks(10_000, 20_000, "white", 400), 2_000), "the clock was set back"
    corrected = with_time_to_act(clocks, 100_000)
    assert corrected
    assert corrected.clocks.at + 10_000 == 100_000 + LEAST_LEFT
    assert with_time_to_act(Clocks(90_000, 90_000, "white", 100_000), 100_000) is None
    beginning = Clocks(600_000, 600_000, "white", 10_000, begin_within=45_000)
    assert with_time_to_act(beginning, 100_000) == (replace(beginning, at=85_000), 75_000), "LEAST_LEFT from now on"


def test_the_databases_clock_is_followed_slowly_and_set_only_if_it_is_far_off(monkeypatch: pytest.MonkeyPatch) -> None:
    own, theirs = 1_000.0, 500_000.0
    monkeypatch.setattr(time, "monotonic", lambda: own)

    async def ask() -> int:
        return round(theirs)

    async def play() -> None:
        nonlocal own, theirs
        clock = DatabaseClock(ask)
        assert not clock.is_known
        await clock.settle()
        assert clock.now() == 500_000
        own, theirs = own + 1, theirs + 1_100  # 100 ms ahead of us
        await clock.measure()
        assert clock.now() == 501_000
        assert clock.set_at == float("-inf"), "a small difference is worked off"
        own += 2
        assert clock.now() == 503_002, "one thousandth at most"
        own, theirs = own + 1, theirs + 60_000
        await clock.measure()
        assert clock.now() == round(theirs), "set"
        assert clock.set_at == own
        own += 8
        clock.now()
        assert not clock.is_known, "the process stood still"
        theirs += 8_000
        await clock.settle()
        assert clock.now() == round(theirs)

    asyncio.run(play())


# -- stopping --------------------------------------------------------------------------------------------------


def test_a_node_that_stops_says_so_and_its_players_go_elsewhere(tmp_path: Path) -> None:
    settings = {"BARRAGOON_DRAIN_SECONDS": "3"}
    with cluster(tmp_path, shared_postgres(), programs=TWO, has_worker=False, settings=settings) as two:
        game, white, _ = begin(two)
        first = two.nodes[0]
        with enter(white, game) as socket:
            stopping = threading.Thread(target=first.stop)
            stopping.start()
            wait(lambda: Client(first).ask("GET", "/ready").status == 503)
            assert Client(first).ask("GET", "/live").status == 200
            assert Client(first).ask("GET", "/health").status == 503
            with pytest.raises(InvalidStatus) as refused:
                white.enter(game)
            assert refused.value.response.status_code == 503
            assert socket.closed() == 1012
            stopping.join()
        assert first.process.returncode == 0
        elsewhere = at(two.nodes[1], white)
        assert elsewhere.command(game, "act", 1, action="d2d5").status == 200


# -- hints -----------------------------------------------------------------------------------------------------


def test_hints_are_packed_into_payloads_that_postgresql_takes() -> None:
    hints = Hints()
    for number in range(2_000):
        hints.add_game(f"game{number:020}", number)
    hints.add_void(bytes(32))
    hints.add_rewritten("renamed")
    payloads = [*hints.payloads("me")]
    assert max(map(len, payloads)) <= LARGEST_PAYLOAD
    heard = [read_hints(payload, "you") for payload in payloads]
    assert {game: seq for each in heard for game, seq in each.games.items()} == hints.games
    assert [each.void for each in heard if each.void] == [{bytes(32)}]
    assert [each.rewritten for each in heard if each.rewritten] == [{"renamed"}]
    assert not any(read_hints(payload, "me") for payload in payloads)
    for nonsense in ("", " ", "x", "x g", "x g:1", "x ga:b", "x v00", "x g" + "a" * 65 + ":1", "x " * 100_000):
        assert not read_hints(nonsense, "me")


def wait(condition: object, seconds: float = SECONDS) -> None:
    """Wait until something is so."""
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to it"
        time.sleep(0.05)
