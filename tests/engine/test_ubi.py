"""``barragoon ubi``: as a program of its own, and its server line by line."""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from barragoon import EngineError, Position, parse_action
from barragoon.cli import run as barragoon
from barragoon.engine import Engine
from barragoon.engine.bench import POSITIONS, bench
from barragoon.engine.search.request import Request
from barragoon.engine.search.thread import Report
from barragoon.engine.ubi.options import OPTIONS
from barragoon.engine.ubi.server import Server
from engine.conversation import talking
from engine.test_commands import lines

INFO = re.compile(
    r"info depth \d+ seldepth \d+ multipv \d+ score (cp|win|loss) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv .+"
)
START = Position.start()


# -- over pipes ------------------------------------------------------------------------------------------------


def test_a_session() -> None:
    with talking() as engine:
        greeting = engine.ask("ubi", "ubiok")
        assert greeting[0].startswith("id name Barragoon ")
        assert greeting[1].startswith("id author ")
        assert "option name MultiPV type spin default 1 min 1 max 256" in greeting
        engine.say("setoption name MultiPV value 2", "ubinewgame", "position startpos moves d2d5 d8d5")
        assert engine.ask("isready", "readyok") == ["readyok"]
        *infos, best = engine.ask("go depth 3", "bestmove")
        assert infos
        assert all(INFO.fullmatch(info) for info in infos)
        after = START.play(parse_action("d2d5")).play(parse_action("d8d5"))
        assert after.hands  # the answer is a single action: a placement
        assert parse_action(best.split()[1]) in after.legal_actions()
        engine.say("quit")
        assert engine.end() == 0


def test_stop_and_isready_while_it_searches() -> None:
    with talking() as engine:
        engine.ask("go infinite", "info depth 3")
        engine.say("isready")
        engine.hear("readyok")
        assert not any(line.startswith("bestmove") for line in engine.ask("position startpos", "info string"))
        *_, best = engine.ask("stop", "bestmove")
        assert parse_action(best.split()[1]) in START.legal_actions()
        assert engine.ask("isready", "readyok") == ["readyok"]


def test_ponder() -> None:
    with talking() as engine:
        engine.ask("go ponder depth 2", "info depth 2")
        engine.say("isready")
        assert "bestmove" not in " ".join(engine.hear("readyok"))
        engine.ask("ponderhit", "bestmove")
        engine.ask("go ponder wtime 200 btime 200", "info depth 1")
        engine.ask("ponderhit", "bestmove")
        engine.ask("go ponder wtime 200 btime 200", "info depth 1")
        engine.ask("stop", "bestmove")
        assert "none does" in engine.ask("ponderhit", "info string")[-1]


def test_the_end_of_the_input_lets_a_search_finish() -> None:
    with talking() as engine:
        engine.say("go depth 4")
        assert engine.end() == 0
        assert any(line.startswith("info depth 4") for line in engine.hear("bestmove"))


def test_the_end_of_the_input_stops_an_endless_search() -> None:
    with talking() as engine:
        engine.ask("go", "info depth 1")
        assert engine.end() == 0
        engine.hear("bestmove")


def test_quit_stops_the_search() -> None:
    with talking() as engine:
        engine.ask("go", "info depth 1")
        engine.ask("quit", "bestmove")
        assert engine.end() == 0


def test_bytes_that_are_no_text() -> None:
    given = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00\nisready\n"))
    shown = io.StringIO()
    with patch.multiple(sys, stdin=given, stdout=shown):
        assert barragoon(["ubi"]) == 0
    nonsense, ready = shown.getvalue().splitlines()
    assert nonsense.startswith("info string")
    assert ready == "readyok"


# -- line by line ----------------------------------------------------------------------------------------------


class Written(list[str]):
    """What a server has written."""

    def ask(self, *lines: str) -> list[str]:
        """Execute lines and wait for any search; what was written."""
        self.clear()
        for line in lines:
            assert self.server.execute(line)
        if (session := self.server._session) and not session.endless:  # noqa: SLF001
            session.wait()
        return [*self]

    server: Server


@pytest.fixture
def written() -> Iterator[Written]:
    with Engine() as engine:
        written = Written()
        written.server = Server(engine, written.append)
        yield written
        written.server.serve([])


def test_greeting(written: Written) -> None:
    reply = written.ask("", "ubi", "ubinewgame")
    assert reply[0].startswith("id name")
    assert reply[-1] == "ubiok"
    assert not written.server.execute("quit")


def test_pondering_keeps_the_answer(written: Written) -> None:
    written.ask("stop", "go ponder depth 1 wtime 60000 btime 60000")
    assert not any(line.startswith("bestmove") for line in written.ask("isready"))
    assert written.ask("ponderhit")[-1].startswith("bestmove")
    written.ask("go ponder wtime 100 btime 100")
    assert written.ask("ponderhit")[-1].startswith("bestmove")
    assert written.ask("ponderhit") == ["info string ponderhit is for a search that ponders, and none does"]


def test_ponderhit_leaves_an_endless_search_endless(written: Written) -> None:
    written.ask("go ponder", "ponderhit")
    assert written.ask("go depth 1")[-1].startswith("info string a search is under way")
    assert written.ask("stop")[-1].startswith("bestmove")


def test_lines_up_to_the_last(written: Written) -> None:
    written.server.serve(["go depth 3"])
    assert written[-1].startswith("bestmove")
    assert any(line.startswith("info depth 3") for line in written)


