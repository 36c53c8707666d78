"""``barragoon position``: draw a position and list what may be done in it."""

from __future__ import annotations

from typing import Annotated

import typer

from barragoon.action import Move
from barragoon.cell import EMPTY
from barragoon.cli.arguments import joined, read_position
from barragoon.cli.output import say, say_json
from barragoon.colour import Colour
from barragoon.game import Game
from barragoon.position import MoveKind, Position
from barragoon.square import Square
from barragoon.tile import Tile


def position(  # noqa: PLR0913 - one parameter an option
    fen: Annotated[
        list[str] | None,
        typer.Argument(metavar="FEN", help="The position, with or without quotes; - reads it from stdin."),
    ] = None,
    *,
    open_start: Annotated[bool, typer.Option("--open", help="Show the start of the open variant.")] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")] = False,
    flip: Annotated[bool, typer.Option("--flip", help="Put Brown's side at the bottom.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="List every placement too.")] = False,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Write JSON: fen, turn, actor, task, hands, reserve, stages, number, tiles, barragoons, captured, "
            "legal (all actions), outcome.",
        ),
    ] = False,
) -> None:
    """Draw a position, say who must do what, and list the legal actions; without a FEN, the start.

    A FEN that begins with - (the face) needs -- before it.
    """
    shown = read_position(joined(fen), open_start=open_start)
    if as_json:
        say_json(facts(shown))
        return
    say(draw(shown, ascii_only=ascii_only, flip=flip))
    say()
    say("\n".join(_summary(shown)))
    say()
    say("\n".join(_actions(shown, ascii_only=ascii_only, everything=everything)))


def draw(shown: Position, *, ascii_only: bool = False, flip: bool = False) -> str:
    """The board as text."""
    from barragoon import text

    style = text.Style.ASCII if ascii_only else text.Style.UNICODE
    return text.board(shown, orientation=Colour.BROWN if flip else Colour.WHITE, style=style)


def facts(shown: Position) -> dict[str, object]:
    """All that there is to know about a position, for a program to read."""
    from barragoon.terminal.phrases import captured, headline

    outcome = shown.outcome()
    return {
        "fen": shown.to_fen(),
        "turn": str(shown.turn).lower(),
        "actor": str(shown.actor).lower(),
        "task": headline(Game(shown)),
        "hands": [str(colour).lower() for colour in shown.hands],
        "reserve": shown.reserve,
        "stages": {str(colour).lower(): shown.stage(colour) for colour in Colour},
        "number": shown.number,
        "tiles": {str(colour).lower(): _values(shown, colour) for colour in Colour},
        "barragoons": {str(square): face.value for square, face in shown.barragoons().items()},
        "captured": {str(colour).lower(): values for colour, values in captured(shown).items()},
        "legal": [str(action) for action in sorted(shown.legal_actions())],
        "outcome": outcome and {"result": outcome.result, "reason": outcome.reason.value, "sentence": str(outcome)},
    }


def _values(shown: Position, colour: Colour) -> dict[str, int]:
    return {str(square): tile.value for square, tile in shown.tiles(colour).items()}


def _summary(shown: Position) -> list[str]:
    from barragoon.terminal.phrases import captured, headline

    lost = (f"{colour} {' '.join(map(str, values))}" for colour, values in captured(shown).items() if values)
    lines = [
        f"{headline(Game(shown))}.",
        f"Turn {shown.number}, reserve {shown.reserve}, captured: {', '.join(lost) or 'nothing'}.",
    ]
    if any(shown.stages):
        lines.append(f"Express stages: White {shown.stages[0]}, Brown {shown.stages[1]}.")
    return [*lines, f"FEN: {shown.to_fen()}"]


def _actions(shown: Position, *, ascii_only: bool, everything: bool) -> list[str]:
    legal = shown.legal_actions()
    if shown.hands:
        listed = [" ".join(map(str, sorted(legal)))] if everything else []
        return [f"{len(legal)} placements: any face on any of {shown.board.count(EMPTY)} empty squares.", *listed]
    return _moves(shown, ascii_only=ascii_only) if legal else ["No legal action."]


def _moves(shown: Position, *, ascii_only: bool) -> list[str]:
    from barragoon.terminal.phrases import ASCII_MARKS, MARKS, moves_by_tile

    marks = ASCII_MARKS if ascii_only else MARKS
    tiles = moves_by_tile(shown)
    legend = ", ".join(f"{mark} {kind.value}" for kind, mark in marks.items())
    lines = [f"{sum(map(len, tiles.values()))} moves ({legend}):"]
    for start, moves in tiles.items():
        lines.append(
            f"  {_tile_at(shown, start)} on {start}  " + " ".join(_target(shown, move, marks) for move in moves)
        )
    return lines


def _target(shown: Position, move: Move, marks: dict[MoveKind, str]) -> str:
    return f"{move.target}{marks[shown.kind(move)]}"


def _tile_at(shown: Position, square: Square) -> str:
    tile = shown[square]
    assert isinstance(tile, Tile), "only tiles move"
    return tile.name
