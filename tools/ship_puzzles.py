"""Makes the page's puzzle files from what tools/mine_puzzles.py has found.

    python tools/ship_puzzles.py build/puzzles/mined.tsv

It adds to web/public/puzzles: a puzzle that is there stays, with its rating. New ones come in the order of the file
until there are enough of their kind. Every new one gets a first rating and its themes; tools/check_puzzles.py
proves all of them. The shards are sorted by rating, so that a beginner needs the first alone.

The list of the days has a fixed length. A day keeps its puzzle from release to release; only where there were too few
and a puzzle had to come again, a new one takes the place. A slot names the puzzle and its shard: "0bcc31b8.3".
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from barragoon.engine import Engine
from barragoon.lab.mined_puzzle import Puzzle
from puzzle_rating import rating_of
from puzzle_themes import themes_of
from shipped_puzzle import SOFT, ShippedPuzzle

FOLDER = Path(__file__).parent.parent / "web" / "public" / "puzzles"
VERSION = 1
SHARD = 100
WANTED = {"win 1": 300, "win 2": 600, "win 3": 150, "hold 1": 150}
DAYS = {"win 2": 400, "win 3": 60}
"""How many slots the lists of the days have; the page takes a Sunday's from the second."""


def shipped(folder: Path = FOLDER) -> list[ShippedPuzzle]:
    """The puzzles in a folder, by their shards."""
    index = folder / "index.json"
    names = [shard["name"] for shard in json.loads(index.read_text("utf-8"))["shards"]] if index.exists() else []
    lines = [line for name in names for line in (folder / name).read_text("utf-8").splitlines()]
    return [ShippedPuzzle.parse(line) for line in lines if not line.startswith("%")]


def select(old: Sequence[ShippedPuzzle], mined: Iterable[Puzzle]) -> list[Puzzle]:
    """The new ones: each once, and only as many as are missing of their kind."""
    keys = {one.puzzle.key for one in old}
    counts = Counter(str(one.puzzle.goal) for one in old)
    chosen = []
    for puzzle in mined:
        goal = str(puzzle.goal)
        if puzzle.key not in keys and counts[goal] < WANTED[goal]:
            keys.add(puzzle.key)
            counts[goal] += 1
            chosen.append(puzzle)
    return chosen


def prepare(puzzle: Puzzle, engine: Engine) -> ShippedPuzzle:
    """Rate it and tell its themes."""
    return ShippedPuzzle(puzzle, rating_of(puzzle, engine), themes_of(puzzle))


def fill_days(slots: Sequence[str], puzzles: Iterable[str], length: int) -> list[str]:
    """The list of the days: a slot that has its puzzle alone stays; the others get new ones, at last old ones again."""
    known = set(puzzles)
    kept = dict.fromkeys(slot for slot in slots if slot in known)
    fresh = iter(sorted(known - set(kept), key=lambda key: hashlib.sha256(f"day {key}".encode()).digest()))
    filled, seen = list[str | None](), set[str]()
    for number in range(length):
        slot = slots[number] if number < len(slots) else None
        stays = slot in kept and slot not in seen
        key = slot if stays else next(fresh, None)
        filled.append(key)
        seen |= {key} if key else set()
    again = cycle([key for key in filled if key])
    return [key or next(again) for key in filled] if seen else []


def write(puzzles: Sequence[ShippedPuzzle], folder: Path = FOLDER) -> None:
    """The shards and their index, instead of what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / "index.json"
    days = json.loads(index.read_text("utf-8"))["days"] if index.exists() else {}
    old_days = {goal: [slot.partition(".")[0] for slot in slots] for goal, slots in days.items()}
    for file in folder.glob("*.tsv"):
        file.unlink()
    in_order = sorted(puzzles, key=lambda one: (one.rating, one.puzzle.key))
    parts = [in_order[start : start + SHARD] for start in range(0, len(in_order), SHARD)]
    shards = [write_shard(number, part, folder) for number, part in enumerate(parts, 1)]
    shard_of = {one.puzzle.key: number for number, part in enumerate(parts, 1) for one in part}
    rated = [one.puzzle for one in in_order if SOFT not in one.themes]
    by_goal = {goal: [puzzle.key for puzzle in rated if str(puzzle.goal) == goal] for goal in DAYS}
    content = {
        "version": VERSION,
        "counts": dict(sorted(Counter(str(one.puzzle.goal) for one in puzzles).items())),
        "themes": dict(sorted(Counter(theme for one in puzzles for theme in one.themes).items())),
        "shards": shards,
        "days": {
            goal: [f"{key}.{shard_of[key]}" for key in fill_days(old_days.get(goal, ()), by_goal[goal], length)]
            for goal, length in DAYS.items()
        },
    }
    index.write_text(json.dumps(content, separators=(",", ":")) + "\n", "utf-8")


def write_shard(number: int, puzzles: Sequence[ShippedPuzzle], folder: Path) -> dict[str, object]:
    """One shard; what the index says of it."""
    text = "".join(f"{one}\n" for one in puzzles)
    name = f"{number}-{hashlib.sha256(text.encode()).hexdigest()[:8]}.tsv"
    (folder / name).write_text(text, "utf-8")
    ratings = [one.rating for one in puzzles]
    return {"name": name, "count": len(puzzles), "least": min(ratings), "most": max(ratings)}


def main() -> None:
    """Add what was mined."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mined", type=Path)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--new-themes", action="store_true", help="tell the themes of all again, after a rule changed")
    arguments = parser.parse_args()
    old = shipped(arguments.folder)
    lines = arguments.mined.read_text("utf-8").splitlines()
    new = select(old, (Puzzle.parse(line) for line in lines if not line.startswith("%")))
    with Engine() as engine:
        if arguments.new_themes:
            old = [replace(one, themes=themes_of(one.puzzle)) for one in old]
        for count, puzzle in enumerate(new, 1):
            old.append(prepare(puzzle, engine))
            print(f"{count} of {len(new)} new puzzles", file=sys.stderr, flush=True)
    write(old, arguments.folder)


if __name__ == "__main__":
    main()
