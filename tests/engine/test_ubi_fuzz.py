"""``barragoon ubi`` as a program of its own, sent thousands of lines: good, malformed, binary, halved, in searches.

It never dies, always answers ``isready``, and a line that it rejects changes nothing.
"""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from barragoon import Action, Position, parse_action
from engine.conversation import Conversation, talking

HUGE = "9" * 15
ENDLESS = (
    "go", "go infinite", "go ponder", "go ponder depth 1", f"go movetime {HUGE}", f"go nodes {HUGE}", "go depth 100",
    f"go wtime {HUGE} btime {HUGE} winc {HUGE} binc {HUGE}", f"go ponder wtime {HUGE} btime {HUGE}",
)  # fmt: skip
SHORT = (
    "go depth 1", "go depth 2", "go nodes 1", "go nodes 1500", "go movetime 1", "go wtime 1 btime 1",
    "go wtime 0 btime 0", f"go nodes 300 movetime {HUGE}", "go depth 1 wtime 10 btime 10 winc 5 binc 5",
)  # fmt: skip
NUMBERED = ("depth", "nodes", "movetime", "wtime", "btime")
FEN = "1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1"


# -- lines that are malformed, whatever chance adds ------------------------------------------------------------


def junk(dice: random.Random, most: int = 40) -> bytes:
    """Bytes that are no command and no part of one, without the end of a line."""
    return b"\xff" + dice.randbytes(dice.randrange(most)).replace(b"\n", b"\0")


def unknown(dice: random.Random) -> bytes:
    return junk(dice)


def long_line(dice: random.Random) -> bytes:
    return dice.choice((b"x", b"go ", b"position fen ", b"\0", b"9")) * 100_000 + junk(dice)


def too_many_words(dice: random.Random) -> bytes:
    return dice.choice((b"ubi ", b"isready ", b"stop ", b"quit ", b"d ", b"ubinewgame ", b"eval ")) + junk(dice)


def bad_number(dice: random.Random) -> bytes:
    number = dice.choice(("", "-1", "0x10", "1e3", "²", "٣", "+5", "1.5", HUGE + "0", "9" * 5000))
    return f"go {dice.choice(NUMBERED)} {number}".encode()


def bad_limit(dice: random.Random) -> bytes:
    return dice.choice((
        b"go depth 0", b"go depth 101", b"go nodes 0", b"go movetime 0", b"go wtime 5", b"go winc 5 binc 5",
        b"go infinite depth 3", b"go depth 3 depth 3", b"go searchmoves", b"go searchmoves a1a1", b"go perft",
        b"go perft 101", b"go perft -1", b"bench 101", b"bench deep",
    ))  # fmt: skip


def bad_option(dice: random.Random) -> bytes:
    value = dice.choice((b"0", b"-5", b"65537", b"99999999999999999999", b"many", b"", junk(dice)))
    return b"setoption name " + dice.choice((b"Hash", b"Threads", b"MultiPV")) + b" value " + value


def bad_position(dice: random.Random) -> bytes:
    spoilt = list(FEN)
    spoilt[dice.randrange(len(FEN))] = dice.choice("q8?\x1b/ç")
    return dice.choice((
        b"position", b"position startpos " + junk(dice), f"position fen {''.join(spoilt)}".encode(),
        f"position fen {FEN} w - 25".encode(), f"position fen {FEN} w bw 3".encode(),
        b"position startpos moves d2d9", b"position openpos moves d2d4 d2d4", b"position startpos moves @a1x",
    ))  # fmt: skip


MALFORMED: tuple[Callable[[random.Random], bytes], ...] = (
    unknown, too_many_words, bad_number, bad_limit, bad_option, bad_position
)  # fmt: skip


# -- a session, with what it should have come to ---------------------------------------------------------------


