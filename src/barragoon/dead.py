"""Dead positions (rule 6b): both players can move, but nothing can ever be captured again.

The steps, cheapest first; each is taken only if those before it did not decide:

1. a capture at once, or by the opponent after one quiet move, shows that the position is alive; this decides
   nearly every position of a real game;
2. the joint arrangements of all tiles are searched, turn by turn, both players helping, until a capture is found or
   all are seen: a few thousand of them decide most of the rest;
3. every tile alone, the others lifted off the board, bounds where it can ever get: if from all those squares
   none takes a barragoon, and none meets an opposing tile, the position is dead;
4. the tiles are divided into groups that can never affect one another; if no group can ever capture, even when each
   player may move as often as they like, the position is dead;
5. the search of step 2 goes on to its limit.

Barragoons stand still until the first capture, so what they allow is worked out once (ground.py). The searches give
up after ``LIMIT`` arrangements and call the position alive: a live position is never called dead, and a dead one is
recognised whenever its tiles can reach at most that many arrangements.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from barragoon.colour import Colour
from barragoon.ground import Arrangement, Ground, Roamer, arrange, colour_of
from barragoon.movement import can_capture

if TYPE_CHECKING:
    from barragoon.position import Position

LIMIT = 1_000_000
"""How many arrangements of the tiles are searched."""

_FEW = 3_000
"""How many are searched before anything more expensive is tried."""

_NEVER_LOST = -1
"""A stage at which nobody loses, for looking at a group alone."""


def is_dead(position: Position, limit: int = LIMIT) -> bool:
    """Whether both players can still move, but no continuation can ever capture anything.

    >>> from barragoon import Position
    >>> is_dead(Position.from_fen("4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4"))
    True
    >>> is_dead(Position.from_fen("4+1z/4++1/5++/7/7/7/+x5/1++4/Z1+4"))
    False
    """
    if is_plainly_alive(position) or any(position.has_lost(colour) for colour in Colour):
        return False
    ground = Ground(position.board)
    verdict = _search(ground, position, min(_FEW, limit))
    if verdict is None and (_nothing_in_reach(ground) or all(_is_harmless(ground, g, limit) for g in ground.groups())):
        verdict = True
    if verdict is None:
        verdict = _search(ground, position, limit)
    return verdict or False


def is_plainly_alive(position: Position) -> bool:
    """Whether a capture is near: now, or by the opponent after one quiet move. True of nearly all positions; fast.

    >>> from barragoon import Position
    >>> is_plainly_alive(Position.start())
    True
    """
    if position.hands or can_capture(position.board, position.blocked, position.turn):
        return True
    return _opponent_may_capture(position)


@lru_cache(maxsize=256)
def _opponent_may_capture(position: Position) -> bool:
    """Whether a quiet move lets the opponent capture; cached, because it is asked before an action and after it."""
    return any(_can_act_and_capture(position.after(move)) for move in position.legal_actions())


def _can_act_and_capture(position: Position) -> bool:
    mover = position.turn
    return can_capture(position.board, position.blocked, mover) and not position.has_lost(mover)


def _nothing_in_reach(ground: Ground) -> bool:
    """Whether no tile, having the ground to itself, could ever take a barragoon or hit where an opposing one can be."""
    zones, hits = dict.fromkeys(Colour, 0), dict.fromkeys(Colour, 0)
    for roamer in ground.roamers:
        colour = colour_of(roamer.letter)
        zones[colour] |= roamer.zone
        hits[colour] |= roamer.hits
    meets = any(hits[colour] & zones[colour.other] for colour in Colour)
    return not meets and not any(roamer.takes for roamer in ground.roamers)


def _is_harmless(ground: Ground, group: list[Roamer], limit: int) -> bool:
    """Whether no tile of a group can ever capture anything, though both players may move as often as they like."""
    frontier = [arrange(group)]
    seen = set(frontier)
    while frontier:
        following: list[Arrangement] = []
        for arrangement in frontier:
            for mover in Colour:
                quiet, captures = ground.expand(arrangement, mover, _NEVER_LOST)
                if captures or len(seen) > limit:
                    return False
                new = set(quiet) - seen
                seen |= new
                following += new
        frontier = following
    return True


def _search(ground: Ground, position: Position, limit: int) -> bool | None:
    """Search all arrangements turn by turn: dead, alive, or None beyond the limit."""
    mover = position.turn
    frontier = {ground.start}
    seen = {mover: set(frontier), mover.other: set[Arrangement]()}
    while frontier:
        following: set[Arrangement] = set()
        for arrangement in frontier:
            quiet, captures = ground.expand(arrangement, mover, position.stage(mover))
            if captures:
                return False
            following.update(quiet)
        mover = mover.other
        frontier = following - seen[mover]
        seen[mover] |= frontier
        if len(seen[mover]) > limit:
            return None
    return True
