"""Try a wheel that was installed into an environment of its own, without pytest: rules, README, engine, command line.

Usage: python installed_wheel.py; it needs nothing beside it but the README of the checkout.
"""

from __future__ import annotations

import doctest
import importlib.util
import subprocess
import sys
from pathlib import Path

import barragoon
from barragoon import Position
from barragoon.engine import Engine, Limit
from barragoon.errors import EngineError
from barragoon.perft import perft

ROOT = Path(__file__).resolve().parents[2]
LEAVES = 27_500
"""In three actions from the start; tests/data/perft/starts.txt has it too."""


def main() -> None:
    """Try everything; a failure ends the program with a sentence."""
    assert ROOT / "src" not in Path(barragoon.__file__).resolve().parents, f"not installed: {barragoon.__file__}"
    assert perft(Position.start(), 3) == LEAVES, "perft"
    has_engine = importlib.util.find_spec("barragoon.engine._native") is not None
    try_readme(has_engine=has_engine)
    if not has_engine:
        try_missing_engine()
    try_command_line()
    kind = "with" if has_engine else "without"
    print(f"barragoon {barragoon.__version__} on Python {sys.version.split()[0]}, {kind} the compiled engine: all well")  # noqa: T201


def try_readme(*, has_engine: bool) -> None:
    """Run the examples of the README; without the engine, those before it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = text if has_engine else text.partition("## The engine")[0]
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted, "the README has no examples"
    assert not results.failed, "the README's examples fail"


def try_missing_engine() -> None:
    """Whoever asks for the engine where there is none gets a sentence."""
    try:
        Engine().play(Position.start(), Limit(depth=1))
    except EngineError as error:
        assert "compiled engine is missing" in str(error), error
    else:
        raise AssertionError("an engine played that is not there")


def try_command_line() -> None:
    """The program works, or says which package it lacks."""
    program = [sys.executable, "-m", "barragoon", "--version"]
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    if importlib.util.find_spec("typer") is None:
        assert ended.returncode == 2, ended
        assert ended.stderr == "the command line needs the package typer: pip install 'barragoon[cli]'\n", ended
    else:
        assert ended.stdout == f"barragoon {barragoon.__version__}\n", ended


if __name__ == "__main__":
    main()
