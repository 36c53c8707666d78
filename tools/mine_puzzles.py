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
from collections.abc import Collection, Iterator
from functools import partial
from pathlib import Path

from barragoon import Action, Game, Move, Position, Variant
from barragoon.engine import Engine, Goal, Grade, Limit, Verdict
from mined_puzzle import Puzzle

LEVELS = range(2, 8)
"""Weak ones, because their slips look more like people's."""

STAGES = ((1, 0), (0, 1), (1, 1))
EXPRESS = 8
"""One game in so many has express stages."""

LONGEST_GAME = 300
MOST_TILES = 11
MOST_BARRAGOONS = 26
MOST_MOVABLE = 2
"""Of 85 forced wins within three turns that 1,470 positions had, none was against more tiles that can move."""

MOST_SQUARES = 4
"""A placement on more squares than these, but not on nearly all, is no one answer."""

MOST_HOLDING = 40
LONGEST_WIN = 3
HOLD = "hold 1"
GOALS = (*(f"win {turns}" for turns in range(1, LONGEST_WIN + 1)), HOLD)
LOOKING = Limit(nodes=60_000)
PROVING = Limit(nodes=5_000_000)
SLOWER = Limit(nodes=60_000)
PLAYERS_HASH = 1
"""Megabytes: a level looks at few nodes, and a larger table takes longer to clear than the level thinks."""

SLOWER_TURNS = 2
MOVABLE_IN_DANGER = 3
SAMPLE = 20
LOSING_IN_SAMPLE = 14
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


def puzzles_of(game: Game, engine: Engine, goals: Collection[str] = GOALS) -> Iterator[Puzzle]:
    """At most one puzzle of each goal: neighbours look alike."""
    yield from wins_of(game, engine, goals)
    if HOLD in goals:
        yield from next_or_none(holds_of(game, engine))


def next_or_none(puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
    """The first of them, if any."""
    for puzzle in puzzles:
        yield puzzle
        return


# -- to win ---------------------------------------------------------------------------------------------------


def wins_of(game: Game, engine: Engine, goals: Collection[str]) -> Iterator[Puzzle]:
    """Fresh forced wins with one first move: the opponent's turn before each was the mistake."""
    turns = [*game.turns_with_positions()]
    found = set[int]()
    for index in range(2, len(turns)):
        position = turns[index][0]
        if not may_be_won(position):
            continue
        solution = engine.solve(position, LONGEST_WIN, LOOKING)
        is_wanted = solution.wins and solution.turns not in found and f"win {solution.turns}" in goals
        if is_wanted and not engine.solve(turns[index - 2][0], LONGEST_WIN, LOOKING).wins:
            before, played = turns[index - 1]
            if puzzle := win_of(engine, position, solution.turns, before, played.actions):
                found.add(solution.turns)
                yield puzzle


def may_be_won(position: Position) -> bool:
    """Whether it is worth to look for a win, and the board is one that a person can look at."""
    player, opponent = position.turn, position.turn.other
    return (
        len(position.tiles(player)) + len(position.tiles(opponent)) <= MOST_TILES
        and len(position.barragoons()) <= MOST_BARRAGOONS
        and len(position.movable_tiles(opponent)) <= MOST_MOVABLE
        and len(position.movable_tiles(player)) > 1
    )


def win_of(
    engine: Engine, position: Position, turns: int, before: Position, played: tuple[Action, ...]
) -> Puzzle | None:
    """The puzzle of a forced win, if it has one solution that the page can judge."""
    verdicts = engine.solve_each(position, turns, PROVING)
    winning = [action for action, verdict in verdicts.items() if verdict is Verdict.WIN]
    if Verdict.UNKNOWN in verdicts.values() or len(winning) != 1:
        return None
    first = winning[0]
    accepted = accepted_after(engine, position.play(first), turns) if places_next(position, first) else ()
    if accepted is None or not can_be_judged(engine, position, turns, first):
        return None
    others = [action for action in verdicts if action != first]
    slower = engine.solve_each(position, turns + SLOWER_TURNS, SLOWER, only=others) if others else {}
    return Puzzle(position, Goal.win(turns), first, accepted, Verdict.WIN not in slower.values(), before, tuple(played))


def places_next(position: Position, first: Action) -> bool:
    """Whether the player who moved places a barragoon before anybody else acts."""
    after = position.play(first)
    return bool(after.hands) and after.actor is position.actor


def accepted_after(engine: Engine, position: Position, turns: int) -> tuple[Action, ...] | None:
    """All placements that keep the win; none if they are too scattered to be one answer, or not all are proven."""
    verdicts = engine.solve_each(position, turns, PROVING)
    if Verdict.UNKNOWN in verdicts.values():
        return None
    accepted = tuple(sorted(action for action, verdict in verdicts.items() if verdict is Verdict.WIN))
    squares = {action.square for action in accepted if not isinstance(action, Move)}
    nearly_all = len(accepted) > 0.8 * len(verdicts)
    return accepted if nearly_all or len(squares) <= MOST_SQUARES else None


def can_be_judged(engine: Engine, position: Position, turns: int, first: Action) -> bool:
    """Whether the page's judge proves each action of the winner's along the line of the proof."""
    player, left = position.actor, turns
    for action in engine.solve(position, turns, PROVING, only=[first]).actions:
        if position.actor is player and engine.judge(position, Goal.win(left), action).grade is not Grade.RIGHT:
            return False
        following = position.play(action)
        left -= position.turn is player and following.turn is not player
        position = following
    return True


# -- to hold --------------------------------------------------------------------------------------------------


def holds_of(game: Game, engine: Engine) -> Iterator[Puzzle]:
    """Placements after the loss of a tile, nearly all of which lose at once."""
    for before, turn in game.turns_with_positions():
        position = before.play(turn.move)
        loser = before.turn.other
        in_danger = position.hands[:1] == (loser,) and 0 < len(position.movable_tiles(loser)) <= MOVABLE_IN_DANGER
        if not in_danger or len(position.barragoons()) > MOST_BARRAGOONS or position.outcome() is not None:
            continue
        actions = sorted(position.legal_actions())
        sample = random.Random(len(actions)).sample(actions, min(SAMPLE, len(actions)))
        if sum(not holds(engine, position, action) for action in sample) < LOSING_IN_SAMPLE:
            continue
        accepted = tuple(action for action in actions if holds(engine, position, action))
        if 0 < len(accepted) <= MOST_HOLDING:
            yield Puzzle(position, Goal.hold(1), None, accepted, clean=True, before=before, played=(turn.move,))


def holds(engine: Engine, position: Position, action: Action) -> bool:
    """Whether the opponent has no win in the turn under way for sure."""
    return engine.judge(position, Goal.hold(1), action).grade is Grade.RIGHT


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
