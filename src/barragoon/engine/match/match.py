"""A match between two engines: pairs of games from random openings, several at once, with colours swapped."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from multiprocessing.synchronize import Event
from multiprocessing.util import Finalize
from typing import Self, TypeAlias

from barragoon.colour import Colour
from barragoon.engine.base import AbstractEngine
from barragoon.engine.match.game import Conditions, MatchGame, Played
from barragoon.engine.match.openings import TURNS, opening
from barragoon.engine.match.specs import Maker, make_engine, parse_spec
from barragoon.engine.match.tally import Mishap, Result
from barragoon.errors import EngineError, EngineRequestError
from barragoon.outcome import Reason
from barragoon.record import Record

Player: TypeAlias = str | AbstractEngine | Maker
"""Who plays: a spec of the command line, an engine, or a function that builds one (for several games at once)."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """Who plays whom, and how.

    An engine that is given as an object stays open after the match.
    """

    first: Player
    second: Player
    conditions: Conditions
    opening_turns: int = TURNS
    seed: int = 1
    odds: float = 1.0
    """How many times the nodes or the time of the second the first is given."""

    def __post_init__(self) -> None:
        """Reject engines that do not exist before any game is played."""
        for player in (self.first, self.second):
            if isinstance(player, str):
                parse_spec(player)

    @property
    def plays_itself(self) -> bool:
        """Whether both are one engine with the same pace, so that swapping their colours changes nothing."""
        return self.first == self.second and self.odds == 1

    def names(self) -> tuple[str, str]:
        """The names of the engines in game files; two equal ones are numbered."""
        first, second = _name(self.first), _name(self.second)
        return (f"{first} (1)", f"{second} (2)") if first == second else (first, second)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games, from one opening unless an engine plays itself: their results, and their game files."""

    results: tuple[Result, Result]
    records: tuple[str, str]


def play_match(fixture: Fixture, pairs: int, concurrency: int = 1) -> Generator[Pair]:
    """Play so many pairs, and yield each as soon as it is finished. Closing the iterator ends the match."""
    numbers = iter(range(pairs))
    if concurrency > 1 and any(isinstance(player, AbstractEngine) for player in (fixture.first, fixture.second)):
        raise EngineRequestError(
            "an engine object plays in its own process: give a function that builds one, or play one game at a time"
        )
    if concurrency == 1:
        with _Engines(fixture) as engines:
            yield from map(engines.play_pair, numbers)
        return
    try:
        with _pool(fixture, concurrency) as pool:
            yield from _several_at_once(pool, numbers, concurrency)
    except BrokenProcessPool:
        raise EngineError("a process that played games has died: an engine crashed, or memory ran out") from None


def _several_at_once(pool: Executor, numbers: Iterator[int], concurrency: int) -> Iterator[Pair]:
    waiting = {pool.submit(_play_pair, number) for number in islice(numbers, concurrency)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        # Finished pairs come first, so that they count even if another process has died.
        yield from (future.result() for future in sorted(done, key=lambda future: future.exception() is not None))
        # Only as many pairs as are being played are submitted, so that the match can end soon.
        waiting |= {pool.submit(_play_pair, number) for number in islice(numbers, len(done))}


class _Engines:
    """The two engines of a fixture; after a fault both are built anew for the next game, but for given objects."""

    def __init__(self, fixture: Fixture, abandoned: Callable[[], bool] = lambda: False) -> None:
        self._fixture = fixture
        self._abandoned = abandoned
        self._engines: dict[str, AbstractEngine] = {}
        self._players = {"first": fixture.first, "second": fixture.second}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close both; they are built anew when needed."""
        for name, engine in self._engines.items():
            if engine is not self._players[name]:
                engine.close()
        self._engines = {}

    def play_pair(self, number: int) -> Pair:
        """Play two games with colours swapped, both from one opening unless an engine plays itself."""
        one, other = self._game(number, Colour.WHITE), self._game(number, Colour.BROWN)
        return Pair((one[0], other[0]), (one[1], other[1]))

    def _game(self, number: int, first: Colour) -> tuple[Result, str]:
        fixture = self._fixture
        variant, stages = fixture.conditions.variant, fixture.conditions.stages
        # An engine that plays itself would play the same game twice: there each game has an opening of its own.
        drawn = 2 * number + (first is Colour.BROWN) if fixture.plays_itself else number
        start = opening(fixture.seed, drawn, turns=fixture.opening_turns, variant=variant, stages=stages)
        names = dict(zip((first, first.other), fixture.names(), strict=True))
        odds = {first: fixture.odds}
        played = MatchGame(self._by_colour(first), start, fixture.conditions, self._abandoned, odds).play()
        if played.fault:
            self.close()
        return _result(played, first, names), _record(played, names, fixture, number)

    def _by_colour(self, first: Colour) -> dict[Colour, AbstractEngine]:
        for name, player in self._players.items():
            if name not in self._engines:
                self._engines[name] = _engine(player)
        return {first: self._engines["first"], first.other: self._engines["second"]}


def _engine(player: Player) -> AbstractEngine:
    if isinstance(player, AbstractEngine):
        return player
    return make_engine(player) if isinstance(player, str) else player()


def _name(player: Player) -> str:
    if isinstance(player, str):
        return player
    return player.name if isinstance(player, AbstractEngine) else getattr(player, "__name__", "engine")


def _result(played: Played, first: Colour, names: dict[Colour, str]) -> Result:
    winner = played.outcome.winner
    points = 0.5 if winner is None else float(winner is first)
    mishap = Mishap.FAULT if played.fault else Mishap.TIME if played.outcome.reason is Reason.TIME else None
    detail = f"{names[winner.other]}: {played.fault or 'out of time'}" if mishap and winner else ""
    return Result(points, len(played.game.turns), first is Colour.WHITE, mishap, detail)


def _record(played: Played, names: dict[Colour, str], fixture: Fixture, number: int) -> str:
    tags = {
        "Event": f"{_name(fixture.first)} - {_name(fixture.second)}",
        "Date": datetime.now(tz=UTC).strftime("%Y.%m.%d"),
        "White": names[Colour.WHITE],
        "Brown": names[Colour.BROWN],
        "Round": str(number + 1),
        "TimeControl": str(fixture.conditions.pace),
    }
    if played.adjudication:
        tags["Adjudication"] = played.fault or played.adjudication.value
    return str(Record.from_game(played.game, tags))


# -- several at once -----------------------------------------------------------------------------------------------

_of_process: list[_Engines] = []
"""The engines of this process, when it is one of several."""


@contextmanager
def _pool(fixture: Fixture, concurrency: int) -> Iterator[ProcessPoolExecutor]:
    """Processes rather than threads, because the rules are in Python and its threads share one lock."""
    context = multiprocessing.get_context("spawn")
    abandoned = context.Event()
    pool = ProcessPoolExecutor(concurrency, context, initializer=_start_process, initargs=(fixture, abandoned))
    try:
        yield pool
    finally:
        abandoned.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _start_process(fixture: Fixture, abandoned: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent process, which counts
    engines = _Engines(fixture, abandoned.is_set)
    Finalize(engines, engines.close, exitpriority=1)
    _of_process.append(engines)


def _play_pair(number: int) -> Pair:
    return _of_process[0].play_pair(number)
