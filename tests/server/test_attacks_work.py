"""Hostile clients who make the server work, or hoard, much for little: long games, slow verdicts, answers unread."""

import asyncio
import json
import threading
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from barragoon import Position, position
from barragoon.server.game import commands
from barragoon.server.game.journal import Journal
from barragoon.server.game.registry import LOADS_PER_SWEEP, MOST_IDLE, Registry
from barragoon.server.http.rate_limits import AddressRateLimit, TokenBucket
from barragoon.server.messages import Act, Player
from barragoon.server.metrics import Metrics
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.shared.worker_pool import ASKER, WorkerPool
from barragoon.server.store.players import Bearer
from barragoon.server.websocket.open_sockets import OpenSockets
from barragoon.server.websocket.session import INVALID_TOKEN, MOST_UNSENT_BYTES, TOO_SLOW, SocketSession

from .server_process import Client, Server, connected, match, running
from .test_attacks_games import SHUFFLE, Table
from .test_security import upgrade

# -- games without an end --------------------------------------------------------------------------------------

SHORT = """
from barragoon.server.game import commands
from barragoon.server.game.journal import Journal
from barragoon.server.game.registry import LOADS_PER_SWEEP, MOST_IDLE, Registry
commands.MOST_ACTIONS = 6
from barragoon.cli import main; main()
"""


def test_a_game_that_never_ends_is_aborted(tmp_path: Path) -> None:
    with running(tmp_path / "data", program=SHORT) as server, match(server) as game:
        game.play(*SHUFFLE, *SHUFFLE[:2])
        game.white.until(8)
        standing = game.white_client.state(game.game)["standing"]
        assert (standing["status"], standing["no_result"]) == ("aborted", {"reason": "expired", "by": None})


def test_only_a_game_that_goes_on_is_too_long() -> None:
    table = Table()
    for number in range(8):
        table.do(Act, ("white", "brown")[number % 2], action=SHUFFLE[number % 4])
    assert not commands.is_too_long(table.live)


def test_the_state_of_a_long_game_is_listed_once_between_two_events() -> None:
    table = Table()
    table.do(Act, "white", action="d2d4")
    one, other = table.live.state("ann", 0), table.live.state(None, 1)
    assert one.actions is other.actions
    assert one.events is other.events
    table.do(Act, "brown", action="d8d6")
    assert table.live.state(None, 2).actions == ("d2d4", "d8d6")


def test_long_games_that_nobody_looks_at_are_not_hoarded() -> None:
    class Lengths:
        """The journal of games whose ids are their lengths."""

        async def load(self, game: str, _: object) -> int:
            return int(game)

    def make_mailbox(length: int) -> SimpleNamespace:
        return SimpleNamespace(seq=length, is_busy=False)

    async def load(*lengths: int) -> list[int]:
        registry = Registry(cast("Journal", Lengths()), cast("Any", make_mailbox), Metrics())
        for length in lengths:
            assert await registry.find(str(length))
        return [length for length in lengths if registry.loaded(str(length))]

    short = range(1, LOADS_PER_SWEEP - 1)
    assert asyncio.run(load(30_000, 30_001, *short)) == [30_001, *short]
    assert asyncio.run(load(*short, 20_000, 90_000)) == [90_000]
    assert len(asyncio.run(load(*range(1, 4 * LOADS_PER_SWEEP + MOST_IDLE + 1)))) <= MOST_IDLE + LOADS_PER_SWEEP


# -- verdicts --------------------------------------------------------------------------------------------------


def test_a_game_is_brought_back_without_judging_its_positions_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    for number in range(8):
        table.do(Act, ("white", "brown")[number % 2], action=SHUFFLE[number % 4])

    def judge(judged: Position) -> bool:
        assert judged == Position.start(), "this may take seconds, and was found out when the action was new"
        return False

    monkeypatch.setattr(position, "is_dead", judge)
    again = table.rebuilt()
    assert again.game.outcome() is None
    assert again.state(None, 0) == table.live.state(None, 0)


def test_what_the_rules_say_of_a_stored_game_is_judged_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.do(Act, "white", action="d2d4")
    again = table.rebuilt()
    monkeypatch.setattr(position, "is_dead", lambda _: True)
    assert again.replayed_standing().status == "over"


