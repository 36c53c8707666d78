"""Where a reader stands in a line of turns: in the compiled replay where there is one, otherwise in Python's rules.

Both say the same of every turn. What is wrong with one that can't be played is always said by the rules in Python.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from barragoon.action import Move, Placement, Turn, parse_action
from barragoon.colour import Colour
from barragoon.dead import is_dead
from barragoon.outcome import Outcome, Reason
from barragoon.position import Position
from barragoon.record import native_replay

if TYPE_CHECKING:
    from barragoon.engine import _native

WINNERS = {"1-0": Colour.WHITE, "0-1": Colour.BROWN, "1/2-1/2": None}

_SEARCH = 1_000
"""How many arrangements a search for dead positions may take: reading must stay quick, playing is thorough."""


class Cursor(Protocol):
    """A position that turns lead to."""

    @property
    def position(self) -> Position:
        """The position itself."""

    @property
    def number(self) -> int:
        """The number of the pair of turns."""

    @property
    def captured(self) -> bool:
        """Whether the last turn captured something."""

    def play(self, text: str) -> Cursor:
        """Go on by a turn as files write it; a turn that can't be read or played raises."""

    def decided(self) -> Outcome | None:
        """What this position alone decides, as far as that is found quickly."""


def cursor_at(position: Position) -> Cursor:
    """The fastest cursor that there is."""
    native = native_replay.compiled()
    return _NativeCursor(native.TurnCursor(position.to_fen())) if native else _PythonCursor(position)


class _PythonCursor:
    """Plays by the rules in Python."""

    __slots__ = ("captured", "position")

    def __init__(self, position: Position, *, captured: bool = False) -> None:
        self.position = position
        self.captured = captured

    @property
    def number(self) -> int:
        return self.position.number

    def play(self, text: str) -> _PythonCursor:
        turn = Turn.parse(text)
        after = self.position.play_turn(turn)
        return _PythonCursor(after, captured=self.position[turn.move.target] is not None)

    def decided(self) -> Outcome | None:
        position = self.position
        if position.hands:
            return None
        if position.has_lost(position.turn):
            return position.outcome()
        return Outcome(None, Reason.DEAD) if is_dead(position, _SEARCH) else None


class _NativeCursor:
    """Plays by the compiled rules."""

    __slots__ = ("_native",)

    def __init__(self, native: _native.TurnCursor) -> None:
        self._native = native

    @property
    def position(self) -> Position:
        return Position.from_fen(self._native.fen)

    @property
    def number(self) -> int:
        return self._native.number

    @property
    def captured(self) -> bool:
        return self._native.captured

    def play(self, text: str) -> Cursor:
        after = self._native.play(text)
        return _NativeCursor(after) if after else _PythonCursor(self.position).play(text)

    def decided(self) -> Outcome | None:
        return outcome_of(self._native.decided)


def outcome_of(decided: tuple[str, str] | None) -> Outcome | None:
    """The outcome that the compiled replay names by its result and its reason.

    >>> print(outcome_of(("1-0", "blocked")))
    White wins: none of Brown's tiles can move
    """
    return Outcome(WINNERS[decided[0]], Reason(decided[1])) if decided else None


@lru_cache(maxsize=8_192)  # turns without placements come again and again
def turn_of(text: str, *, captured: bool) -> Turn:
    """A turn whose text has been played, without looking at it again.

    >>> turn_of("d2d5@c4^", captured=True)
    Turn.parse('d2xd5@c4^')
    """
    move, *placements = text.split("@")
    made = parse_action(move)
    assert isinstance(made, Move), "it has been played as a turn"
    return Turn(made, tuple(map(_placement, placements)), captured)


def _placement(text: str) -> Placement:
    placement = parse_action("@" + text)
    assert isinstance(placement, Placement), "it begins with @"
    return placement
