"""Drawing barragoons: dark rounded squares whose sign is worked out from what the face lets across.

No face has a drawing of its own. Each crossing is a road between two edges of the square, with an arrowhead where a
tile leaves; a face without crossings gets a cross. So a picture can't disagree with the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from barragoon.face import Crossing, Face, Symbol
from barragoon.heading import Heading
from barragoon.svg.element import Picture, document, element, point, text, unit
from barragoon.svg.theme import LIGHT, Theme
from barragoon.svg.view import SIDE

CUBE = 84
"""The side of a barragoon, on squares of 100."""

_ROUNDING = 12
_RIM = 2
_CROSS = 20
_CROSS_WIDTH = 14


@dataclass(frozen=True, slots=True)
class Pen:
    """The measures of an arrow.

    ``lane`` is how far a turn keeps from the middle, on the side of the corner that it goes round.
    """

    width: float
    head: float
    half_head: float
    lane: float
    bend: float


ALONE = Pen(width=11.5, head=21, half_head=18, lane=-9, bend=17)
"""A turn that is alone on its square swings wide, which centres its sign."""

TOGETHER = Pen(width=6.5, head=10, half_head=9, lane=11.5, bend=13)
"""Turns that share a square keep to their corners, and leave the middle empty."""

REACH = 35
"""How far from the middle arrows begin and end."""


@dataclass(frozen=True, slots=True)
class Road:
    """A line between two edges of the square, with an arrowhead at one of them or at both.

    An edge is named by the heading in which it lies.
    """

    edges: tuple[Heading, Heading]
    heads: frozenset[Heading]

    @property
    def is_turn(self) -> bool:
        """Whether it goes round a corner."""
        return self.edges[0] is not self.edges[1].opposite

    def end(self, edge: Heading, pen: Pen) -> complex:
        """Where the road meets one of its edges."""
        other = self.edges[self.edges[0] is edge]
        return unit(edge) * REACH + unit(other) * pen.lane * self.is_turn

    def shaft(self, pen: Pen) -> str:
        """The line of the road as path data, stopping short under its arrowheads."""
        first, second = (self._shaft_end(edge, pen) for edge in self.edges)
        if not self.is_turn:
            return f"M{point(first)}L{point(second)}"
        one, two = (unit(edge) for edge in self.edges)
        corner = (one + two) * pen.lane
        clockwise = int((one.conjugate() * two).imag < 0)
        arc = f"A{pen.bend} {pen.bend} 0 0 {clockwise} {point(corner + two * pen.bend)}"
        return f"M{point(first)}L{point(corner + one * pen.bend)}{arc}L{point(second)}"

    def head(self, edge: Heading, pen: Pen) -> str:
        """The arrowhead at an edge as path data, its tip first."""
        tip = self.end(edge, pen)
        back, aside = unit(edge) * pen.head, unit(edge.right) * pen.half_head
        return f"M{point(tip)}L{point(tip - back + aside)}L{point(tip - back - aside)}z"

    def _shaft_end(self, edge: Heading, pen: Pen) -> complex:
        return self.end(edge, pen) - unit(edge) * (pen.head - 1) * (edge in self.heads)


def roads(face: Face) -> tuple[Road, ...]:
    """The roads that a face opens; a crossing and the opposite one share a road.

    >>> (road,) = roads(Face.LEFT_TURN_NORTH)
    >>> road.edges, road.heads
    ((Heading.NORTH, Heading.WEST), frozenset({Heading.NORTH}))
    >>> len(roads(Face.TWO_WAYS_EAST)), len(roads(Face.ALL_TURNS)), len(roads(Face.NO_WAY))
    (1, 4, 0)
    """
    heads: dict[tuple[Heading, Heading], set[Heading]] = {}
    # Sets of headings come in no fixed order, and a picture must always be the same.
    for crossing in sorted(face.crossings, key=lambda crossing: (crossing.entering.value, crossing.leaving.value)):
        heads.setdefault(_edges(crossing), set()).add(crossing.leaving)
    return tuple(Road(edges, frozenset(at)) for edges, at in heads.items())


def _edges(crossing: Crossing) -> tuple[Heading, Heading]:
    first, second = sorted((crossing.entering.opposite, crossing.leaving), key=lambda heading: heading.value)
    return first, second


@cache
def draw_face(face: Face, theme: Theme) -> str:
    """A barragoon with its middle at 0."""
    return cube(theme) + (_sign(face, theme) if face.crossings else _cross(theme))


def cube(theme: Theme) -> str:
    """A barragoon that shows nothing, with its middle at 0."""
    half, side = CUBE / 2 - _RIM / 2, CUBE - _RIM
    paint = {"fill": theme.barragoon, "stroke": theme.barragoon_rim}
    return element("rect", x=-half, y=-half, width=side, height=side, rx=_ROUNDING, stroke_width=_RIM, **paint)


def _sign(face: Face, theme: Theme) -> str:
    drawn = roads(face)
    pen = ALONE if len(drawn) == 1 else TOGETHER
    shafts = "".join(road.shaft(pen) for road in drawn)
    heads = "".join(road.head(edge, pen) for road in drawn for edge in road.edges if edge in road.heads)
    return element("path", d=shafts, fill="none", stroke=theme.sign, stroke_width=pen.width) + element(
        "path", d=heads, fill=theme.sign, stroke=theme.sign, stroke_width=2, stroke_linejoin="round"
    )


def _cross(theme: Theme) -> str:
    arm = complex(_CROSS, _CROSS)
    lines = "".join(f"M{point(-end)}L{point(end)}" for end in (arm, arm.conjugate()))
    return element("path", d=lines, stroke=theme.sign, stroke_width=_CROSS_WIDTH, stroke_linecap="round")


def face_name(face: Face) -> str:
    """How sentences speak of a face.

    >>> face_name(Face.LEFT_TURN_NORTH), face_name(Face.TWO_WAYS_EAST), face_name(Face.NO_WAY)
    ('Left Turn north', 'Two Ways east-west', 'No Way')
    """
    if face.heading is None:
        return str(face.symbol)
    if face.symbol is not Symbol.TWO_WAYS:
        return f"{face.symbol} {face.heading}"
    return f"{face.symbol} {face.heading}-{face.heading.opposite}"


def face(face: Face, *, theme: Theme = LIGHT, size: int = 64) -> Picture:
    """A picture of one barragoon.

    >>> "<title>Left Turn north</title>" in face(Face.LEFT_TURN_NORTH)
    True
    """
    corner = complex(-SIDE, -SIDE) / 2
    return document(corner, -2 * corner, size, text("title", face_name(face)), draw_face(face, theme))
