"""Makes the suite of forced wins in tests/data/puzzles from games that the engine plays against itself.

Each game is played at few nodes, now and then with the second or third best action, so that games differ and slips
happen. From the end of a decided game it goes back over the winner's actions as long as the engine sees a win, and the
solver proves it. Of all the wins that were proven, the suite takes as many of each length as are wanted: those that
begin with one action only before others, from different games, for both colours, and some with express stages or with a
placement first.

    python tools/make_puzzles.py --games 200 > tests/data/puzzles/wins.txt
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from barragoon import Action, Colour, Game, Position, Variant
from barragoon.engine import Engine, Limit, Solution, Verdict

WANTED = {1: 10, 2: 15, 3: 15, 4: 10}
"""How many puzzles of each length, in the winner's turns."""

STAGES = ((0, 0), (0, 0), (0, 0), (1, 0), (0, 1), (1, 1), (2, 1))

THINKING = Limit(nodes=800)
SEEING = Limit(nodes=40_000)
PROVING = Limit(nodes=5_000_000)
PLENTY = 3
"""How many times as many as are wanted are enough to choose from."""

PATIENCE = 2
"""After how many positions in a row without a win a game is left."""

HEADER = """\
# Forced wins: FEN; the winner's turns (the winner is the one to act); whether no other first action wins in so many
# (unique), or others do or may (others); a line: the winner's actions are proven, the loser holds out as long as any.
# Made by tools/make_puzzles.py; proven again by tests/engine/test_puzzles.py."""


@dataclass(frozen=True)
class Puzzle:
    """A position of a game, the win that is proven for it, and whether other first actions win as fast."""

    game: int
    position: Position
    solution: Solution
    unique: bool

    @property
    def kind(self) -> str:
        """What the suite should have some of, but not too many."""
        return "placement" if self.position.hands else "express" if any(self.position.stages) else "plain"

    def __str__(self) -> str:
        """Write one line of the suite."""
        actions = " ".join(map(str, self.solution.actions))
        unique = "unique" if self.unique else "others"
        return f"{self.position.to_fen()};{self.solution.turns};{unique};{actions}"


def play(engine: Engine, source: random.Random) -> Game:
    """Play a game, the first actions at random."""
    game = Game.new(source.choice(tuple(Variant)), stages=source.choice(STAGES))
    engine.new_game()
    for _ in range(4):
        game.push(source.choice(sorted(game.legal_actions())))
    while game.outcome() is None and len(game.actions) < 300:
        lines = engine.analyse(game, THINKING, multipv=3 if source.random() < 0.2 else 1)
        game.push(source.choice(lines).actions[0])
    return game


def puzzles_of(engine: Engine, number: int, game: Game, plenty: set[int]) -> Iterator[Puzzle]:
    """The wins that the winner of a game had, from the last action back; not of lengths that there are plenty of."""
    outcome = game.outcome()
    winner = outcome.winner if outcome else None
    failures = 0
    for position in reversed(list(positions_of(game, winner)) if winner else []):
        (line,) = engine.analyse(position, SEEING)
        score = line.score
        failures = 0 if score.wins else failures + 1
        if failures == PATIENCE:
            return
        length = min(((score.turns_to_end or 0) + 1) // 2, max(WANTED))
        if not score.wins or length in plenty or len(position.legal_actions()) == 1:  # a forced action is no puzzle
            continue
        if solution := prove(engine, position, line.actions[0]):
            yield Puzzle(number, position, solution, is_unique(engine, position, solution))


def prove(engine: Engine, position: Position, likely: Action) -> Solution | None:
    """The shortest win; the longest that are wanted are proven of the likely action alone, to save time."""
    longest = max(WANTED)
    solution = engine.solve(position, longest - 1, PROVING)
    if solution.verdict is Verdict.NO_WIN:
        solution = engine.solve(position, longest, PROVING, only=[likely])
    return solution if solution.wins else None


def positions_of(game: Game, winner: Colour) -> Iterator[Position]:
    """The positions of a game in which its winner was to act."""
    position = game.start
    for action in game.actions:
        if position.actor is winner:
            yield position
        position = position.after(action)


def is_unique(engine: Engine, position: Position, solution: Solution) -> bool:
    """Whether none of the other actions wins within so many turns for sure."""
    others = [action for action in sorted(position.legal_actions()) if action != solution.actions[0]]
    return engine.solve(position, solution.turns, PROVING, only=others).verdict is Verdict.NO_WIN


def select(pool: list[Puzzle]) -> list[Puzzle]:
    """The suite: of each length as many as are wanted."""
    chosen: list[Puzzle] = []
    for turns, wanted in WANTED.items():
        of_length = [puzzle for puzzle in pool if puzzle.solution.turns == turns]
        taken: list[Puzzle] = []
        # First with all the preferences, then with fewer and fewer.
        for strictness in (3, 2, 1, 0):
            for puzzle in of_length:
                if len(taken) < wanted and puzzle not in taken and fits(puzzle, taken, wanted, strictness):
                    taken.append(puzzle)
        chosen += sorted(taken, key=str)
    return chosen


def fits(puzzle: Puzzle, taken: list[Puzzle], wanted: int, strictness: int) -> bool:
    """Whether a puzzle makes the suite richer."""
    colours = Counter(other.position.actor for other in taken)
    kinds = Counter(other.kind for other in taken)
    most = {"placement": wanted // 5, "express": wanted // 4, "plain": wanted}
    if strictness >= 1 and (kinds[puzzle.kind] >= most[puzzle.kind] or colours[puzzle.position.actor] > wanted // 2):
        return False
    if strictness >= 2 and not puzzle.unique and not puzzle.position.hands:
        return False
    return strictness < 3 or all(other.game != puzzle.game for other in taken)


def collect(games: int, seed: int) -> list[Puzzle]:
    """Play so many games and pick the suite from them."""
    source, pool = random.Random(seed), list[Puzzle]()
    with Engine() as engine:
        for number in range(1, games + 1):
            counts = Counter(puzzle.solution.turns for puzzle in pool)
            plenty = {turns for turns, wanted in WANTED.items() if counts[turns] >= PLENTY * wanted}
            pool += puzzles_of(engine, number, play(engine, source), plenty)
            print(f"{number} games, wins by length: {sorted(counts.items())}", file=sys.stderr)
    return select(pool)


def main() -> None:
    """Print the suite."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="how many games to play")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    arguments = parser.parse_args()
    print(HEADER, *collect(arguments.games, arguments.seed), sep="\n")


if __name__ == "__main__":
    main()
