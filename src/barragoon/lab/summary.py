"""What is counted of the games of a data set: small, and additive.

Games stay on the machine that played them. Their summary is kept: counts and sums that can be added up over shards,
machines and sessions, and that all tables are made of. A summary knows its shards, so that none is counted twice.

Tables that need an error are counted so that it can be worked out from the sums: results shard by shard; one position
a game and phase, which makes positions independent; sums of squares.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from barragoon.colour import Colour
from barragoon.lab.data_set import MANIFEST, DataSetError, read_manifest
from barragoon.lab.replay import GameFacts, facts_of
from barragoon.lab.self_play import BROWN_WINS, DRAW, WHITE_WINS
from barragoon.lab.shard import PATTERN, read_shard

FORMAT = 1
SUFFIX = ".summary.json"
DEEP_OPENING = 3
"""Openings of so many turns and more are left out of the file of a summary where they are rare."""
RARE = 10
RARE_SHARE = 2_000
"""Rare is what came up less often than this, and in less than one of so many games."""
SCORE_STEP = 100
MOST_SCORE = 1_500
"""Scores are cut off here: beyond it the game is decided, and differences mean nothing."""

Key = tuple[str | int, ...]
Table = Counter[Key]
RESULTS = ("white", "draw", "brown")
RESULT_NAMES = dict(zip((WHITE_WINS, DRAW, BROWN_WINS), RESULTS, strict=True))
_BETWEEN = ";"  # no text form of the game has one


class SummaryError(ValueError):
    """A summary that can't be read or added, in one sentence."""


@dataclass(slots=True)
class Summary:
    """The tables of one data set; each key of a table ends with what was counted."""

    data_set: dict[str, Any]
    """The recipe and the signature of the engine."""
    shards: set[int] = field(default_factory=set)
    results: Table = field(default_factory=Counter)  # shard, free or explored, result
    ends: Table = field(default_factory=Counter)  # reason, result
    turns: Table = field(default_factory=Counter)  # turns in the game
    captures: Table = field(default_factory=Counter)  # tiles or barragoons, how many
    tiles_left: Table = field(default_factory=Counter)  # the loser's
    first_taker: Table = field(default_factory=Counter)  # who took the first tile, result
    values: Table = field(default_factory=Counter)  # phase, mover, differences of 2-, 3-, 4-tiles, result
    scores: Table = field(default_factory=Counter)  # phase, White's score in steps, result
    faces: Table = field(default_factory=Counter)  # why it was placed, phase, symbol
    placements: Table = field(default_factory=Counter)  # why, phase, symbol, which sum
    openings: Table = field(default_factory=Counter)  # turns, result

    @property
    def games(self) -> int:
        """How many games it counts."""
        return sum(self.results.values())

    @property
    def name(self) -> str:
        """The data set in a few words, also for the name of a file.

        >>> Summary({"variant": "closed", "stages": "01", "nodes": 1000}).name
        'closed-01-1000'
        """
        return "{variant}-{stages}-{nodes}".format(**self.data_set)

    def add_game(self, row: dict[str, Any]) -> None:
        """Count a game."""
        facts, result = facts_of(row), RESULT_NAMES[row["result"]]
        self.results[row["seed"], "explored" if row["explored"] else "free", result] += 1
        self.ends[row["reason"], result] += 1
        self.turns[(facts.turns,)] += 1
        self.captures["tiles", facts.tiles_taken] += 1
        self.captures["barragoons", facts.barragoons_taken] += 1
        if row["result"] != DRAW:
            self.tiles_left[(facts.tiles_left[Colour.BROWN if row["result"] == WHITE_WINS else Colour.WHITE],)] += 1
        self.first_taker[str(facts.first_taker).lower(), result] += 1
        for phase, mover, differences, score in facts.positions:
            self.values[phase, mover, *differences, result] += 1
            self.scores[phase, round(_cut(score) / SCORE_STEP) * SCORE_STEP, result] += 1
        for turns in range(1, len(facts.opening) + 1):
            self.openings[" ".join(facts.opening[:turns]), result] += 1
        self._count_placements(row, facts)

    def _count_placements(self, row: dict[str, Any], facts: GameFacts) -> None:
        for at, role, phase, symbol, actor in facts.placements:
            self.faces[role, phase, symbol] += 1
            if at == row["probe_index"]:
                sign = 1 if actor is Colour.WHITE else -1
                best = _cut(row["probe_score"])
                self.placements[role, phase, symbol, "games"] += 1
                for other in ("random", "turned"):
                    gain = sign * (best - _cut(row[f"probe_{other}_score"]))
                    self.placements[role, phase, symbol, other] += gain
                    self.placements[role, phase, symbol, f"{other} squared"] += gain * gain

    def add(self, other: Summary) -> None:
        """Add another one of the same data set and of other shards."""
        if differing := [name for name in self.data_set if self.data_set[name] != other.data_set.get(name)]:
            raise SummaryError(f"{self.name}: summaries of games that were played otherwise ({', '.join(differing)})")
        if twice := self.shards & other.shards:
            raise SummaryError(f"{self.name}: shard {min(twice)} is in two summaries")
        self.shards |= other.shards
        for name in TABLES:
            getattr(self, name).update(getattr(other, name))

    # -- files -----------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Write it, a table a line; long openings that came up a few times only are left out."""
        games = Counter[str | int]()
        for (opening, _), count in self.openings.items():
            games[opening] += count
        rare = max(RARE, self.games // RARE_SHARE)
        kept = {key: n for key, n in self.openings.items() if _turns(key[0]) < DEEP_OPENING or games[key[0]] >= rare}
        entries: list[tuple[str, Any]] = [
            ("format", FORMAT),
            ("data_set", self.data_set),
            ("shards", _ranges(self.shards)),
        ]
        entries += [(name, _nested(kept if name == "openings" else getattr(self, name))) for name in TABLES]
        lines = (f"{json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}" for name, value in entries)
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str, where: str = "") -> Summary:
        """Read it again."""
        try:
            entries = json.loads(text)
            if entries["format"] != FORMAT:
                raise SummaryError(f"{where}: this summary has format {entries['format']}, and {FORMAT} was expected")
            shards = {seed for first, last in entries["shards"] for seed in range(first, last + 1)}
            tables = {name: Counter(_flat(entries[name])) for name in TABLES}
            return cls(dict(entries["data_set"]), shards, **tables)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, SummaryError):
                raise
            raise SummaryError(f"{where}: this is not a summary") from None


