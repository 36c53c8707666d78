"""Matches between agents: pairs of games from random openings, each opening once with either colour.

``python -m barragoon.env.match mcts:playouts=500 greedy --pairs 50`` plays one and prints the score.
"""

from __future__ import annotations

import argparse
import math
import statistics
from dataclasses import dataclass

from barragoon.engine import _native
from barragoon.env.agents import Agent, make_agent
from barragoon.env.start import MAX_ACTIONS
from barragoon.errors import NotationError
from barragoon.position import Position

OPENING = 4
"""So many actions at random begin a pair of games, so that no two pairs are alike."""


@dataclass(frozen=True)
class MatchScore:
    """What a player won: 1 point for a win, a half for a draw and for a game that was cut short.

    >>> print(MatchScore(((1, 0.5), (1, 1), (0, 1))))
    75.0 % ± 36.7 % (4 won, 1 drawn, 1 lost)
    """

    pairs: tuple[tuple[float, float], ...]
    """The points as White and as Brown from each opening."""

    @property
    def score(self) -> float:
        """Points a game."""
        return statistics.fmean(map(statistics.fmean, self.pairs))

    @property
    def interval(self) -> float:
        """Half of the 95 % interval of the score; a pair is one sample, because its games are alike.

        A pair won and a pair lost are added, as Agresti and Coull do: who has lost all games may win one some day.
        """
        samples = [*map(statistics.fmean, self.pairs), 0, 1]
        return 1.96 * statistics.stdev(samples) / math.sqrt(len(samples))

    def __str__(self) -> str:
        """The score with its interval, and the games."""
        games = [points for pair in self.pairs for points in pair]
        counts = f"{games.count(1)} won, {games.count(0.5)} drawn, {games.count(0)} lost"
        return f"{self.score:.1%} ± {self.interval:.1%} ({counts})".replace("%", " %")


def play_match(
    player: Agent, opponent: Agent, pairs: int, *, seed: int = 0, max_actions: int = MAX_ACTIONS
) -> MatchScore:
    """Play so many pairs of games; the same seed gives the same openings.

    >>> random = make_agent("random")
    >>> play_match(make_agent("level2"), random, pairs=1).score
    1.0
    """

    def play(number: int, own: int) -> float:
        game = _native.PlayedGame(Position.start().to_fen())
        game.seed(number)
        for _ in range(OPENING):
            game.push(game.random_id())
        for agent in (player, opponent):
            agent.reset(number)
        while game.outcome() is None and len(game) < max_actions:
            game.push((player if game.actor == own else opponent).act(game))
        winner, _ = game.outcome() or (None, "")
        return 0.5 if winner is None else float(winner == own)

    return MatchScore(tuple((play(number, 0), play(number, 1)) for number in range(seed, seed + pairs)))


def main() -> None:
    """Play a match between two agents by their names."""
    parser = argparse.ArgumentParser(prog="python -m barragoon.env.match", description="Play a match of two agents.")
    parser.add_argument("player", help="random, greedy, level1 to level12, mcts:playouts=NUMBER")
    parser.add_argument("opponent")
    parser.add_argument("--pairs", type=int, default=20, help="pairs of games (20)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first opening (0)")
    wanted = parser.parse_args()
    if wanted.pairs < 1 or wanted.seed < 0:
        parser.error("a match has at least one pair, and openings are numbered from 0")
    try:
        agents = make_agent(wanted.player), make_agent(wanted.opponent)
    except NotationError as error:
        parser.error(str(error))
    print(f"{wanted.player} against {wanted.opponent}: {play_match(*agents, wanted.pairs, seed=wanted.seed)}")  # noqa: T201 - its purpose


if __name__ == "__main__":
    main()
