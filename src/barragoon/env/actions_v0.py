"""The actions of version 0: 2,628 numbers, those of ``Action.id``, as the player who acts sees them.

White's number of an action is its ``id``. Brown sees the board turned half round, so Brown's number is the ``id`` of
the swapped action, and one network can play both colours.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from barragoon.action import Action, Move, all_actions
from barragoon.colour import Colour
from barragoon.engine import _native
from barragoon.face import Face
from barragoon.square import Square

ACTIONS = 2628
SWAPPED: NDArray[np.int64] = np.array(_native.swapped_ids(), np.int64)
"""By its number, the number of each action as the other player sees it."""
MIRRORED: NDArray[np.int64] = np.array(_native.mirrored_ids(), np.int64)
"""By its number, the number of each action in the left-right mirror, for twice as much to learn from."""

OFFSETS: tuple[tuple[int, int], ...] = tuple(
    (files, ranks) for ranks in range(-4, 5) for files in range(-4, 5) if 1 <= abs(files) + abs(ranks) <= 4
)
"""Where a move can lead, in files and ranks."""
HEAD_PLANES = len(OFFSETS) + len(Face)
"""Planes of a convolutional policy head: a move's offset at its start, a placement's face at its square."""


def number_of(action: Action, actor: Colour) -> int:
    """The number of an action for the player who acts.

    >>> from barragoon import Move
    >>> number_of(Move.parse("d8d5"), Colour.BROWN) == number_of(Move.parse("d2d5"), Colour.WHITE)
    True
    """
    return action.id if actor is Colour.WHITE else int(SWAPPED[action.id])


def action_of(number: int, actor: Colour) -> Action:
    """The action that a number means for the player who acts."""
    return all_actions()[number if actor is Colour.WHITE else int(SWAPPED[number])]


@cache
def head_index() -> NDArray[np.int64]:
    """By its number, where each action is in a flattened head of (56, 9, 7): ``head.reshape(-1)[head_index()]``.

    >>> head_index().shape, len(set(head_index().tolist()))
    ((2628,), 2628)
    """
    return np.array([_head_index(action) for action in all_actions()], np.int64)


def _head_index(action: Action) -> int:
    if isinstance(action, Move):
        offset = (action.target.file - action.start.file, action.target.rank - action.start.rank)
        plane, square = OFFSETS.index(offset), action.start
    else:
        plane, square = len(OFFSETS) + [*Face].index(action.face), action.square
    return plane * len(Square) + square