def test_perft(written: Written) -> None:
    *parts, total = written.ask("go perft 3")
    assert total == "perft 3: 27500"
    assert len(parts) == 28
    assert sum(int(part.split(": ")[1]) for part in parts) == 27_500
    assert written.ask("go perft 0") == ["perft 0: 1"]


def test_perft_up_to_the_last_line(written: Written) -> None:
    written.server.serve(["go perft 3"])
    assert written[-1] == "perft 3: 27500"


def test_a_count_can_be_stopped() -> None:
    with talking() as engine:
        engine.say("go perft 9")
        assert engine.ask("isready", "readyok") == ["readyok"]
        assert engine.ask("ponderhit", "info string") == [
            "info string ponderhit is for a search that ponders, and none does"
        ]
        assert engine.ask("go depth 1", "info string")[0].startswith("info string a search is under way")
        assert engine.ask("stop", "info string") == ["info string the count was stopped"]
        assert engine.ask("go perft 2", "perft 2")[-1] == "perft 2: 784"


def test_display_and_evaluation(written: Written) -> None:
    (shown,) = written.ask("position openpos moves d2d4", "d")
    assert "fen 1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+1D1+1/7/2Z1Z2/1VD1DV1 b - 24 00 1" in shown
    assert "actor brown, moves" in shown
    (reply,) = written.ask("eval")
    assert "mobility" in reply
    assert "score cp -11 for the player" in reply
    difference = sum(int(line.split()[3]) for line in reply.splitlines()[1:6])
    assert f"{difference:>12}" in reply.splitlines()[6]


def test_bench_is_a_signature(written: Written) -> None:
    one = written.ask("setoption name Hash value 2", "bench 2")
    written.ask("go depth 4")
    two = written.ask("bench 2")[-1]
    assert len(one) == len(POSITIONS) + 1
    assert one[-1].split()[:2] == two.split()[:2] == ["bench", str(bench(2).nodes)]
    for fen in POSITIONS:
        assert Position.from_fen(fen).outcome() is None


def test_options(written: Written) -> None:
    assert written.ask("setoption name hash value 2", "setoption name Threads value 1") == []
    assert written.ask("setoption name MoveOverhead value 100", "setoption name MultiPV value 3") == []
    ranks = {line.split()[6] for line in written.ask("go depth 2") if line.startswith("info")}
    assert ranks == {"1", "2", "3"}
    for line, problem in {
        "setoption name Hash value 0": "from 1 to",
        "setoption name Hash value ²": "from 1 to",
        "setoption name Hash value 99999999999": "from 1 to",
        "setoption name Speed value 9": "is not an option here",
    }.items():
        (reply,) = written.ask(line)
        assert reply.startswith("info string ")
        assert problem in reply


def test_searchmoves(written: Written) -> None:
    assert written.ask("go depth 3 searchmoves d2d4")[-1].startswith("bestmove d2d4")
    assert written.ask("go depth 3 searchmoves d2d9") == [
        "info string d2d9 is not an action that can be played here",
    ]


def test_a_clock(written: Written) -> None:
    assert written.ask("go wtime 50 btime 50 winc 1 binc 1")[-1].startswith("bestmove")
    assert written.ask("go wtime 0 btime 0")[-1].startswith("bestmove")


def test_a_lost_position(written: Written) -> None:
    *_, best = written.ask("position fen 7/7/7/7/3z3/7/7/7/7 w - 0 00 1", "go depth 3")
    assert best == "bestmove (none)"


def test_an_illegal_action_leaves_the_position(written: Written) -> None:
    before = written.server.root
    (reply,) = written.ask("position openpos moves d2d4 d2d4")
    assert reply.startswith("info string d2d4: ")
    assert written.server.root == before


def test_a_failing_engine_still_answers(written: Written) -> None:
    def fail(_request: Request, _report: Report) -> None:
        raise EngineError("the sky fell")

    with patch.object(Engine, "_search", staticmethod(fail)):
        assert written.ask("go depth 1") == ["info string the sky fell", "bestmove (none)"]


@settings(max_examples=200)
@given(lines)
def test_no_line_breaks_it_and_nonsense_changes_nothing(line: str) -> None:
    written: list[str] = []
    with Engine(hash_megabytes=1) as engine:
        server = Server(engine, written.append)
        before = server.root
        # What may be asked for takes time here; reading it is tested with the commands.
        if line.split()[:1] not in (["bench"], ["go"], ["setoption"]):
            server.execute(line)
            if any(text.startswith("info string") for text in written):
                assert len(written) == 1
                assert len(written[0].splitlines()) == 1
                assert server.root == before
            written.clear()
        server.serve(["isready"])
    assert written == ["readyok"]


# -- the page --------------------------------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "ubi.md"


def shape(line: str) -> str:
    """A line without its numbers and, where the engine chooses, its actions."""
    if line.startswith("info depth"):
        line = line.partition(" pv ")[0]
    elif line.startswith("bestmove"):
        line = line.split(" ", maxsplit=1)[0]
    elif line.startswith("id name"):
        line = "id name"
    return re.sub(r"(cp|win|loss) -?\d+|\d+", "N", line)


def test_the_session_of_the_page(written: Written) -> None:
    (session,) = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for part in session.removeprefix("> ").removesuffix("> quit\n").split("\n> "):
        command, *expected = part.splitlines()
        assert [*map(shape, written.ask(command))] == [*map(shape, expected)]


def test_the_page_declares_the_options() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for option in OPTIONS:
        assert f"| `{option.name}` | {option.least}–{option.most}, {option.default} |" in page
