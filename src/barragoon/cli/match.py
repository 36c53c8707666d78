"""``barragoon match``: let two engines play each other."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barragoon.cli.arguments import read_stages
from barragoon.cli.exit_code import BAD_INPUT, INTERRUPTED
from barragoon.cli.output import complain, say, say_json
from barragoon.errors import EngineError
from barragoon.game import Variant
from barragoon.terminal.failure import FailureError

if TYPE_CHECKING:
    from barragoon.engine.match.game import Pace
    from barragoon.engine.match.match import Fixture, Pair
    from barragoon.engine.match.sprt import Sprt
    from barragoon.engine.match.tally import Tally

_CLOCK = re.compile(r"([0-9]+(?:\.[0-9]+)?)(?:\+([0-9]+(?:\.[0-9]+)?))?")
_BOUNDS = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?),(-?[0-9]+(?:\.[0-9]+)?)")


def match(  # noqa: PLR0913 - one parameter an option
    first: Annotated[
        str, typer.Argument(metavar="A", help="An engine: native, level1 to level12, random, greedy, or a command.")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The other engine.")],
    *,
    games: Annotated[int, typer.Option(min=2, help="How many games at most; an odd number is rounded up.")] = 100,
    nodes: Annotated[int | None, typer.Option(min=1, help="Nodes for each action.")] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="Depth for each action.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds for each action.")] = None,
    clock: Annotated[
        str | None, typer.Option(metavar="S+I", help="Seconds for the game and for each own turn, such as 10+0.1.")
    ] = None,
    odds: Annotated[
        float, typer.Option(min=0.001, max=1000, metavar="K", help="Give A K times the nodes or the time of B.")
    ] = 1.0,
    concurrency: Annotated[int, typer.Option(min=1, max=256, help="How many games at once.")] = 1,
    opening_turns: Annotated[int, typer.Option(min=0, max=40, help="Random turns at the start.")] = 4,
    seed: Annotated[int, typer.Option(help="The seed of the openings.")] = 1,
    open_start: Annotated[bool, typer.Option("--open", help="Play the open variant.")] = False,
    express: Annotated[
        str | None, typer.Option(metavar="WB", help="Express stages of White and Brown, such as 01.")
    ] = None,
    most_turns: Annotated[int, typer.Option(min=1, metavar="N", help="Call it a draw after N turns.")] = 400,
    sure: Annotated[
        int | None,
        typer.Option(min=1, metavar="CP", help="Call it won once both engines go on scoring it so, in hundredths."),
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="E0,E1", help="Stop once A is shown to be E1 or only E0 Elo stronger.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the games of each finished pair to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write the table as JSON.")] = False,
) -> None:
    """Play a match from paired random openings with colours swapped, and say how much stronger A is.

    An engine that plays itself gets an opening for each game: with colours swapped it would play each game twice.

    native takes options, as in native:hash=64,threads=2; so does a command, as in "ubi:Hash=64 barragoon ubi".
    Without a pace each action has 10,000 nodes. An illegal action, a crash or silence loses the game and the match
    goes on; a position that comes up three times is a draw. Ctrl-C ends the match and keeps the pairs that were played.
    """
    from barragoon.engine.match.game import Conditions
    from barragoon.engine.match.match import Fixture

    variant = Variant.OPEN if open_start else Variant.CLOSED
    conditions = Conditions(
        _pace(nodes, depth, seconds, clock), variant, most_turns, read_stages(express) or (0, 0), sure
    )
    fixture = Fixture(first, second, conditions, opening_turns, seed, odds)
    event = _Event(fixture, (games + 1) // 2, concurrency, _sprt(sprt), save)
    code = event.play()
    event.report(as_json=as_json)
    if code:
        raise typer.Exit(code)


@dataclass
class _Event:
    """The match as the command line runs it: shown, saved and counted."""

    fixture: Fixture
    pairs: int
    concurrency: int
    sprt: Sprt | None
    save: Path | None

    def __post_init__(self) -> None:
        from barragoon.engine.match.tally import Tally

        self.tally = Tally()
        self._began = time.monotonic()

    def play(self) -> int:
        """Play until the end, a verdict or Ctrl-C; the exit code."""
        from barragoon.engine.match.match import play_match

        with _saving(self.save) as keep, _showing(self.pairs) as show:
            try:
                with closing(play_match(self.fixture, self.pairs, self.concurrency)) as played:
                    self._count(played, keep, show)
            except KeyboardInterrupt:
                return INTERRUPTED
            except EngineError as error:
                complain(f"the match can't go on: {error}")
                return BAD_INPUT
        return 0

    def _count(self, played: Iterator[Pair], keep: Callable[[str], None], show: Callable[[str], None]) -> None:
        from barragoon.engine.match.sprt import Verdict

        for pair in played:
            for record in pair.records:
                keep(record)
            self.tally.add(pair.results)
            show(_in_short(self.tally, self.sprt))
            if self.sprt and self.sprt.verdict(self.tally.pairs) is not Verdict.OPEN:
                return

    def report(self, *, as_json: bool) -> None:
        """Write the table."""
        if not as_json:
            say("\n".join(_table(self.fixture, self.tally, self.sprt)))
            return
        names = dict(zip(("a", "b"), self.fixture.names(), strict=True))
        facts = {"pace": str(self.fixture.conditions.pace), "odds": self.fixture.odds, "seed": self.fixture.seed}
        length = {"seconds": round(time.monotonic() - self._began, 3)}
        say_json(names | facts | self.tally.summary(self.sprt) | length)


# -- reading the options -------------------------------------------------------------------------------------------


def _pace(nodes: int | None, depth: int | None, seconds: float | None, clock: str | None) -> Pace:
    from barragoon.engine.limit import Limit
    from barragoon.engine.match.game import Pace

    by_action = nodes is not None or depth is not None or seconds is not None
    if clock is None:
        return Pace(Limit(nodes=nodes, depth=depth, seconds=seconds) if by_action else Limit(nodes=10_000))
    if by_action:
        raise FailureError("--clock is for the whole game: leave out --nodes, --depth and --seconds")
    numbers = _CLOCK.fullmatch(clock)
    if not numbers or not float(numbers[1]):
        raise FailureError(f"--clock: {clock!r} is not seconds for the game and for a turn, such as 10+0.1")
    return Pace(base=float(numbers[1]), increment=float(numbers[2] or 0))


def _sprt(text: str | None) -> Sprt | None:
    from barragoon.engine.match.sprt import Sprt

    if text is None:
        return None
    bounds = _BOUNDS.fullmatch(text)
    if not bounds or not float(bounds[1]) < float(bounds[2]):
        raise FailureError(f"--sprt: {text!r} is not two numbers of Elo, the smaller one first, such as 0,10")
    return Sprt(float(bounds[1]), float(bounds[2]))


# -- keeping and showing -------------------------------------------------------------------------------------------


@contextmanager
def _saving(path: Path | None) -> Iterator[Callable[[str], None]]:
    """Games go to the end of the file as they finish, so that nothing that was played is ever lost."""
    if path is None:
        yield lambda _: None
        return
    with path.open("a", encoding="utf-8") as file:

        def keep(record: str) -> None:
            file.write(("\n" if file.tell() else "") + record)
            file.flush()

        yield keep


@contextmanager
def _showing(pairs: int) -> Iterator[Callable[[str], None]]:
    """A progress bar on stderr, where it is a terminal."""
    if not sys.stderr.isatty():
        with nullcontext():
            yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pairs"),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=pairs)
        yield lambda text: progress.update(task, advance=1, description=text)


def _in_short(tally: Tally, sprt: Sprt | None) -> str:
    test = f"  LLR {sprt.ratio(tally.pairs):+.2f}" if sprt else ""
    return f"+{tally.wins} ={tally.draws} -{tally.losses}  {_elo(tally)}{test}"


def _elo(tally: Tally) -> str:
    from barragoon.engine.match.sprt import elo_with_error

    elo = elo_with_error(tally.pairs)
    return "Elo unknown" if elo is None else f"Elo {elo.best:+.1f} [{elo.low:+.1f}, {elo.high:+.1f}]"


def _odds(fixture: Fixture) -> str:
    return "" if fixture.odds == 1 else f" ({fixture.odds:g} times as much for the first)"


def _table(fixture: Fixture, tally: Tally, sprt: Sprt | None) -> list[str]:
    first, second = fixture.names()
    lines = [
        f"{first} against {second}, {fixture.conditions.pace}{_odds(fixture)}, seed {fixture.seed}",
        f"games {tally.games}: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost, {tally.score:.1%}",
        f"{_elo(tally)} (95 %)",
        f"pairs by points (0, ½, 1, 1½, 2): {' '.join(map(str, tally.pairs))}",
    ]
    if sprt:
        bounds = f"[{sprt.lower:.2f}, {sprt.upper:.2f}]"
        verdict = sprt.verdict(tally.pairs).value
        lines.append(f"SPRT {sprt.elo0:g},{sprt.elo1:g}: LLR {sprt.ratio(tally.pairs):.2f} {bounds}, {verdict}")
    if tally.games:
        lines.append(
            f"turns a game {tally.turns / tally.games:.1f}, White scored {tally.white_points / tally.games:.1%}"
        )
    for name, mishaps in zip((first, second), tally.mishaps, strict=True):
        if mishaps:
            causes = ", ".join(f"{mishap.value} {count}" for mishap, count in mishaps.items())
            lines.append(f"{name} lost otherwise than on the board: {causes}")
    return [*lines, *(f"  {detail}" for detail in tally.details[:5])]
