"""The observation of version 0: 34 planes of 9 × 7 numbers, the viewer below."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from barragoon.face import Face
from barragoon.setup import RESERVE
from barragoon.square import FILES, RANKS

PLANES: Sequence[str] = (
    *(f"own {value}-tiles" for value in (2, 3, 4)),
    *(f"other's {value}-tiles" for value in (2, 3, 4)),
    *(f"face {face.name}" for face in Face),
    "I place now",
    "the other places now",
    "two placements are due",
    "it is my turn",
    "reserve",
    *(f"my stage is {stage}" for stage in (1, 2)),
    *(f"the other's stage is {stage}" for stage in (1, 2)),
    "the position was there once before",
    "I play Brown",
    "ones",
)
"""What each plane shows. All are 0 or 1, but for the reserve, which is from 0 to 24."""
RESERVE_PLANE = PLANES.index("reserve")
SHAPE = (len(PLANES), len(RANKS), len(FILES))
"""Planes, ranks from the viewer's own, files from the viewer's left."""


def as_float(planes: NDArray[np.uint8]) -> NDArray[np.float32]:
    """One observation or many as a network takes it: from 0 to 1."""
    numbers = planes.astype(np.float32)
    numbers[..., RESERVE_PLANE, :, :] /= RESERVE
    return numbers


def mirrored(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One observation or many in the left-right mirror; its actions are those of ``actions_v0.MIRRORED``."""
    return np.ascontiguousarray(planes[..., _mirrored_planes(), :, ::-1])


def _mirrored_planes() -> list[int]:
    first = PLANES.index(f"face {Face.NO_WAY.name}")
    order = [*range(len(PLANES))]
    for at, face in enumerate(Face):
        order[first + at] = first + [*Face].index(face.mirrored())
    return order
