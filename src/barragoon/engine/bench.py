"""A fixed search: the sum of its nodes is the engine's signature.

A change of the code that leaves the signature as it was changed no decision of the search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from barragoon.engine.limit import Limit
from barragoon.engine.native import Engine
from barragoon.position import Position

DEPTH = 5
"""The default depth; a few seconds."""

POSITIONS = (
    "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1",
    "1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1 w - 24 00 1",
    # From games of the engine against itself with a slip now and then; four of them begin with a placement, two of
    # these with the opponent's.
    "1vd1dv1/2xxz2/4x2/4dZ1/x3D2/1x5/2z1x2/Zx1xDx1/1Vx2V1 b - 22 00 12",
    "4d2/2xxD|x/3+vx1/2z1Y2/x6/2<Zd2/5|1/1x1xDxx/xVxx1V1 w w 14 00 26",
    "4Z2/5|x/2D++d1/2xv1x1/xD^+x1S/5xz/3x1|1/1x1x1xx/xVxxx2 b - 10 00 43",
    "1xd1x2/1x1xx2/2s1xZ1/7/x2x1e1/2zv1d1/1xZD+1x/2x2Vv/1V1^2x b - 16 00 25",
    "1xd1x2/1xxxx1d/5x1/1<2x1x/x2x3/1-DVs1x/2<Y+1x/3Zzxv/6x b b 10 00 41",
    "d2zd2/3x1x1/1z2V1v/1+v2+1/+1+Z+1+/1+3+1/7/3DZ2/1VD1D2 w - 22 00 7",
    "<2xdx1/1+d1x2/2xYz1v/2DxY+1/x1+1+1D/1+3+1/V3E2/2ZD3/1x2x2 b - 14 00 20",
    "2x1d2/1Zzd3/2xv3/4zx1/x1x1x1v/V4x1/1D5/3xZ2/2D1DV1 w bw 22 00 6",
    "2x4/4z2/1zxv3/1Zdx1d1/x1x3D/V+3xZ/xD2x1x/3x1x1/4DV1 w - 20 00 13",
    "2x4/1x5/1zxxz2/2dv2w/x1Z1xwD/V+1eDxZ/x3x1x/5x1/4xV1 b - 16 00 19",
    "1v2d2/1+1z3/1dxzvx1/1x1+3/x3D1x/1x5/V1x1D2/2ZYZx1/1+3V1 b - 20 00 12",
    "1ve4/1+1d2d/x2DY2/1x1+1x1/v3zDx/5xV/YY1^2z/1V1Z3/1+x4 w - 18 00 28",
    "1ve1d2/2dw1e1/x1E2x1/2Y+>x1/2vV2x/1>2z+1/Y2^1Nx/w2xn1x/1+2Z2 w - 10 00 44",
    "2d1d2/z1xdz2/7/1v1<1+1/+Dv1D1+/1+E2+1/2Z4/3x2Z/1V2xV1 b - 22 00 8",
    "4d2/1<zd3/x>5/1v+2+1/d5+/1+<z3/V1nD1wZ/5ZS/3E1V1 w bw 18 00 27",
    "2d2vn/3x2^/3z3/d<4|/DxZ2>1/x3wx1/1z1x1dZ/5>1/D1v1V2 b - 20 00 26",
    "6n/|2Z1x^/xv5/2^1zxv/1D4x/x4xz/1<2DdZ/eV^2>x/3x3 b - 16 00 42",
    # With an express stage each, and with the reserve used up.
    "4dx1/1+d2z1/2xYx1v/1+vZ1+1/D1+1+1D/1+3+1/4E2/2Z4/1VD1x2 w - 18 12 13",
    "6n/3x2^/xx1z1n1/1ZD2xv/1D2Nz1/x4xx/4WdZ/1x3>x/1v2V2 w - 0 00 35",
)


class BenchResult(NamedTuple):
    """All nodes together, and how long they took."""

    nodes: int
    seconds: float


def bench(depth: int = DEPTH, report: Callable[[str], None] = lambda _: None) -> BenchResult:
    """Search every position with a fresh engine and one thread; options and earlier searches make no difference."""
    nodes, seconds = 0, 0.0
    with Engine() as engine:
        for number, fen in enumerate(POSITIONS, 1):
            (line,) = engine.analyse(Position.from_fen(fen), Limit(depth=depth))
            report(f"position {number} of {len(POSITIONS)}: {line.nodes} nodes, {line.score.to_ubi()}")
            nodes += line.nodes
            seconds += line.seconds
    return BenchResult(nodes, seconds)
