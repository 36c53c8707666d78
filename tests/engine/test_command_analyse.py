"""``barragoon analyse`` and ``barragoon perft --engine native``."""

import json
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from barragoon.engine import Analysis, SearchLine
from cli.command_line import barragoon, rejected

WIN = "7/7/7/7/3z3/7/3Z3/7/7 w - 0 00 1"
TABLE = Path(__file__).parents[1] / "data" / "perft" / "random.txt"


def test_lines_as_they_are_found() -> None:
    result = barragoon("analyse", "--depth", "3")
    assert result.code == 0
    assert [line.split()[1] for line in result.out.splitlines()] == ["1", "2", "3"]


def test_a_win_in_json() -> None:
    facts = json.loads(barragoon("analyse", *WIN.split(), "--depth", "4", "--json").out)
    assert facts["action"] == "d3d5"
    (line,) = facts["lines"]
    assert line["actions"][0] == "d3d5"
    assert line["score"]["view"] == "white"
    assert "win" in line["score"]


def test_several_lines() -> None:
    result = barragoon("analyse", "--open", "--nodes", "2000", "--multipv", "3")
    assert [line.split()[0] for line in result.out.splitlines()] == ["1.", "2.", "3."]


def test_other_engines() -> None:
    facts = json.loads(barragoon("analyse", "--engine", "random", "--json").out)
    assert facts["engine"] == "random"
    assert facts["ponder"] is None


def test_ctrl_c_shows_what_was_found() -> None:
    real, seen = Analysis.__next__, []

    def interrupted(self: Analysis) -> SearchLine:
        seen.append(1)
        if len(seen) == 3:
            raise KeyboardInterrupt
        return real(self)

    with patch.object(Analysis, "__next__", interrupted):
        facts = json.loads(barragoon("analyse", "--seconds", "600", "--json").out)
    assert facts["action"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nonsense"], "FEN: column 1"),
        (["7/7/7/7/3z3/7/7/7/7"], "nothing to play here: Brown wins"),
        (["--seconds", "0"], "more than 0"),
        (["--depth", "0"], "--depth"),
        (["--multipv", "0"], "--multipv"),
        (["--engine", "/no/such/engine"], "is not an engine"),
    ],
)
def test_refuses(arguments: list[str], problem: str) -> None:
    assert problem in rejected("analyse", *arguments)


def test_native_perft() -> None:
    assert json.loads(barragoon("perft", "4", "--engine", "native", "--json").out)["leaves"] == 1_860_594
    assert "40 positions agree" in barragoon("perft", "2", "--table", TABLE, "--engine", "native").out
    assert "--engine" in rejected("perft", "1", "--engine", "abacus")


INTERRUPTING_ITSELF = """
import os, signal, threading
from barragoon.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
main()
"""


def test_ctrl_c_ends_a_native_count() -> None:
    command = [sys.executable, "-c", INTERRUPTING_ITSELF, "perft", "12", "--engine", "native"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child:
        try:
            assert child.wait(60) == 130
        finally:
            child.kill()
        assert child.stdout is not None
        assert not child.stdout.read()
