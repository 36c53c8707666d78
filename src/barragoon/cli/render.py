"""``barragoon render``: draw a position or a game as SVG, PNG or GIF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from barragoon.action import Move, Turn
from barragoon.cli.arguments import joined, read_position
from barragoon.cli.output import write_whole
from barragoon.cli.packages import require
from barragoon.cli.progress import progress_bar
from barragoon.colour import Colour
from barragoon.errors import BarragoonError
from barragoon.position import Position
from barragoon.square import Square
from barragoon.terminal.failure import FailureError
from barragoon.terminal.files import STANDARD, SUFFIX
from barragoon.tile import Tile

if TYPE_CHECKING:
    from barragoon.game import Game
    from barragoon.svg import Marks, View

LARGEST = 4000
LARGEST_GIF = 1200
DELAY = 1000

Value = TypeVar("Value")


class Format(Enum):
    """What kind of picture."""

    SVG = "svg"
    PNG = "png"
    GIF = "gif"


class ThemeName(Enum):
    """The colours of a picture."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True)
class Highlights:
    """What to mark on a picture."""

    last: bool
    targets: str | None
    arrows: list[str]


def render(  # noqa: PLR0913, PLR0917 - one parameter an option
    source: Annotated[
        list[str] | None,
        typer.Argument(metavar="FEN|FILE", help="A position or a game file; - reads a FEN from stdin."),
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="OUT", help="Ends in .svg, .png or .gif; - is stdout.")
    ] = None,
    kind: Annotated[Format | None, typer.Option("--format", help="The format, where OUT does not tell it.")] = None,
    size: Annotated[int, typer.Option(min=16, max=LARGEST, help="The width in pixels.")] = 480,
    theme: Annotated[ThemeName, typer.Option(help="The colours.")] = ThemeName.LIGHT,
    flip: Annotated[bool, typer.Option("--flip", help="Put Brown's side at the bottom.")] = False,
    coordinates: Annotated[bool, typer.Option(help="Letter the files and ranks.")] = True,
    players: Annotated[bool, typer.Option("--players", help="Show who acts, captures and the reserve.")] = False,
    open_start: Annotated[bool, typer.Option("--open", help="Draw the start of the open variant.")] = False,
    targets: Annotated[
        str | None, typer.Option(metavar="SQUARE", help="Mark where the tile on a square can go.")
    ] = None,
    arrow: Annotated[list[str] | None, typer.Option(metavar="MOVE", help="Draw an arrow, as d2d5; repeatable.")] = None,
    last: Annotated[bool, typer.Option(help="Mark the last turn of a game.")] = True,
    number: Annotated[int | None, typer.Option("--game", min=1, help="Which game of the file; else the first.")] = None,
    turn: Annotated[int | None, typer.Option(min=0, help="A game after this many turns; a GIF ends there.")] = None,
    delay: Annotated[
        int | None,
        typer.Option(min=20, max=60_000, help=f"Milliseconds a position of a GIF is shown; else {DELAY}."),
    ] = None,
) -> None:
    """Draw a position, by default the start, or a game, whose GIF shows every position."""
    if output is None:
        raise FailureError("--output is missing: name the picture to write, as in -o board.svg, or - for stdout")
    kind = kind or _format_of(output)
    words = joined(source)
    path = _game_file(source, words)
    if path is None:
        _reject(
            {"--turn": turn is not None, "--game": number is not None}, "is about a game, and no game file is given"
        )
    else:
        _reject({"--open": open_start}, "draws the start of the open variant: give it or a game file, not both")
    if kind is Format.GIF:
        _reject({"--targets": targets is not None, "--arrow": bool(arrow)}, "can't be shown in a GIF")
    else:
        _reject({"--delay": delay is not None}, "is about a GIF, and the picture is none")
    view = _view(theme, size, flip=flip, coordinates=coordinates)
    game = _game(path, number or 1) if path else None
    if kind is Format.GIF:
        data = _gif(game, turn, view, delay or DELAY)
    else:
        highlights = Highlights(last, targets, arrow or [])
        position, past = _moment(game, turn) if game else (read_position(words, open_start=open_start), None)
        data = _picture(position, _marks(position, past, highlights), view, kind, players=players)
    write_whole(data, output)


