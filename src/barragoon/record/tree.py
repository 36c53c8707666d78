"""The tree of turns in a record: lines of nodes, with variations as lines of their own.

Variations may nest as deep as a file likes, so nothing here recurses: everything goes through :func:`walk`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TypeAlias

from barragoon.action import Action, Turn
from barragoon.errors import GameError
from barragoon.position import Position
from barragoon.record import annotation
from barragoon.record.track import Track
from barragoon.score import Score


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A turn with what was said about it, and the lines that could have been played instead.

    ``before`` and ``after`` are comments, ``nags`` numeric annotations (1 is ``!``, 2 is ``?``). ``declined`` says
    that a draw was offered on the repetition which this turn completed, and declined. Only the last turn of a line
    may lack placements. ``line`` and ``column`` say where the turn stands in the text that it was read from, from 1;
    they do not count when nodes are compared.

    >>> Node(Turn.parse("d2d5"), nags=[1])
    <Node d2d5>
    """

    turn: Turn
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    variations: list[Line] = field(default_factory=list)
    declined: bool = False
    line: int = 0
    column: int = 0
    _track: Track | None = field(default=None, init=False)
    _at: int = field(default=0, init=False)

    @property
    def position(self) -> Position:
        """The position that the turn leads to.

        A node knows it if it comes from a file, from a game or from :meth:`add_variation`, and then as it was there;
        for one that was made by hand :meth:`Record.positions` works it out.

        >>> from barragoon.record import Record
        >>> print(Record.parse("1. d2d5 d8d6 *").main.nodes[0].position.turn)
        Brown
        """
        return self._known_track().before(self._at + 1)

    @property
    def previous_position(self) -> Position:
        """The position that the turn is played in, and in which the variations begin."""
        return self._known_track().before(self._at)

    def add_variation(self, played: Iterable[Action | Turn | str]) -> Line:
        """Add what could have been played instead of this turn to its variations, and return it.

        Actions, turns and texts of either are taken: an engine's principal variation, which is a sequence of actions,
        can be added as it is. What is not legal raises an :class:`IllegalActionError`.

        >>> from barragoon.record import Record
        >>> record = Record.parse("1. d2d5 d8d6 *")
        >>> line = record.main.nodes[1].add_variation(["d8d5", "@d8x", "@e4^", "e2e3"])
        >>> print(str(record).splitlines()[-1])
        1. d2d5 d8d6 (1... d8xd5@d8x@e4^ 2. e2e3) *
        """
        from barragoon.record.variation import line_of

        line = line_of(self.previous_position, played)
        self.variations.append(line)
        return line

    # -- what comments say to programs -----------------------------------------------------------------------

    @property
    def evaluation(self) -> Score | None:
        """The score of the position after the turn, which a comment holds as ``[%eval 0.35]``; it can be set.

        >>> from barragoon import Colour
        >>> node = Node(Turn.parse("d2d5"), after=["Bold. [%eval #-2,20]"])
        >>> str(node.evaluation), node.evaluation_depth, node.remarks
        ('loses in 2', 20, ['Bold.'])
        >>> node.evaluation = Score.cp(35, Colour.WHITE)
        >>> node.after
        ['Bold. [%eval 0.35]']
        """
        found = annotation.find(self.after, annotation.EVALUATION)
        return annotation.score_of(found) if found else None

    @evaluation.setter
    def evaluation(self, score: Score | None) -> None:
        self.set_evaluation(score)

    @property
    def evaluation_depth(self) -> int | None:
        """How deep the search for the evaluation was, if the comment says so."""
        found = annotation.find(self.after, annotation.EVALUATION)
        return int(found[4]) if found and found[4] else None

    def set_evaluation(self, score: Score | None, depth: int | None = None) -> None:
        """Write a score, and the depth of the search that found it, into the comments; None takes it away."""
        text = "" if score is None else annotation.evaluation_text(score, depth)
        annotation.put(self.after, annotation.EVALUATION, text)

    @property
    def clock(self) -> float | None:
        """The seconds that the player had left after the turn, which a comment holds as ``[%clk 0:09:58]``; can be set.

        >>> node = Node(Turn.parse("d2d5"))
        >>> node.clock = 598.5
        >>> node.clock, node.after
        (598.5, ['[%clk 0:09:58.5]'])
        """
        found = annotation.find(self.after, annotation.CLOCK)
        return annotation.seconds_of(found) if found else None

    @clock.setter
    def clock(self, seconds: float | None) -> None:
        text = "" if seconds is None else annotation.clock_text(seconds)
        annotation.put(self.after, annotation.CLOCK, text)

    @property
    def remarks(self) -> list[str]:
        """The comments after the turn without what they say to programs."""
        remarks = map(annotation.without_commands, self.after)
        return [remark for remark in remarks if remark]

    # -- where it stands -------------------------------------------------------------------------------------

    def put_on(self, track: Track, at: int) -> None:
        """Say where the turn stands, so that its position can be asked for."""
        self._track, self._at = track, at

    def put_beside(self, other: Node) -> Node:
        """Stand where another node does; returns this node."""
        self._track, self._at = other._track, other._at
        return self

    def is_at(self, position: Position) -> bool:
        """Whether the turn is known to be legal in this position."""
        return self._track is not None and self._track.before(self._at) == position

    def _known_track(self) -> Track:
        if self._track is None:
            raise GameError(f"the position of {self.turn} is not known: the node was made by hand; ask its record")
        return self._track

    def __eq__(self, other: object) -> bool:
        """Compare the turn with all that hangs on it."""
        return _same(self, other) if isinstance(other, Node) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # nodes change, so they can't be keys

    def __repr__(self) -> str:
        """Show the turn; variations could be endless."""
        return f"<Node {self.turn}>"


