"""Records answers to puzzles with what the native engine judges of them, for Python and the page to be compared with.

The positions are the forced wins of tests/data/puzzles and random late positions, some of them in the hands of a player
who has just lost a tile. Of each, answers of every grade are wanted: actions that reach the goal and others, and turns
with their placements.

    python tools/record_answers.py > tests/data/answers/judgements.tsv
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from barragoon import Action, Position
from barragoon.engine import Engine, Goal, Judgement, Limit

SUITE = Path(__file__).parents[1] / "tests" / "data" / "puzzles" / "wins.txt"
FROM_SUITE = 7
"""How many answers to each puzzle of the suite."""

FROM_LATE = 2
"""How many answers of each grade to a random position."""

ALL = 500
LONGEST = 3
"""Wins in more turns can't be judged while a person waits."""

FEW_NODES = 40
"""So few that most answers stay unproven."""

HEADER = """\
# Answers with their judgements, separated by tabs: FEN; goal; the answer's actions; the limit in nodes, or - for the
# judge's own; grade; turns; the line that follows; the moves by which the opponent escapes; nodes.
# Made by tools/record_answers.py; judged again by tests/engine/test_judge.py and web/tests/judge.test.ts."""


@dataclass(frozen=True)
class Recorded:
    """An answer with its judgement."""

    position: Position
    goal: Goal
    answer: tuple[Action, ...]
    limit: Limit | None
    judgement: Judgement

    def __str__(self) -> str:
        """Write one line of the file."""
        judgement = self.judgement
        return "\t".join(
            (
                self.position.to_fen(),
                str(self.goal),
                " ".join(map(str, self.answer)),
                str(self.limit.nodes) if self.limit else "-",
                judgement.grade.value,
                str(judgement.turns),
                " ".join(map(str, judgement.line)) or "-",
                " ".join(str(escape.move) for escape in judgement.escapes) or "-",
                str(judgement.nodes),
            )
        )


class Recorder:
    """Judges answers and remembers them."""

    def __init__(self, engine: Engine, source: random.Random) -> None:
        self._engine = engine
        self._source = source

    def record(
        self, position: Position, goal: Goal, answer: tuple[Action, ...], limit: Limit | None = None
    ) -> Recorded:
        """One answer."""
        judgement = self._engine.judge(position, goal, *answer, limit=limit)
        return Recorded(position, goal, answer, limit, judgement)

    def from_suite(self) -> Iterator[Recorded]:
        """Answers to the suite's puzzles: its own first action, others, whole turns, and one with a small limit."""
        for line in SUITE.read_text().splitlines():
            if line.startswith("#"):
                continue
            fen, turns, *_, actions = line.split(";")
            if int(turns) > LONGEST:
                continue
            position, goal = Position.from_fen(fen), Goal.win(int(turns))
            first = next(action for action in position.legal_actions() if str(action) == actions.split()[0])
            others = self._sample(position, FROM_SUITE - 4)
            yield from (self.record(position, goal, (action,)) for action in (first, *others))
            yield from (self.record(position, goal, self._whole_turn(position, first)) for _ in range(2))
            yield self.record(position, goal, (first,), Limit(nodes=FEW_NODES))

    def from_late(self) -> Iterator[Recorded]:
        """Answers to random positions, as many as there are of each grade up to a few."""
        while True:
            position = late(self._source)
            if position.outcome() is not None:
                continue
            placing = bool(position.hands) and position.actor is not position.turn
            goal = Goal.hold(1) if placing else Goal.win(self._source.choice((1, 2)))
            found = [self.record(position, goal, (action,)) for action in self._sample(position, 40)]
            grades: Counter[object] = Counter()
            if len({each.judgement.grade for each in found}) == 1:
                continue  # a position in which every answer does is no question
            for each in found:
                grades[each.judgement.grade] += 1
                if grades[each.judgement.grade] <= FROM_LATE:
                    yield each

    def _sample(self, position: Position, count: int) -> list[Action]:
        actions = sorted(position.legal_actions())
        return self._source.sample(actions, min(count, len(actions)))

    def _whole_turn(self, position: Position, first: Action) -> tuple[Action, ...]:
        """An action with random placements to the end of the turn."""
        actions, after = [first], position.play(first)
        while after.hands and after.outcome() is None:
            actions += self._sample(after, 1)
            after = after.play(actions[-1])
        return tuple(actions)


def late(source: random.Random) -> Position:
    """A position as games end: few tiles, many barragoons of all faces, at times in mid-turn or with a stage."""
    squares = source.sample(range(63), 63)
    cells = ["1"] * 63
    for colour in ("ZDV", "zdv"):
        for letter in source.sample(colour, source.randint(1, 2)):
            cells[squares.pop()] = letter
    for _ in range(22):
        cells[squares.pop()] = source.choice("xxx^>Y<|-NESWnesw+++")
    rows = ["".join(cells[start : start + 7]) for start in range(0, 63, 7)]
    turn, foe = source.sample("wb", 2)
    hands = source.choice(("-", "-", turn, foe + turn, foe + turn))
    stages = source.choice(("00", "00", "00", "10"))
    return Position.from_fen(f"{'/'.join(rows)} {turn} {hands} 4 {stages} 1")


def main() -> None:
    """Print the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other answers")
    source = random.Random(parser.parse_args().seed)
    print(HEADER)
    with Engine() as engine:
        recorder = Recorder(engine, source)
        found = list(recorder.from_suite())
        for recorded in recorder.from_late():
            if len(found) == ALL:
                break
            found.append(recorded)
    print(*found, sep="\n")


if __name__ == "__main__":
    main()