def _reject(given: dict[str, bool], why: str) -> None:
    """Reject an option that would be ignored."""
    for option, there in given.items():
        if there:
            raise FailureError(f"{option} {why}")


def _format_of(output: str) -> Format:
    suffix = Path(output).suffix.lower().removeprefix(".")
    for kind in Format:
        if kind.value == suffix:
            return kind
    if output == STANDARD:
        return Format.SVG
    raise FailureError(f"--output: {output!r} ends in none of .svg, .png and .gif: say which with --format")


def _game_file(source: list[str] | None, words: str | None) -> Path | None:
    """The file that was named, if it was a file: its name ends in .bgn, or it is there."""
    if not words or source == [STANDARD]:
        return None
    path = Path(words)
    try:
        return path if path.suffix == SUFFIX or path.exists() else None
    except OSError:  # too long for a file name, so it is read as a FEN
        return None


def _game(path: Path, number: int) -> Game:
    from barragoon.terminal.files import pick, replayed

    return replayed(pick(path, number), path)


def _moment(game: Game, turn: int | None) -> tuple[Position, Turn | None]:
    from barragoon.terminal.files import moment

    return moment(game, turn)


def _view(theme: ThemeName, size: int, *, flip: bool, coordinates: bool) -> View:
    from barragoon.svg import DARK, LIGHT, View

    side = Colour.BROWN if flip else Colour.WHITE
    return View(side, DARK if theme is ThemeName.DARK else LIGHT, coordinates, size)


def _marks(position: Position, past: Turn | None, highlights: Highlights) -> Marks:
    from barragoon.svg import Arrow, Marks

    moves = [_read(Move.parse, text, "--arrow") for text in highlights.arrows]
    chosen = _read(Square.parse, highlights.targets, "--targets") if highlights.targets else None
    if chosen is not None and not isinstance(position[chosen], Tile):
        raise FailureError(f"--targets: there is no tile on {chosen}")
    return Marks(
        last_turn=past if highlights.last else None,
        chosen=chosen,
        targets={} if chosen is None else position.targets(chosen),
        arrows=tuple(Arrow(move.start, move.target) for move in moves),
    )


def _picture(position: Position, marks: Marks, view: View, kind: Format, *, players: bool) -> bytes:
    from barragoon import svg

    drawing = (svg.diagram if players else svg.board)(position, marks, view)
    if kind is Format.SVG:
        return drawing.encode()
    require("resvg_py", "render", "a PNG")
    from barragoon.render import png

    return png(drawing, view.size)


def _gif(game: Game | None, turn: int | None, view: View, delay: int) -> bytes:
    if game is None:
        raise FailureError("a GIF shows a game: give a game file, or choose .svg or .png for a position")
    if view.size > LARGEST_GIF:
        raise FailureError(f"--size: a GIF is at most {LARGEST_GIF} pixels wide")
    require("PIL", "render", "a GIF")
    require("resvg_py", "render", "a GIF")
    from barragoon.render import frames, gif
    from barragoon.terminal.files import before_first_turn

    _moment(game, turn)  # fails for a turn that the game doesn't have
    shown = list(frames(before_first_turn(game), _turns(game)[:turn]))
    with progress_bar(f"Drawing {len(shown)} frames"):
        return gif(shown, width=view.size, delay=delay, view=view)


def _turns(game: Game) -> list[Turn]:
    return [*game.turns, *([game.unfinished] if game.unfinished else [])]


def _read(parse: Callable[[str], Value], text: str, option: str) -> Value:
    """Read an option's value; an error names the option."""
    try:
        return parse(text)
    except BarragoonError as error:
        raise FailureError(f"{option}: {error}") from None