class Session:
    """The program, and what its state must be."""

    def __init__(self, engine: Conversation, dice: random.Random) -> None:
        self._engine = engine
        self._dice = dice
        self._position = Position.start()
        self._lines = 1

    def step(self) -> None:
        steps = {
            self.set_position: 3,
            self.set_option: 1,
            self.search: 2,
            self.search_and_disturb: 2,
            self.count_and_disturb: 1,
            self.talk: 1,
            self.reject: 6,
        }
        self._dice.choices(list(steps), weights=list(steps.values()))[0]()
        assert self.answers() == []

    def answers(self) -> list[str]:
        """What it says before it is ready again."""
        return self._engine.ask("isready", "readyok")[:-1]

    def set_position(self) -> None:
        openly = self._dice.random() < 0.5
        position, actions = Position.start(open=openly), list[Action]()
        for _ in range(self._dice.randrange(30)):
            if not (legal := sorted(position.legal_actions())):
                break
            actions.append(self._dice.choice(legal))
            position = position.after(actions[-1])
        self._position = position
        self._send(f"position {'openpos' if openly else 'startpos'} moves {' '.join(map(str, actions))}".encode())

    def set_option(self) -> None:
        self._lines = self._dice.randrange(1, 4)
        self._engine.say(f"setoption name MultiPV value {self._lines}")
        self._engine.say(f"setoption name Threads value {self._dice.randrange(1, 4)}")
        self._engine.say(f"setoption name hash value {self._dice.randrange(1, 9)}")

    def search(self) -> None:
        self.check_answer(self._engine.ask(self._dice.choice(SHORT), "bestmove"))

    def search_and_disturb(self) -> None:
        """While it searches only a few commands are accepted, and the search goes on."""
        go = self._dice.choice(ENDLESS)
        self._engine.say(go)
        rejected = self._dice.randrange(4)
        for _ in range(rejected):
            self._send(self._dice.choice((*map(self.made, MALFORMED), b"go depth 1", b"position openpos", b"bench 1")))
        if "ponder" in go and "depth" not in go and self._dice.random() < 0.5:
            self._engine.say("ponderhit")
        lines = self.answers()
        assert sum(line.startswith("info string") for line in lines) == rejected, lines
        assert not any(line.startswith("bestmove") for line in lines) or not self._position.legal_actions()
        lines += self._engine.ask("stop", "bestmove") if "bestmove" not in " ".join(lines) else lines[-1:]
        self.check_answer(lines)

    def talk(self) -> None:
        self._engine.say("ubi", "ubinewgame", "stop", "", " \t\r", "eval")
        assert "ubiok" in self.answers()
        legal = len(self._position.legal_actions())
        assert self._engine.ask("go perft 1", "perft 1")[-1] == f"perft 1: {legal}"

    def count_and_disturb(self) -> None:
        """A count is no more to be disturbed than a search."""
        self._engine.say("go perft 100")
        rejected = self._dice.randrange(4)
        for _ in range(rejected):
            self._send(self.made(self._dice.choice(MALFORMED)))
        lines = self.answers()
        assert sum(line.startswith("info string") for line in lines) == rejected, lines
        if self._position.legal_actions():
            assert self._engine.ask("stop", "info string") == ["info string the count was stopped"]
        else:
            assert "perft 100: 0" in lines or self._engine.hear("perft 100: 0")

    def reject(self) -> None:
        line = self.made(self._dice.choice(MALFORMED))
        self._send(line)
        (reply,) = self.answers()
        assert reply.startswith("info string "), line
        assert f"fen {self._position.to_fen()}" in self._engine.ask("d", "actor")
        self.check_answer(self._engine.ask("go depth 1", "bestmove"))

    def made(self, make: Callable[[random.Random], bytes]) -> bytes:
        return make(self._dice)

    def check_answer(self, lines: list[str]) -> None:
        legal = self._position.legal_actions()
        word = lines[-1].split()[1]
        assert parse_action(word) in legal if legal else word == "(none)"
        first = [line for line in lines if line.startswith("info depth 1 ")]
        assert len(first) in (0, 1, min(self._lines, len(legal))), lines  # none if it was stopped at once

    def _send(self, line: bytes) -> None:
        """A line, now and then in two pieces with a pause between, or with the other end of a line."""
        ended = line + self._dice.choice((b"\n", b"\n", b"\r\n", b" \t\n"))
        cut = self._dice.randrange(len(ended)) if self._dice.random() < 0.3 else 0
        self._engine.send(ended[:cut])
        if cut:
            time.sleep(0.002)
        self._engine.send(ended[cut:])


@contextmanager
def sound() -> Iterator[Conversation]:
    """A program that must end well, and never complain."""
    with tempfile.TemporaryFile() as complaints:
        with talking(complaints) as engine:
            yield engine
            assert engine.end() == 0
        complaints.seek(0)
        assert complaints.read() == b""


@pytest.mark.parametrize("seed", range(4))
def test_a_session_of_anything(seed: int) -> None:
    with sound() as engine:
        session = Session(engine, random.Random(seed))
        for _ in range(100):
            session.step()


def test_very_long_lines() -> None:
    dice = random.Random(1)
    with sound() as engine:
        for _ in range(20):
            engine.send(long_line(dice) + b"\n")
            (reply, ready) = engine.ask("isready", "readyok")
            assert reply.startswith("info string ")
            assert ready == "readyok"


WORDS = [
    "ubi", "isready", "ubinewgame", "position", "startpos", "openpos", "fen", FEN, "moves", "d2d5", "d2d4", "@c4x",
    "go", "go", "depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "infinite", "ponder", "searchmoves",
    "stop", "ponderhit", "setoption", "name", "value", "MultiPV", "Threads", "d", "eval", "0", "1", "2", "3", "-3",
    HUGE, "²", "\0", "w", "-", "24", "00", "\ufeff", "\x1b[2J", "\x85", "\u2028", "\n", "\n", "\r", "\n", "\n",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_a_soup_of_words(seed: int) -> None:
    """Whatever the words come to, afterwards it stops and is ready."""
    dice = random.Random(seed)
    with sound() as engine:
        for _ in range(200):
            engine.send(" ".join(dice.choices(WORDS, k=dice.randrange(1, 60))).encode())
            if dice.random() < 0.3:
                engine.send(junk(dice, 400))
            engine.say("", "stop", "d")
            engine.hear("actor")
            engine.ask("isready", lambda line: line == "readyok")


def test_half_a_line_at_the_end() -> None:
    with sound() as engine:
        engine.send(b"isready\ngo infinite\nposition startp")
    with sound() as engine:
        engine.send(b"go depth 2\nstop\nquit")
