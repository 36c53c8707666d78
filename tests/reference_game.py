"""A game as the learning environments play it, in plain Python: what the native one is compared with."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
from numpy.typing import NDArray

from barragoon import Action, Colour, Face, Outcome, Placement, Position, Reason, Square, all_actions

PLANES = 34
TIMES = 3
CELL_PLANES = "ZDVzdv" + "".join(face.value for face in Face)
SWAPPED = [action.swapped().id for action in all_actions()]


class ReferenceGame:
    """A position with what was seen before."""

    def __init__(self, start: Position) -> None:
        self.position = start
        self.actions: list[Action] = []
        self._seen: Counter[Position] = Counter()
        self._note()

    def push(self, action: Action) -> None:
        self.position = self.position.play(action)
        self.actions.append(action)
        self._note()

    def _note(self) -> None:
        if not self.position.hands:
            self._seen[self.position] += 1
        self._outcome = self.position.outcome()
        if self._outcome is None and self.occurrences >= TIMES:
            self._outcome = Outcome(None, Reason.REPETITION)

    @property
    def occurrences(self) -> int:
        return 0 if self.position.hands else self._seen[self.position]

    def outcome(self) -> Outcome | None:
        return self._outcome

    def legal_ids(self) -> list[int]:
        if self.outcome():
            return []
        legal = self.position.legal_actions()
        if not self.position.hands:
            return sorted(action.id for action in legal)
        # Hundreds of placements: their ids are looked up by square.
        found = [number for square, mark in enumerate(self.position.board) if mark == "." for number in _placed(square)]
        assert len(found) == len(legal)
        return found

    def mask(self, viewer: Colour) -> NDArray[np.int8]:
        mask = np.zeros(len(all_actions()), np.int8)
        if viewer is self.position.actor:
            mask[[chosen if viewer is Colour.WHITE else SWAPPED[chosen] for chosen in self.legal_ids()]] = 1
        return mask

    def planes(self, viewer: Colour) -> NDArray[np.uint8]:
        """The observation as docs/env.md describes it."""
        seen = self.position if viewer is Colour.WHITE else self.position.swapped()
        own, other = seen.stages
        planes = np.zeros((PLANES, 63), np.uint8)
        for square, mark in enumerate(seen.board):
            if mark in CELL_PLANES:
                planes[CELL_PLANES.index(mark), square] = 1
        placing = bool(seen.hands)
        planes[22] = placing and seen.actor is Colour.WHITE
        planes[23] = placing and seen.actor is Colour.BROWN
        planes[24] = len(seen.hands) == 2
        planes[25] = seen.turn is Colour.WHITE
        planes[26] = seen.reserve
        planes[27], planes[28] = own == 1, own == 2
        planes[29], planes[30] = other == 1, other == 2
        planes[31] = self.occurrences > 1
        planes[32] = viewer is Colour.BROWN
        planes[33] = 1
        return planes.reshape(PLANES, 9, 7)


@cache
def _placed(square: int) -> tuple[int, ...]:
    return tuple(Placement(Square(square), face).id for face in Face)


def starts() -> list[Position]:
    """Positions to begin with: both variants, and every stage somewhere."""
    found = []
    for open_, stages in ((False, (0, 0)), (True, (0, 0)), (False, (1, 2)), (True, (2, 1))):
        setup = Position.start(open=open_).setup()
        setup.stages = stages
        found.append(setup.position())
    few = Position.from_fen("3z3/7/7/2x1x2/7/2+1+2/7/7/3Z1V1 w - 3 00 1")  # repeats itself, dies, runs out of reserve
    dead_soon = Position.from_fen("z1x4/Y^5/1^5/x^5/xVx4/1x5/7/4+++/4+1Z w - 0 00 1")  # b5b9 leaves nothing to take
    return [*found, few, dead_soon]
