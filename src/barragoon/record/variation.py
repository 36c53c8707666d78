"""Lines of play as files hold them, from the actions that engines and games give."""

from __future__ import annotations

from collections.abc import Iterable

from barragoon.action import Action, Move, Turn, as_action, as_turn
from barragoon.errors import GameError
from barragoon.position import Position
from barragoon.record.track import Track
from barragoon.record.tree import Line, Node


def turns_of(position: Position, played: Iterable[Action | Turn | str]) -> tuple[Turn, ...]:
    """The turns that actions make, from a position between turns; the last may lack placements.

    Turns and texts of either are taken as well. What is not legal raises an :class:`IllegalActionError`.

    >>> print(*turns_of(Position.start(), ["d2d5", "d8d5", "@d8x", "@e4^", "e2e3"]))
    d2d5 d8xd5@d8x@e4^ e2e3
    """
    if position.hands:
        raise GameError("a turn is under way in this position: a line of turns begins between turns")
    turns: list[Turn] = []
    for action in _actions(played):
        after = position.play(action)
        if isinstance(action, Move):
            turns.append(Turn(action, (), position[action.target] is not None))
        else:
            turns[-1] = Turn(turns[-1].move, (*turns[-1].placements, action), turns[-1].capture)
        position = after
    return tuple(turns)


def _actions(played: Iterable[Action | Turn | str]) -> Iterable[Action]:
    for item in played:
        if isinstance(item, Turn) or (isinstance(item, str) and "@" in item[1:]):
            yield from as_turn(item).actions
        else:
            yield as_action(item)


def line_of(position: Position, played: Iterable[Action | Turn | str]) -> Line:
    """A line of play whose nodes know their positions.

    >>> line_of(Position.start(), ["d2d5", "d8d6"]).nodes[1].position.number
    2
    """
    return line_on(Track(position, [*turns_of(position, played)]))


def line_on(track: Track) -> Line:
    """A line of turns that are known to be legal."""
    nodes = [Node(turn) for turn in track.turns]
    for at, node in enumerate(nodes):
        node.put_on(track, at)
    return Line(nodes)