TABLES = tuple(name for name in Summary.__slots__ if name not in {"data_set", "shards"})


def summarise(folder: Path) -> Summary:
    """Count all games of a data set."""
    manifest = read_manifest(folder / MANIFEST)
    summary = Summary(manifest["recipe"] | {"bench": manifest.get("bench")})
    for path in sorted(folder.glob(PATTERN)):
        for row in read_shard(path):
            summary.add_game(row)
            summary.shards.add(row["seed"])
    return summary


def load(paths: Iterable[Path]) -> list[Summary]:
    """The summaries of folders with games and of summary files, those of one data set added up."""
    found: dict[str, Summary] = {}
    for summary in (summary for path in paths for summary in _load(path)):
        if not summary.games:  # a data set whose first shard is under way
            continue
        if summary.name in found:
            found[summary.name].add(summary)
        else:
            found[summary.name] = summary
    if not found:
        raise DataSetError("there are no games and no summaries in these places")
    return [found[name] for name in sorted(found)]


def _load(path: Path) -> list[Summary]:
    if path.is_file():
        return [Summary.from_json(path.read_text("utf-8"), str(path))]
    folders = sorted(manifest.parent for manifest in path.rglob(MANIFEST))
    files = sorted(path.rglob(f"*{SUFFIX}"))
    return [summarise(folder) for folder in folders] + [
        Summary.from_json(file.read_text("utf-8"), str(file)) for file in files
    ]


def _cut(score: int) -> int:
    return max(-MOST_SCORE, min(MOST_SCORE, score))


def _turns(opening: str | int) -> int:
    return str(opening).count(" ") + 1


def _ranges(numbers: set[int]) -> list[list[int]]:
    """Neighbours as first and last.

    >>> _ranges({1, 2, 3, 7})
    [[1, 3], [7, 7]]
    """
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ranges


def _nested(table: Mapping[Key, int]) -> dict[str, Any]:
    """A table in JSON: what is counted below all that comes before it, results as a list of three."""
    nested: dict[str, dict[str, int]] = {}
    for key in sorted(table, key=lambda key: tuple((isinstance(part, str), part) for part in key)):
        nested.setdefault(_BETWEEN.join(map(str, key[:-1])), {})[str(key[-1])] = table[key]
    if not all(counts.keys() <= set(RESULTS) for counts in nested.values()):
        return dict(nested)
    return {before: [counts.get(result, 0) for result in RESULTS] for before, counts in nested.items()}


def _flat(nested: dict[str, Any]) -> dict[Key, int]:
    flat: dict[Key, int] = {}
    for before, counts in nested.items():
        key = tuple(map(_part, before.split(_BETWEEN))) if before else ()
        by_result = isinstance(counts, list)
        named = zip(RESULTS, counts, strict=True) if by_result else counts.items()
        flat |= {(*key, _part(last)): int(count) for last, count in named if count or not by_result}
    return flat


def _part(text: str) -> str | int:
    """A part of a key; no word in one is a number."""
    return int(text) if text.lstrip("-").isdigit() else text
