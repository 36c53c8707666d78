"""``barragoon solve``: prove whether a player wins by force within so many turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from barragoon.cli.arguments import joined, read_position
from barragoon.cli.exit_code import NO, UNDECIDED
from barragoon.cli.output import say, say_json
from barragoon.position import Position

if TYPE_CHECKING:
    from barragoon.engine import Solution

TURNS = 3
"""Within how many turns a win is looked for when nothing else is said."""


def solve(  # noqa: PLR0913 - one parameter an option
    fen: Annotated[
        list[str] | None,
        typer.Argument(metavar="FEN", help="The position, with or without quotes; - reads it from stdin."),
    ] = None,
    *,
    open_start: Annotated[bool, typer.Option("--open", help="Solve the start of the open variant.")] = False,
    turns: Annotated[
        int, typer.Option(min=1, max=100, metavar="N", help="Look for a win within N turns of the player to act.")
    ] = TURNS,
    seconds: Annotated[float | None, typer.Option(help="Give up after so many seconds.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Give up after so many nodes.")] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Write JSON: fen, verdict (win, no win, unknown), view (who would win), turns (of theirs), "
            "turns_to_end (of both players, or null), actions, nodes, seconds.",
        ),
    ] = False,
) -> None:
    """Prove whether the player to act wins by force, against every move and placement; without a FEN, from the start.

    Turns are those of the winner alone: "in 2 turns" is a turn, any answer, and a turn that ends the game. Exit codes:
    0 a win is proven, 1 there is none within N turns, 3 a limit was reached before that was known.
    """
    from barragoon.engine import Engine, Limit, Verdict

    asked = read_position(joined(fen), open_start=open_start)
    limit = None if seconds is None and nodes is None else Limit(nodes=nodes, seconds=seconds)
    with Engine() as engine:
        solution = engine.solve(asked, turns, limit)
    if as_json:
        say_json(_facts(asked, solution))
    else:
        say(f"{solution}")
        if solution.actions:
            say(" ".join(map(str, solution.actions)))
    raise typer.Exit({Verdict.WIN: 0, Verdict.NO_WIN: NO, Verdict.UNKNOWN: UNDECIDED}[solution.verdict])


def _facts(asked: Position, solution: Solution) -> dict[str, object]:
    return {
        "fen": asked.to_fen(),
        "verdict": solution.verdict.value,
        "view": str(solution.view).lower(),
        "turns": solution.turns,
        "turns_to_end": solution.score and solution.score.turns_to_end,
        "actions": [str(action) for action in solution.actions],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }
