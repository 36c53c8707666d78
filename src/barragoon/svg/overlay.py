"""Drawing marks. They differ by shape first and by colour second."""

from __future__ import annotations

from cmath import pi, rect

from barragoon.path import Path
from barragoon.position import MoveKind
from barragoon.square import Square
from barragoon.svg.element import element, point, shift
from barragoon.svg.font import centred
from barragoon.svg.marks import Arrow, Marks
from barragoon.svg.theme import Theme
from barragoon.svg.view import SIDE, View

_DOT = 14
_LINE = 5.5
_RING = 42.5
_TICK = (52, 61)
_BOX = 46
_BOX_ROUNDING = 17
_PATH_WIDTH = 6
_BEND = 22
_STEP = 15
_STEP_CORNER = 31
_ARROW_WIDTH = 10
_ARROW_HEAD = 34
_ARROW_HALF_HEAD = 21
_ARROW_START = 24
_ARROW_END = 8


def tints(marks: Marks, view: View) -> str:
    """The squares of the last turn and of the chosen tile, coloured under whatever stands on them."""
    last = "".join(_on(square, "last", last_square(view.theme), view) for square in marks.last_squares)
    if marks.chosen is None:
        return last
    return last + _on(marks.chosen, "chosen", chosen_square(view.theme), view)


def last_square(theme: Theme) -> str:
    """A square that the last turn touched, its middle at 0."""
    return _square(SIDE, fill=theme.last)


def chosen_square(theme: Theme) -> str:
    """The square of the chosen tile, its middle at 0; a border tells it from the last turn's without colour."""
    return _square(SIDE, fill=theme.chosen) + _square(SIDE - 4, fill="none", stroke=theme.may, stroke_width=4)


def target(kind: MoveKind, theme: Theme) -> str:
    """The mark of a target, its middle at 0: a dot, a hollow ring, a ring with ticks, or a dashed square."""
    match kind:
        case MoveKind.FULL:
            return element("circle", r=_DOT, fill=theme.may)
        case MoveKind.SHORT:
            return element("circle", r=_DOT - _LINE / 2, fill="none", stroke=theme.may, stroke_width=_LINE)
        case MoveKind.TAKES_TILE:
            ring = element("circle", r=_RING, fill="none", stroke=theme.takes, stroke_width=_LINE)
            return ring + element("path", d=_ticks(), stroke=theme.takes, stroke_width=_LINE, stroke_linecap="round")
        case MoveKind.TAKES_BARRAGOON:
            return _dashed_box(theme)


def targets(marks: Marks, view: View) -> str:
    """The marks of all targets, each on its square."""
    return "".join(
        _on(square, f"target {kind.value}", target(kind, view.theme), view) for square, kind in marks.targets.items()
    )


def outlines(marks: Marks, view: View) -> str:
    """A thin square inside each square that is pointed out."""
    box = _square(SIDE - 9, rx=4, fill="none", stroke=view.theme.frame, stroke_width=4)
    return "".join(_on(square, "outline", box, view) for square in marks.squares)


def path_line(marks: Marks, view: View) -> str:
    """The line of the path, its turn rounded, from square to square."""
    if marks.path is None:
        return ""
    colour = _path_colour(marks, view.theme)
    data = _rounded(marks.path, view)
    round_ends = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    casing = element("path", d=data, stroke=view.theme.paper, stroke_width=_PATH_WIDTH + 4, **round_ends)
    line = element("path", d=data, stroke=colour, stroke_width=_PATH_WIDTH, data_mark="path", **round_ends)
    start = element("circle", r=_PATH_WIDTH + 2, fill=colour, stroke=view.theme.paper, stroke_width=2)
    return casing + line + element("g", start, transform=shift(view.centre(marks.path.squares[0])))


def path_steps(marks: Marks, view: View, occupied: frozenset[Square]) -> str:
    """The numbers of the steps: in the middle of an empty square, in a free corner of one that holds something."""
    if marks.path is None:
        return ""
    colour = _path_colour(marks, view.theme)
    return "".join(
        element(
            "g",
            _badge(str(step), colour, view.theme),
            transform=shift(view.centre(square) + _free_corner(marks.path, step, view) * (square in occupied)),
            data_mark=f"step {step}",
            data_square=str(square),
        )
        for step, square in enumerate(marks.path.squares[1:], start=1)
    )


def arrows(marks: Marks, view: View) -> str:
    """All arrows, over everything else."""
    return "".join(_arrow(arrow, view) for arrow in marks.arrows if arrow.start is not arrow.target)


def _on(square: Square, mark: str, drawn: str, view: View) -> str:
    return element("g", drawn, transform=shift(view.centre(square)), data_mark=mark, data_square=str(square))


def _square(side: float, **paint: str | float) -> str:
    return element("rect", x=-side / 2, y=-side / 2, width=side, height=side, **paint)


def _ticks() -> str:
    near, far = _TICK
    diagonals = ((1 + 1j) / abs(1 + 1j) * 1j**quarter for quarter in range(4))
    return "".join(f"M{point(near * diagonal)}L{point(far * diagonal)}" for diagonal in diagonals)


def _dashed_box(theme: Theme) -> str:
    return element("path", d=_dashes(), fill="none", stroke=theme.takes, stroke_width=_LINE)


def _dashes() -> str:
    """A dashed square: three dashes on each side and one round each corner, evenly spaced.

    Drawn one by one, because renderers disagree about where the dashes of a rectangle begin.
    """
    straight, corner = _BOX - _BOX_ROUNDING, complex(_BOX - _BOX_ROUNDING, _BOX_ROUNDING - _BOX)
    period = (2 * straight + pi * _BOX_ROUNDING / 2) / 4
    half = 0.28 * period
    bend = rect(_BOX_ROUNDING, half / _BOX_ROUNDING) * (1 - 1j) / abs(1 - 1j)
    data = ""
    for quarter in (1j**turns for turns in range(4)):
        for middle in (-period, 0, period):
            data += f"M{point((middle - half - _BOX * 1j) * quarter)}L{point((middle + half - _BOX * 1j) * quarter)}"
        ends = (corner + bend.conjugate() * -1j) * quarter, (corner + bend) * quarter
        data += f"M{point(ends[0])}A{_BOX_ROUNDING} {_BOX_ROUNDING} 0 0 1 {point(ends[1])}"
    return data


def _path_colour(marks: Marks, theme: Theme) -> str:
    return theme.ran if marks.path_was_run else theme.may


def _rounded(path: Path, view: View) -> str:
    points = [view.centre(square) for square in path.squares]
    data = f"M{point(points[0])}"
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if here - before != after - here:
            towards, away = _direction(before, here), _direction(here, after)
            data += f"L{point(here - towards * _BEND)}Q{point(here)} {point(here + away * _BEND)}"
    return data + f"L{point(points[-1])}"


def _direction(start: complex, end: complex) -> complex:
    return (end - start) / abs(end - start)


def _free_corner(path: Path, step: int, view: View) -> complex:
    """The corner of a step's square that the sign of a barragoon crossed there leaves free.

    Outside the bend if the path turns, otherwise behind on the right.
    """
    points = [view.centre(square) for square in path.squares[step - 1 : step + 2]]
    towards = _direction(points[0], points[1])
    away = _direction(points[1], points[-1]) if len(points) == 3 else towards
    return (towards - away if away != towards else towards * (1j - 1)) * _STEP_CORNER


def _badge(step: str, colour: str, theme: Theme) -> str:
    disc = element("circle", r=_STEP, fill=colour, stroke=theme.paper, stroke_width=2.5)
    return disc + centred(step, 0j, 15.5, theme.paper)


def _arrow(arrow: Arrow, view: View) -> str:
    begin, middle = view.centre(arrow.start), view.centre(arrow.target)
    along = _direction(begin, middle)
    end = middle - along * _ARROW_END
    neck, aside = end - along * _ARROW_HEAD, along * 1j
    half = _ARROW_WIDTH / 2
    tail = begin + along * _ARROW_START
    outline = (
        tail + aside * half,
        neck + aside * half,
        neck + aside * _ARROW_HALF_HEAD,
        end,
        neck - aside * _ARROW_HALF_HEAD,
        neck - aside * half,
        tail - aside * half,
    )
    return element(
        "path",
        d="M" + "L".join(point(corner) for corner in outline) + "z",
        fill=view.theme.may,
        stroke=view.theme.paper,
        stroke_width=2.5,
        stroke_linejoin="round",
        data_mark="arrow",
        data_square=str(arrow.start),
        data_target=str(arrow.target),
    )
