"""The answers of tests/data/answers, as tools/record_answers.py has written them."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from barragoon import Action, Position, parse_action
from barragoon.engine import Goal, Grade, Limit

FILE = Path(__file__).parents[1] / "data" / "answers" / "judgements.tsv"


class Recorded(NamedTuple):
    """One line of the file."""

    position: Position
    goal: Goal
    answer: list[Action]
    limit: Limit | None
    grade: Grade
    turns: int
    line: list[Action]
    escapes: list[Action]
    nodes: int


def _actions(text: str) -> list[Action]:
    return [] if text == "-" else list(map(parse_action, text.split()))


def recorded() -> Iterator[Recorded]:
    """All of them."""
    for row in FILE.read_text("utf-8").splitlines():
        if row.startswith("#"):
            continue
        fen, goal, answer, limit, grade, turns, line, escapes, nodes = row.split("\t")
        yield Recorded(
            Position.from_fen(fen),
            Goal.parse(goal),
            _actions(answer),
            None if limit == "-" else Limit(nodes=int(limit)),
            Grade(grade),
            int(turns),
            _actions(line),
            _actions(escapes),
            int(nodes),
        )