def test_nobody_waits_for_more_than_a_turn_of_others() -> None:
    order: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def work(name: str) -> None:
        order.append(name)
        begun.set()
        go_on.wait(60)

    async def ask(pool: WorkerPool, asker: str, name: str) -> None:
        ASKER.set(asker)
        await pool.run(work, name)

    async def play() -> None:
        pool = WorkerPool(threads=1)
        asked = [asyncio.ensure_future(ask(pool, "192.0.2.1", f"greedy {number}")) for number in range(20)]
        await asyncio.to_thread(begun.wait, 60)
        asked += [asyncio.ensure_future(ask(pool, "192.0.2.2", f"modest {number}")) for number in range(2)]
        asked.append(asyncio.ensure_future(ask(pool, "", "server")))
        await asyncio.sleep(0)
        asked[5].cancel()
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*asked, return_exceptions=True)
        await pool.run(order.append, "last")
        pool.close()

    asyncio.run(play())
    assert order[:6] == ["greedy 0", "greedy 1", "modest 0", "server", "greedy 2", "modest 1"]
    assert order[-1] == "last"
    assert len(order) == 23


SLOW = """
import time
from pathlib import Path
from barragoon.server.game import commands, live_game
live_game.is_plainly_alive = lambda _: False  # so every action is judged in a thread
carry_out = commands.carry_out
def judged_slowly(live, command, by, moment):
    while getattr(command, "action", "") == "d2d5" and not Path(FILE).exists():
        time.sleep(0.05)
    return carry_out(live, command, by, moment)
commands.carry_out = judged_slowly
from barragoon.cli import main; main()
"""


def test_nobody_waits_for_the_verdicts_on_the_positions_of_others(tmp_path: Path) -> None:
    file = tmp_path / "go on"
    program = SLOW.replace("FILE", repr(str(file)))
    with running(tmp_path / "data", program=program) as server, match(server) as one, match(server) as other:
        judged = [(game.white, game.white.send("act", action="d2d5")) for game in (one, other)]
        for _ in range(3):
            innocent = server.client()
            opened = innocent.open_game()  # it is loaded, in a thread too
            assert innocent.call("GET", f"/api/v1/games/{opened['game']}/legal")["seq"] == 0
        file.touch()
        assert [player.answer(command)["t"] for player, command in judged] == ["ack", "ack"]


LOADS = """
import sys
from barragoon.server.game.journal import Journal
load = Journal.load
async def counted(self, *asked):
    print("a game was loaded", file=sys.stderr, flush=True)
    return await load(self, *asked)
Journal.load = counted
from barragoon.cli import main; main()
"""


def test_ids_that_are_in_use_do_not_make_the_server_load_the_game_again_and_again(tmp_path: Path) -> None:
    with running(tmp_path / "data", program=LOADS) as server, match(server) as game:
        game.play(*SHUFFLE)
        used = game.white.send("offer_draw")
        seq = game.white.answer(used)["seq"]
        game.white.until(seq)
        game.brown.until(seq)
        game.say("brown", "decline_draw")
        before = server.log.count("a game was loaded")
        for _ in range(10):
            again = game.white.answer(game.white.send("resign", identity=used))
            assert (again["t"], again["code"]) == ("reject", "id_taken")
        assert server.log.count("a game was loaded") - before <= 1
        assert game.white.answer(game.white.send("offer_draw", identity=used))["t"] == "ack"  # as it was
        game.play("d2d5")


# -- what is hoarded for clients -------------------------------------------------------------------------------


class DeafSocket:
    """A client that never reads; it gets to know why its socket is closed."""

    def __init__(self) -> None:
        self.scope: dict[str, object] = {}
        self.code: int | None = None

    async def send(self, _: object) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        self.code = code


def session_of(websocket: object, bearer: Bearer | None = None) -> SocketSession:
    limits = TokenBucket(1, 1), AddressRateLimit(1, 1)
    return SocketSession(cast("WebSocket", websocket), bearer, "192.0.2.1", *limits, ServerClock(), Metrics())


def test_large_messages_are_not_hoarded_for_a_client_that_does_not_read() -> None:
    async def play() -> tuple[int, int | None]:
        deaf = DeafSocket()
        session = session_of(deaf)
        sent = 0
        while session.close_code != TOO_SLOW:
            session.send(b" " * 50_000)
            sent += 50_000
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        return sent, deaf.code

    sent, code = asyncio.run(play())
    assert sent < MOST_UNSENT_BYTES + 150_000
    assert code == TOO_SLOW


