"""The tables of the theory, each made of summaries alone: rows of text, to be shown anywhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from barragoon.lab.replay import LOST_TILE, PHASES, TOOK_BARRAGOON, TOOK_TILE
from barragoon.lab.statistics import (
    Cell,
    Estimate,
    Outcomes,
    elo,
    fit,
    logistic,
    mean,
    mean_of_counts,
    quantile,
    wilson,
)
from barragoon.lab.summary import Summary

ROLES = (TOOK_BARRAGOON, TOOK_TILE, LOST_TILE)
FEWEST = 30
"""Figures from fewer games than these are left out."""
DOTS = "…"


class Table(NamedTuple):
    """A heading for each column, and the rows."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]

    def to_markdown(self) -> str:
        """Write it as Markdown does."""
        body = [self.columns, ("---",) * len(self.columns), *self.rows]
        return "".join(f"| {' | '.join(row)} |\n" for row in body)


class NamedEstimate(NamedTuple):
    """An estimate of a data set, or of a part of it."""

    name: str
    games: int
    estimate: Estimate


# -- how figures are written --------------------------------------------------------------------------------------


def percent(estimate: Estimate) -> str:
    """A share with its interval.

    >>> percent(Estimate(0.512, 0.498, 0.526))
    '51.2 % (49.8 to 52.6)'
    """
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def number(estimate: Estimate, digits: int = 1) -> str:
    """A figure with its error.

    >>> number(Estimate(2, 1.5, 2.5))
    '2.0 ± 0.5'
    """
    return f"{estimate.value:.{digits}f} ± {estimate.error:.{digits}f}"


def title_of(summary: Summary) -> str:
    """A data set in words.

    >>> title_of(Summary({"variant": "open", "stages": "11", "nodes": 5000}))
    'open, stages 11, 5,000 nodes'
    """
    data_set = summary.data_set
    stages = "" if data_set["stages"] == "00" else f", stages {data_set['stages']}"
    return f"{data_set['variant']}{stages}, {data_set['nodes']:,} nodes"


def outcomes(table: Iterable[tuple[str | int, int]]) -> Outcomes:
    """Games by result, from pairs of a result and how often it came up."""
    counts = Counter[str | int]()
    for result, count in table:
        counts[result] += count
    return Outcomes(counts["white"], counts["draw"], counts["brown"])


# -- what the tables say ------------------------------------------------------------------------------------------


def white_scores(summaries: Sequence[Summary], kind: str = "free") -> list[NamedEstimate]:
    """White's share of the points in games that began with one of the best moves, or with any."""
    found = []
    for summary in summaries:
        games = outcomes((key[2], count) for key, count in summary.results.items() if key[1] == kind)
        if games.games >= FEWEST:
            found.append(NamedEstimate(title_of(summary), games.games, games.white_score))
    return found


def first_move(summaries: Sequence[Summary]) -> Table:
    """What it is worth to move first."""
    any_move = {name: estimate for name, _, estimate in white_scores(summaries, "explored")}
    rows = [
        (
            name,
            f"{games:,}",
            percent(score),
            f"{elo(score.value):+.0f}",
            percent(any_move[name]) if name in any_move else DOTS,
        )
        for name, games, score in white_scores(summaries)
    ]
    return Table(("games", "number", "White's share of the points", "Elo", "if the first move is any"), rows)


def ends(summaries: Sequence[Summary]) -> Table:
    """How games end."""
    reasons = sorted({str(reason) for summary in summaries for reason, _ in summary.ends})
    rows = []
    for summary in summaries:
        counts = Counter[str | int]()
        for (reason, _), count in summary.ends.items():
            counts[reason] += count
        rows.append((title_of(summary), f"{summary.games:,}", *(f"{counts[r] / summary.games:.2%}" for r in reasons)))
    return Table(("games", "number", *reasons), rows)


def length(summaries: Sequence[Summary]) -> Table:
    """How long games are and how much is taken in them."""
    rows = []
    for summary in summaries:
        turns = [(int(key[0]), count) for key, count in summary.turns.items()]
        taken = [_mean_captures(summary, what) for what in ("tiles", "barragoons")]
        spread = " / ".join(str(quantile(turns, share)) for share in (0.1, 0.5, 0.9))
        rows.append((title_of(summary), number(mean_of_counts(turns)), spread, *map(number, taken)))
    return Table(("games", "turns, mean", "turns, 10 % / half / 90 %", "tiles taken", "barragoons taken"), rows)


