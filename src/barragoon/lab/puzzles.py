"""Puzzles from stored games: the search has said where a win is, and only there the solver is asked.

The file grows by whole shards, so a run that was ended goes on with those that are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from barragoon.action import Move, all_actions
from barragoon.colour import Colour
from barragoon.engine import Engine
from barragoon.game import Game
from barragoon.lab.data_set import MANIFEST
from barragoon.lab.mined_puzzle import Puzzle
from barragoon.lab.puzzle_mining import GOALS, puzzles_of
from barragoon.lab.replay import start_of_row, steps_of
from barragoon.lab.shard import PATTERN, read_shard

SEEN_WIN = 27_000
"""A score from which on the search sees the end of the game."""

WINS = tuple(goal for goal in GOALS if goal.startswith("win"))
END_OF_SHARD = "%shard"


def mine_shards(root: Path, file: Path, most_games: int | None, report: Callable[[str, int, int], None]) -> None:
    """Add the puzzles of the shards that the file does not have yet; of each shard so many games."""
    done = _shards_done(file)
    with Engine(hash_megabytes=1) as engine, file.open("a", encoding="utf-8") as out:
        for path in sorted(path for manifest in root.rglob(MANIFEST) for path in manifest.parent.glob(PATTERN)):
            name = path.relative_to(root).as_posix()
            if name in done:
                continue
            rows = read_shard(path)[:most_games]
            lines = [str(puzzle) for row in rows for puzzle in puzzles_of_row(row, engine)]
            out.write("".join(f"{line}\n" for line in [*lines, f"{END_OF_SHARD} {name}"]))
            out.flush()
            report(name, len(rows), len(lines))


def puzzles_of_row(row: dict[str, Any], engine: Engine) -> Iterator[Puzzle]:
    """The puzzles to win of a stored game: one for each length at most."""
    promising = wins_seen(row)
    if not promising:
        return
    game = Game(start_of_row(row))
    for number in row["actions"]:
        game.push(all_actions()[number])
    yield from puzzles_of(game, engine, WINS, is_promising=promising.__contains__)


def wins_seen(row: dict[str, Any]) -> set[int]:
    """The turns, by their index, in which the search saw a win for the player who moved."""
    found, turn = set[int](), -1
    for (position, action, _), score in zip(steps_of(row), row["scores"], strict=True):
        if isinstance(action, Move):
            turn += 1
            if (score if position.turn is Colour.WHITE else -score) >= SEEN_WIN:
                found.add(turn)
    return found


def _shards_done(file: Path) -> set[str]:
    """The shards in a file; what follows the last whole one was cut off, and is removed."""
    text = file.read_text("utf-8") if file.exists() else ""
    whole = text[: text.rfind("\n") + 1].splitlines()
    while whole and not whole[-1].startswith(END_OF_SHARD):
        whole.pop()
    file.write_text("".join(f"{line}\n" for line in whole), "utf-8")
    return {line.partition(" ")[2] for line in whole if line.startswith(END_OF_SHARD)}