def test_one_large_message_always_gets_through() -> None:
    async def play() -> int:
        session = session_of(DeafSocket())
        session.send(b" " * 2 * MOST_UNSENT_BYTES)
        await asyncio.sleep(0)
        return session.close_code

    assert asyncio.run(play()) != TOO_SLOW


def test_a_stranger_sends_no_more_on_many_sockets(tmp_path: Path) -> None:
    limits = {"BARRAGOON_MESSAGES_PER_SECOND": "0.01", "BARRAGOON_MESSAGE_BURST": "5"}
    with running(tmp_path / "data", limits) as server, match(server) as game, ExitStack() as open_sockets:
        url = Client(server).socket_url(game.game)
        codes: list[str] = []
        for _ in range(4):
            stranger = open_sockets.enter_context(connected(url))
            for number in range(3):
                stranger.send(json.dumps({"t": "resign", "id": f"x{number}", "seq": 1}))
                codes.append(next(message["code"] for message in received(stranger) if message["t"] == "reject"))
        assert codes.count("too_fast") == 12 - 5
        game.play("d2d5")


def test_a_player_sends_no_more_by_requests_than_on_a_socket(tmp_path: Path) -> None:
    limits = {"BARRAGOON_MESSAGES_PER_SECOND": "0.01", "BARRAGOON_MESSAGE_BURST": "5"}
    with running(tmp_path / "data", limits) as server, match(server) as game:
        asked = [game.brown_client.command(game.game, "decline_draw", 1) for _ in range(8)]
        assert [answer.status for answer in asked] == [409] * 5 + [429] * 3
        assert asked[-1].headers["retry-after"] == "1"
        assert game.brown.rejected("decline_draw") == "too_fast"
        game.play("d2d5")


def received(socket: Any) -> Any:  # noqa: ANN401 - messages as they come
    while True:
        yield json.loads(socket.recv(60))


# -- tokens ----------------------------------------------------------------------------------------------------


def test_a_socket_that_was_being_opened_when_its_token_became_invalid_is_closed() -> None:
    async def play() -> int:
        bearer = Bearer(Player("ann", "Ann"), b"hash", 1 << 50)
        open_sockets = OpenSockets(10, 10, Metrics())
        open_sockets.close_those_of(b"hash")
        session = session_of(DeafSocket(), bearer)
        open_sockets.add(session)
        return session.close_code

    assert asyncio.run(play()) == INVALID_TOKEN


# -- requests that can't be read -------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "https://[x]y"])
def test_an_origin_that_is_no_address_is_foreign(server: Server, origin: str) -> None:
    before = len(server.log)
    answer = Client(server).ask("POST", "/api/v1/players", {}, {"Origin": origin})
    assert (answer.status, answer.json["code"]) == (403, "foreign_origin")
    with match(server) as game, server.connect(20) as connection:
        head = f"GET /api/v1/games/{game.game}/socket HTTP/1.1\r\nHost: {server.host}\r\nOrigin: {origin}\r\n"
        rest = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        connection.sendall(f"{head}{rest}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
        assert connection.recv(12) == b"HTTP/1.1 403"
    assert "failed" not in server.log[before:]


def test_a_socket_is_not_mixed_with_the_response_to_an_earlier_request(server: Server) -> None:
    with match(server) as game, server.connect(20) as connection:
        before = f"GET /health HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
        connection.sendall(before * 2 + upgrade(server, game.game, str(game.white_client.token)))
        answered = b""
        while piece := connection.recv(65536):
            answered += piece
        assert b" 101 " not in answered
        game.play("d2d5")


# -- who is there ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["events?since=0", "legal", ""])
def test_a_player_who_asks_about_the_game_is_there(tmp_path_factory: pytest.TempPathFactory, question: str) -> None:
    settings = {"BARRAGOON_AWAY_SECONDS": "1000", "BARRAGOON_BLAMELESS_SECONDS": "0"}
    terms = {"clock": {"initial": 600, "increment": 0}}
    with running(tmp_path_factory.mktemp("there") / "data", settings) as server, match(server, **terms) as game:
        game.play(*SHUFFLE)
        game.white.close()
        gone = presence_without_white(game.brown)
        game.white_client.call("GET", f"/api/v1/games/{game.game}/{question}".rstrip("/"))
        game.brown.rejected("claim", kind="win")  # the server says anew from when on
        assert presence_without_white(game.brown) > gone


def presence_without_white(socket: Any) -> int:  # noqa: ANN401 - a socket to the game
    while True:
        message = socket.take()
        if message["t"] == "presence" and not message["white"]:
            return int(message["claim_at"])
