"""Reading the lines of the protocol."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barragoon import BarragoonError, Move, NotationError, Position
from barragoon.engine import Clock, Limit
from barragoon.engine.ubi import commands as c
from barragoon.engine.ubi.commands import parse_command

OPEN = "1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1"

WORDS = [
    "ubi", "isready", "ubinewgame", "position", "startpos", "openpos", "fen", OPEN, "moves", "d2d5", "@c4x", "go",
    "depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "infinite", "ponder", "searchmoves", "perft",
    "stop",
    "ponderhit", "setoption", "name", "value", "Hash", "MultiPV", "d", "eval", "bench", "quit", "0", "1", "7", "-3",
    "99999999999999999999", "²", "\0", "", "w", "-", "24", "00",
]  # fmt: skip
lines = st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", c.Nothing()),
        (" \t\r\n", c.Nothing()),
        ("ubi", c.Ubi()),
        ("  isready \r\n", c.IsReady()),
        ("ubinewgame", c.NewGame()),
        ("stop", c.Stop()),
        ("ponderhit", c.PonderHit()),
        ("d", c.Display()),
        ("eval", c.Evaluate()),
        ("bench", c.Bench()),
        ("bench 3", c.Bench(3)),
        ("quit", c.Quit()),
        ("position startpos", c.SetPosition(Position.start())),
        ("position openpos", c.SetPosition(Position.start(open=True))),
        (f"position fen {OPEN}", c.SetPosition(Position.start(open=True))),
        (f"position fen {OPEN} w - 24 00 1 moves", c.SetPosition(Position.start(open=True))),
        ("position startpos moves d2d5", c.SetPosition(Position.start(), (Move.parse("d2d5"),))),
        ("setoption name Hash value 32", c.SetOption("Hash", "32")),
        ("go", c.Go(Limit(infinite=True))),
        ("go infinite", c.Go(Limit(infinite=True))),
        ("go ponder", c.Go(Limit(infinite=True), ponder=True)),
        ("go movetime 250 nodes 7 depth 3", c.Go(Limit(3, 7, 0.25))),
        ("go wtime 60000 btime 30000 binc 100", c.Go(Limit(clock=Clock(60, 30, 0, 0.1)))),
        ("go searchmoves d2d5 d2d4 d2d5 depth 2", c.Go(Limit(2), (Move.parse("d2d5"), Move.parse("d2d4")))),
        ("go perft 4", c.Perft(4)),
    ],
)
def test_commands(line: str, command: c.Command) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("fly", "'fly' is not a command"),
        ("UBI", "'UBI' is not a command"),
        ("stop it", "'stop it' has too many words"),
        ("stop  it\n", "'stop it' has too many words"),
        ("position", "is not a position"),
        ("position startpos d2d5", "is not a position"),
        ("position fen", "is not a position"),
        ("position fen 9/9", "column"),
        ("position startpos moves d2", "is not a move"),
        ("setoption", "is not an option"),
        ("setoption name Hash value", "is not an option"),
        ("setoption name Hash 32", "is not an option"),
        ("go fast", "'fast' is not known to go"),
        ("go depth", "'depth' needs a number after it"),
        ("go depth -1", "'-1' is not a number"),
        ("go depth ²", "is not a number"),
        ("go depth 0", "more than 0"),
        ("go depth 101", "too deep"),
        ("go depth 5 depth 6", "'depth' comes twice"),
        ("go infinite infinite", "comes twice"),
        ("go infinite depth 5", "infinite and has a limit"),
        ("go wtime 100", "'wtime' is not a clock"),
        ("go winc 100 binc 100", "is not a clock"),
        ("go searchmoves", "needs at least one action"),
        ("go searchmoves depth 3", "needs at least one action"),
        ("go searchmoves x9", "is not a move"),
        ("go perft", "perft and a depth"),
        ("go perft 1 2", "perft and a depth"),
        ("go perft 101", "too deep"),
        ("bench deep", "is not a number"),
        ("bench 0", "1 or more"),
    ],
)
def test_lines_that_are_none(line: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_command(line)
    assert problem in str(caught.value)


@given(lines)
def test_any_line_is_read_or_rejected(line: str) -> None:
    try:
        parse_command(line)
    except BarragoonError as error:
        assert str(error)