@dataclass(slots=True, eq=False, repr=False)
class Line:
    """A line of play: comments before its first turn, nodes, and at the end whatever text could not be read.

    >>> line = Line([Node(Turn.parse("d2d5")), Node(Turn.parse("d8d6"))])
    >>> line.nodes[0].variations.append(Line([Node(Turn.parse("d2d4"))]))
    >>> line
    <Line d2d5 d8d6>
    """

    nodes: list[Node] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    unread: str = ""

    def __eq__(self, other: object) -> bool:
        """Compare everything, variations included."""
        return _same(self, other) if isinstance(other, Line) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # lines change, so they can't be keys

    def __repr__(self) -> str:
        """Show the turns; variations could be endless."""
        return " ".join(["<Line", *(str(node.turn) for node in self.nodes)]) + ">"


@dataclass(slots=True, frozen=True, eq=False)
class LineEnd:
    """Where a walk leaves a line."""

    line: Line


Step: TypeAlias = Line | Node | LineEnd


def walk(tree: Line | Node) -> Iterator[Step]:
    """Go through a tree in the order of writing: a line, its nodes, after each node its variations, the line's end.

    >>> [type(step).__name__ for step in walk(Line([Node(Turn.parse("d2d5"))]))]
    ['Line', 'Node', 'LineEnd']
    """
    waiting: list[Step] = [tree]
    while waiting:
        step = waiting.pop()
        yield step
        match step:
            case Line():
                waiting.append(LineEnd(step))
                waiting.extend(reversed(step.nodes))
            case Node():
                waiting.extend(reversed(step.variations))


def _same(one: Line | Node, other: Line | Node) -> bool:
    pairs = zip_longest(walk(one), walk(other))
    return all(a is not None and b is not None and _facts(a) == _facts(b) for a, b in pairs)


def _facts(step: Step) -> tuple[object, ...]:
    """What one step adds to the tree; together the steps say all of it."""
    match step:
        case Line():
            return (Line, step.comments)
        case Node():
            return (step.turn, step.before, step.after, step.nags, step.declined)
        case LineEnd():
            return (LineEnd, step.line.unread)
