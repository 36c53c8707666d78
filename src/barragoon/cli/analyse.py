"""``barragoon analyse``: ask an engine what a position is worth and what to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from barragoon.cli.arguments import joined, read_position
from barragoon.cli.output import say, say_json
from barragoon.position import Position
from barragoon.terminal.failure import FailureError

if TYPE_CHECKING:
    from barragoon.engine import AbstractEngine, Limit, SearchLine

SECONDS = 1.0
"""How long to think when nothing else is said."""


def analyse(  # noqa: PLR0913 - one parameter an option
    fen: Annotated[
        list[str] | None,
        typer.Argument(metavar="FEN", help="The position, with or without quotes; - reads it from stdin."),
    ] = None,
    *,
    open_start: Annotated[bool, typer.Option("--open", help="Analyse the start of the open variant.")] = False,
    seconds: Annotated[float | None, typer.Option(help=f"How long; {SECONDS:g} if nothing else is said.")] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="How deep.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="How many nodes.")] = None,
    multipv: Annotated[int, typer.Option(min=1, max=256, metavar="N", help="Show the best N lines.")] = 1,
    engine: Annotated[
        str, typer.Option(help="native, random, greedy, or the command of an engine that speaks UBI.")
    ] = "native",
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Write JSON: fen, engine, action, ponder, and lines with rank, depth, seldepth, score, nodes, "
            "seconds, hashfull, actions; a score has view and cp, win or loss.",
        ),
    ] = False,
) -> None:
    """Analyse a position; without a FEN, the start. Scores are the actor's, in hundredths.

    A line for each depth as it is found; with --multipv, the best lines at the end of it. Ctrl-C ends it early.
    """
    from barragoon.engine.match.specs import make_engine

    asked = read_position(joined(fen), open_start=open_start)
    limit = _limit(seconds, depth, nodes)
    if not asked.legal_actions():
        raise FailureError(f"there is nothing to play here: {asked.outcome()}")
    with make_engine(engine) as player:
        _follow(player, asked, limit, multipv, as_json=as_json)


def _limit(seconds: float | None, depth: int | None, nodes: int | None) -> Limit:
    from barragoon.engine import Limit

    if depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    return Limit(depth=depth, nodes=nodes, seconds=seconds)


def _follow(player: AbstractEngine, asked: Position, limit: Limit, multipv: int, *, as_json: bool) -> None:
    with player.analysis(asked, limit, multipv=multipv) as analysis:
        try:
            for line in analysis:
                if not as_json and multipv == 1:
                    say(_described(line))
        except KeyboardInterrupt:
            analysis.stop()
            analysis.wait()
        best = analysis.best
    if as_json:
        lines = [_facts(line) for line in analysis.lines]
        action, ponder = (best.action, best.ponder) if best else (None, None)
        chosen = {"action": action and str(action), "ponder": ponder and str(ponder)}
        say_json({"fen": asked.to_fen(), "engine": player.name} | chosen | {"lines": lines})
    elif multipv > 1:
        say("\n".join(f"{line.rank:>3}. {_described(line)}" for line in analysis.lines))


def _described(line: SearchLine) -> str:
    facts = f"depth {line.depth:>2}  {line.score!s:>10}  {line.nodes:>12,} nodes  {line.seconds:>7.2f} s"
    return f"{facts}  {' '.join(map(str, line.actions))}"


def _facts(line: SearchLine) -> dict[str, object]:
    kind, number = line.score.to_ubi().split()
    return {
        "rank": line.rank,
        "depth": line.depth,
        "seldepth": line.seldepth,
        "score": {"view": str(line.score.view).lower(), kind: int(number)},
        "nodes": line.nodes,
        "seconds": round(line.seconds, 6),
        "hashfull": line.hashfull,
        "actions": [str(action) for action in line.actions],
    }
