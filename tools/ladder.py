"""A round robin of the levels, with a random and a greedy player as anchors, and the ladder that comes of it.

    python tools/ladder.py play docs/ladder.tsv --pairs 100
    python tools/ladder.py show docs/ladder.tsv

Everybody plays those up to two places away, from paired openings. Each line of the file is a pair of games: who,
against whom, and the points of the first in both together. Playing adds to the file; a player whose level was changed
must be struck from it first (``forget``). Ratings are the most likely ones (Bradley and Terry, a draw is half a win),
with 95 % intervals from pairs drawn anew.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from barragoon.engine import Limit
from barragoon.engine.match.game import Conditions, Pace
from barragoon.engine.match.match import Fixture, play_match

PLAYERS = ("random", "greedy", *(f"level {n}" for n in range(1, 12)))
FAR = 2
DRAWINGS = 200
STEP = 400 / math.log(10)


class Pair(NamedTuple):
    """Two games from one opening: the points of the first player in both together."""

    first: str
    second: str
    points: float


def main() -> None:
    """Play, show or forget."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "show", "forget"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--pairs", type=int, default=100, help="of games between any two, with those played already")
    parser.add_argument("--players", nargs="*", default=PLAYERS, help="only games of two of these")
    arguments = parser.parse_args()
    pairs = read(arguments.file) if arguments.file.exists() else []
    if arguments.what == "forget":
        kept = [pair for pair in pairs if not {pair.first, pair.second} & set(arguments.players)]
        arguments.file.write_text("".join(map(line, kept)))
    elif arguments.what == "play":
        play(arguments.file, pairs, arguments.pairs, arguments.players)
    else:
        show(pairs)


def read(file: Path) -> list[Pair]:
    """All pairs played so far."""
    rows = (row.split("\t") for row in file.read_text().splitlines())
    return [Pair(first, second, float(points)) for first, second, points in rows]


def line(pair: Pair) -> str:
    """A pair as the file keeps it."""
    return f"{pair.first}\t{pair.second}\t{pair.points:g}\n"


def play(file: Path, before: Sequence[Pair], wanted: int, players: Sequence[str]) -> None:
    """Play what is missing."""
    played = Counter((pair.first, pair.second) for pair in before)
    for first, second in pairings(players):
        already = played[first, second]
        fixture = Fixture(
            spec(first), spec(second), Conditions(Pace(Limit(nodes=1_000_000))), seed=1 + already, opening_turns=4
        )
        points = Counter[float]()
        for pair in play_match(fixture, max(0, wanted - already), concurrency=os.cpu_count() or 1):
            result = sum(game.points for game in pair.results)
            points[result] += 1
            with file.open("a") as rows:
                rows.write(line(Pair(first, second, result)))
        if points:
            print(f"{first} – {second}: {sum(k * n for k, n in points.items()) / points.total() / 2:.1%}", flush=True)


def pairings(players: Sequence[str]) -> list[tuple[str, str]]:
    """Everybody against those a little weaker."""
    places = {name: place for place, name in enumerate(PLAYERS)}
    return [(first, second) for first in players for second in players if 0 < places[first] - places[second] <= FAR]


def spec(player: str) -> str:
    """How a match names the player."""
    return player.replace(" ", "")


def show(pairs: list[Pair]) -> None:
    """Print the ladder as a table."""
    best = ratings(pairs)
    drawn = [ratings(random.Random(n).choices(pairs, k=len(pairs))) for n in range(DRAWINGS)]
    print("| player | Elo | above the one before | games |\n|---|---|---|---|")
    before: str | None = None
    for player in filter(best.__contains__, PLAYERS):
        games = 2 * sum(player in pair[:2] for pair in pairs)
        rise = ""
        if before is not None:
            rise = f"{best[player] - best[before]:+.0f} ± {spread([d[player] - d[before] for d in drawn]):.0f}"
        print(f"| {player} | {best[player]:.0f} ± {spread([d[player] for d in drawn]):.0f} | {rise} | {games} |")
        before = player


def spread(values: list[float]) -> float:
    """Half of a 95 % interval."""
    ordered = sorted(values)
    return (ordered[int(0.975 * len(ordered))] - ordered[int(0.025 * len(ordered))]) / 2


def ratings(pairs: Sequence[Pair]) -> dict[str, float]:
    """The most likely ratings, level 1 at 0.

    Levels that have met get one more drawn pair, so that one that always wins still has a finite rating.
    """
    counts = Counter(pairs)
    met = {(pair.first, pair.second) for pair in pairs}
    counts.update(Pair(first, second, 1.0) for first, second in met)
    names = {name for pair in counts for name in pair[:2]}
    strength = dict.fromkeys(names, 1.0)
    for _ in range(300):
        won, faced = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
        for (first, second, points), times in counts.items():
            share = 2 * times / (strength[first] + strength[second])
            won[first] += points * times
            won[second] += (2 - points) * times
            faced[first] += share
            faced[second] += share
        strength = {name: won[name] / faced[name] for name in names}
    anchor = strength.get("level 1", 1.0)
    return {name: STEP * math.log(value / anchor) for name, value in strength.items()}


if __name__ == "__main__":
    main()
