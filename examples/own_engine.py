"""An engine of one's own, for programs that speak UBI and for matches.

python examples/own_engine.py              speaks UBI on stdin and stdout
python examples/own_engine.py match 5      plays five pairs of games against the random player
"""

from __future__ import annotations

import sys

from barragoon import Action, Move, Position, Tile
from barragoon.engine import Limit, Option, PythonEngine, Question, RandomPlayer, serve_ubi
from barragoon.engine.match.game import Conditions, Pace
from barragoon.engine.match.match import Fixture, play_match
from barragoon.engine.match.tally import Tally


class Hunter(PythonEngine):
    """Takes the most valuable tile it can, and otherwise leaves the opponent as few moves as possible."""

    name = "hunter"
    author = "an example"
    options = (Option("Hunger", 100, 0, 1000),)

    def __init__(self) -> None:
        super().__init__()
        self.hunger = 100

    def set_option(self, name: str, value: int) -> None:
        """Take over Hunger, the worth of one point of a tile in moves of the opponent."""
        assert name == "Hunger"
        self.hunger = value

    def choose(self, question: Question) -> Action:
        """Look one action ahead, and end early when the answer is wanted at once."""
        best: tuple[int, Action] | None = None
        for looked_at, action in enumerate(sorted(question.allowed), start=1):
            worth = self.worth(question.position, action)
            if best is None or worth > best[0]:
                best = worth, action
                question.report(worth, action, nodes=looked_at)
            if question.stopped:
                break
        assert best is not None, "something is always allowed"
        return best[1]

    def worth(self, position: Position, action: Action) -> int:
        """What an action takes, less what it leaves to the opponent."""
        taken = position[action.target] if isinstance(action, Move) else None
        prey = taken.value * self.hunger if isinstance(taken, Tile) else 0
        after = position.after(action)
        opponent = position.actor.other
        return prey - sum(len(after.targets(start)) for start in after.tiles(opponent))


def play_pairs(pairs: int) -> Tally:
    """Play against the random player."""
    tally = Tally()
    with Hunter() as hunter, RandomPlayer() as rival:
        fixture = Fixture(hunter, rival, Conditions(Pace(Limit(nodes=1))))
        for pair in play_match(fixture, pairs):
            tally.add(pair.results)
    return tally


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["match", pairs]:
            tally = play_pairs(int(pairs))
            print(f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost")
        case _:
            with Hunter() as engine:
                serve_ubi(engine)