def loser_left(summaries: Sequence[Summary]) -> Table:
    """How many tiles the loser still has."""
    numbers = sorted({int(key[0]) for summary in summaries for key in summary.tiles_left})
    rows = []
    for summary in summaries:
        games = sum(summary.tiles_left.values())
        rows.append((title_of(summary), *(f"{summary.tiles_left[n,] / max(1, games):.1%}" for n in numbers)))
    return Table(("games", *map(str, numbers)), rows)


def first_taker(summaries: Sequence[Summary]) -> Table:
    """Who takes the first tile, and how often that player wins."""
    rows = []
    for summary in summaries:
        by_taker = {
            colour: outcomes((key[1], count) for key, count in summary.first_taker.items() if key[0] == colour)
            for colour in ("white", "brown")
        }
        games = sum(by_taker[colour].games for colour in by_taker)
        if games >= FEWEST:
            white, brown = by_taker["white"], by_taker["brown"]
            points = white.white + white.draw / 2 + brown.brown + brown.draw / 2
            rows.append((title_of(summary), percent(wilson(white.games, games)), percent(wilson(points, games))))
    return Table(("games", "White takes the first tile", "points of who took it"), rows)


def tile_weights(summary: Summary) -> Iterator[tuple[str, int, list[Estimate]]]:
    """Phase by phase: the games, and the weights of a 2-, a 3-, a 4-tile, of the turn and of being White."""
    for phase in PHASES:
        games: dict[tuple[float, ...], Counter[str | int]] = defaultdict(Counter)
        for (found, mover, twos, threes, fours, result), count in summary.values.items():
            if found == phase:
                to_move = 1.0 if mover == "white" else -1.0
                games[float(twos), float(threes), float(fours), to_move, 1.0][result] += count
        cells = [Cell(x, counts.total(), counts["white"] + counts["draw"] / 2) for x, counts in games.items()]
        number_of_games = round(sum(cell.games for cell in cells))
        if number_of_games >= 10 * FEWEST:
            yield phase, number_of_games, fit(cells)


def values(summaries: Sequence[Summary]) -> Table:
    """What a tile more is worth, and what the turn is."""
    rows = []
    for summary in summaries:
        for phase, games, weights in tile_weights(summary):
            worth = [f"{number(weight, 2)} ({logistic(weight.value):.0%})" for weight in weights[:4]]
            rows.append((title_of(summary), phase, f"{games:,}", *worth))
    return Table(("games", "phase", "positions", "2-tile", "3-tile", "4-tile", "the turn"), rows)


def score_meaning(summaries: Sequence[Summary]) -> Table:
    """What a score of the search means for the result."""
    rows = []
    for summary in summaries:
        for phase in PHASES:
            cells = [
                Cell((float(score) / 100,), games.games, games.white + games.draw / 2)
                for score, games in _by_score(summary, phase)
            ]
            if sum(cell.games for cell in cells) < 10 * FEWEST:
                continue
            (weight,) = fit(cells)
            shares = [f"{logistic(weight.value * score / 100):.0%}" for score in (50, 100, 200, 400)]
            rows.append((title_of(summary), phase, number(weight, 3), *shares))
    return Table(("games", "phase", "weight of 100", "+50", "+100", "+200", "+400"), rows)


def score_curve(summary: Summary, phase: str) -> list[tuple[float, Estimate]]:
    """White's share of the points by White's score."""
    return [(float(score), games.white_score) for score, games in _by_score(summary, phase) if games.games >= FEWEST]


def placements(summaries: Sequence[Summary]) -> Table:
    """What the choice of a placement is worth, in hundredths of the search's score."""
    rows = []
    for summary in summaries:
        for role in ROLES:
            for phase in PHASES:
                count, random, turned = _gains(summary, role, phase)
                if count >= FEWEST:
                    rows.append((title_of(summary), role, phase, f"{count:,}", number(random, 0), number(turned, 0)))
    return Table(("games", "who places", "phase", "placements", "over any placement", "over another face there"), rows)


