"""Mines puzzles from games that levels of the engine play against each other.

    nice python tools/mine_puzzles.py --games 2000 --cores 2 build/puzzles/mined.tsv

A puzzle to win is a fresh forced win: a turn earlier none was proven for the same player, and exactly one first move
wins. A puzzle to hold begins after a tile was lost: all but a few placements lose in the turn under way. Everything is
proven, and tools/check_puzzles.py proves it again.

The file grows by whole games. Stop it whenever you like: the next run goes on with the games that are missing. A
game depends on its number alone, so any number of cores mines the same puzzles. Where only some goals are missing, the
proofs of the others can be left out, and games that were mined for another file can be skipped:

    nice python tools/mine_puzzles.py build/puzzles/three.tsv --first 2001 --games 4000 --goals "win 3"
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from collections.abc import Collection
from functools import partial
from pathlib import Path

from barragoon import Game, Variant
from barragoon.engine import Engine, Limit
from barragoon.lab.puzzle_mining import GOALS, puzzles_of

LEVELS = range(2, 8)
"""Weak ones, because their slips look more like people's."""

STAGES = ((1, 0), (0, 1), (1, 1))
EXPRESS = 8
"""One game in so many has express stages."""

LONGEST_GAME = 300
PLAYERS_HASH = 1
"""Megabytes: a level looks at few nodes, and a larger table takes longer to clear than the level thinks."""

END_OF_GAME = "%game"


def play(number: int) -> Game:
    """The game with that number."""
    source = random.Random(number)
    level = source.choice(LEVELS)
    levels = (level, source.choice([other for other in LEVELS if abs(other - level) <= 2]))
    stages = source.choice(STAGES) if number % EXPRESS == 0 else (0, 0)
    game = Game.new(source.choice(tuple(Variant)), stages=stages)
    for _ in range(4):
        game.push(source.choice(sorted(game.legal_actions())))
    seeds = [source.randrange(1_000_000) for _ in levels]
    engines = [
        Engine(level=level, seed=seed, ladder=1, hash_megabytes=PLAYERS_HASH)
        for level, seed in zip(levels, seeds, strict=True)
    ]
    while game.outcome() is None and len(game.actions) < LONGEST_GAME:
        engine = engines[game.position.actor is game.start.turn]
        engine.new_game()
        game.push(engine.think(game, Limit(nodes=10**9)).action)
    return game


# -- files and processes --------------------------------------------------------------------------------------


def mine(number: int, goals: Collection[str] = GOALS) -> tuple[int, list[str]]:
    """The puzzles of the game with that number."""
    with Engine(hash_megabytes=PLAYERS_HASH) as engine:
        return number, [str(puzzle) for puzzle in puzzles_of(play(number), engine, goals)]


def games_done(file: Path) -> set[int]:
    """The games in a file; what follows the last whole game was cut off, and is removed."""
    text = file.read_text("utf-8") if file.exists() else ""
    whole = text[: text.rfind("\n") + 1].splitlines()
    while whole and not whole[-1].startswith(END_OF_GAME):
        whole.pop()
    file.write_text("".join(f"{line}\n" for line in whole), "utf-8")
    return {int(line.split()[1]) for line in whole if line.startswith(END_OF_GAME)}


def main() -> None:
    """Mine the games that are missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=100, help="how many the file shall have")
    parser.add_argument("--first", type=int, default=1, help="the number of the first of them")
    parser.add_argument("--goals", nargs="+", choices=GOALS, default=GOALS, help="only puzzles with these goals")
    parser.add_argument("--cores", type=int, default=1)
    arguments = parser.parse_args()
    arguments.file.parent.mkdir(parents=True, exist_ok=True)
    done = games_done(arguments.file)
    numbers = range(arguments.first, arguments.first + arguments.games)
    missing = [number for number in numbers if number not in done]
    found = 0
    with arguments.file.open("a", encoding="utf-8") as file, multiprocessing.Pool(arguments.cores) as pool:
        mined = pool.imap_unordered(partial(mine, goals=arguments.goals), missing)
        for count, (number, puzzles) in enumerate(mined, 1):
            file.write("".join(f"{line}\n" for line in [*puzzles, f"{END_OF_GAME} {number}"]))
            file.flush()
            found += len(puzzles)
            print(f"{count} of {len(missing)} games, {found} puzzles", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