def placement_symbols(summaries: Sequence[Summary]) -> Table:
    """How often each symbol is placed, and what it is worth over others."""
    rows = []
    for summary in summaries:
        total = sum(summary.faces.values())
        for symbol in sorted({str(key[2]) for key in summary.faces}):
            placed = sum(count for key, count in summary.faces.items() if key[2] == symbol)
            count, random, turned = _gains(summary, symbol=symbol)
            if count >= FEWEST:
                share = f"{placed / total:.1%}"
                rows.append((title_of(summary), symbol, share, f"{count:,}", number(random, 0), number(turned, 0)))
    return Table(
        ("games", "symbol", "share", "placements judged", "over any placement", "over another face there"), rows
    )


def symbols_by_role(summaries: Sequence[Summary]) -> Table:
    """Which symbols are placed by whom."""
    symbols = sorted({str(key[2]) for summary in summaries for key in summary.faces})
    rows = []
    for summary in summaries:
        for role in ROLES:
            counts = Counter[str | int]()
            for key, count in summary.faces.items():
                if key[0] == role:
                    counts[key[2]] += count
            if counts.total() >= FEWEST:
                shares = (f"{counts[symbol] / counts.total():.1%}" for symbol in symbols)
                rows.append((title_of(summary), role, f"{counts.total():,}", *shares))
    return Table(("games", "who places", "placements", *symbols), rows)


def opening_table(summary: Summary, turns: int, fewest: int) -> list[NamedEstimate]:
    """White's share after each opening of so many turns, the one that came up most first."""
    found: dict[str, Counter[str | int]] = defaultdict(Counter)
    for (opening, result), count in summary.openings.items():
        if str(opening).count(" ") == turns - 1:
            found[str(opening)][result] += count
    rows = [
        NamedEstimate(opening, counts.total(), wilson(counts["white"] + counts["draw"] / 2, counts.total()))
        for opening, counts in found.items()
        if counts.total() >= fewest
    ]
    return sorted(rows, key=lambda row: (-row.games, row.name))


def openings(summaries: Sequence[Summary], turns: int = 1, fewest: int = FEWEST, most: int = 40) -> Table:
    """Openings as a table; each stands for its mirror image too."""
    rows = [
        (title_of(summary), f"`{name}`", f"{games:,}", percent(score))
        for summary in summaries
        for name, games, score in opening_table(summary, turns, fewest)[:most]
    ]
    return Table(("games", "opening", "number", "White's share of the points"), rows)


def stronger(summaries: Sequence[Summary]) -> Table:
    """What changes with more nodes."""
    symbols = ("No Way", "One Way", "Two Ways", "Left Turn", "Right Turn", "All Turns")
    scores = {name: score for name, _, score in white_scores(summaries)}
    rows = []
    for summary in summaries:
        title = title_of(summary)
        turns = mean_of_counts((int(key[0]), count) for key, count in summary.turns.items())
        placed = Counter[str | int]()
        for key, count in summary.faces.items():
            placed[key[2]] += count
        shares = (f"{placed[symbol] / max(1, placed.total()):.1%}" for symbol in symbols)
        draws = sum(count for (_, result), count in summary.ends.items() if result == "draw")
        captures = (number(_mean_captures(summary, what)) for what in ("tiles", "barragoons"))
        white = percent(scores[title]) if title in scores else DOTS
        rows.append((title, white, percent(wilson(draws, summary.games)), number(turns), *captures, *shares))
    return Table(("games", "White", "draws", "turns", "tiles taken", "barragoons taken", *symbols), rows)


def _mean_captures(summary: Summary, what: str) -> Estimate:
    return mean_of_counts((int(key[1]), count) for key, count in summary.captures.items() if key[0] == what)


def _by_score(summary: Summary, phase: str) -> list[tuple[int, Outcomes]]:
    found: dict[int, list[tuple[str | int, int]]] = defaultdict(list)
    for (at, score, result), count in summary.scores.items():
        if at == phase:
            found[int(score)].append((result, count))
    return [(score, outcomes(pairs)) for score, pairs in sorted(found.items())]


def _gains(
    summary: Summary, role: str | None = None, phase: str | None = None, symbol: str | None = None
) -> tuple[int, Estimate, Estimate]:
    """How many placements were judged, and what they gained over a random one and over another face."""
    sums = Counter[str | int]()
    for (found_role, found_phase, found_symbol, what), count in summary.placements.items():
        if role in {None, found_role} and phase in {None, found_phase} and symbol in {None, found_symbol}:
            sums[what] += count
    games = sums["games"]
    random, turned = (mean(games, sums[kind], sums[f"{kind} squared"]) for kind in ("random", "turned"))
    return games, random, turned
