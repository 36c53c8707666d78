"""What a player does: move a tile, place a barragoon, and the turn made of these."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NoReturn, SupportsIndex, TypeAlias, cast, overload

from barragoon.errors import NotationError
from barragoon.face import Face
from barragoon.python_chess_hints import HintingType, missing
from barragoon.square import Square

LONGEST_MOVE = 4


@dataclass(frozen=True, slots=True, repr=False)
class Move(metaclass=HintingType):
    """A tile goes from one square to another; how it runs between them does not matter to the game.

    >>> Move.parse("d2d5")
    Move.parse('d2d5')
    """

    start: Square
    target: Square

    def __post_init__(self) -> None:
        """Refuse what is not a square: a bare number would pass for one at first."""
        start, target = cast("tuple[object, object]", (self.start, self.target))
        if not (isinstance(start, Square) and isinstance(target, Square)):
            raise TypeError(f"a move goes from a Square to a Square, not from {self.start!r} to {self.target!r}")

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move such as ``d2d5`` (``d2xd5`` is taken as well)."""
        squares = text.replace("x", "", 1) if text[2:3] == "x" else text
        if len(squares) != 4:
            raise NotationError(text, "is not a move: two squares such as d2d5 were expected")
        return cls(Square.parse(squares[:2]), Square.parse(squares[2:]))

    @property
    def id(self) -> int:
        """A dense number, the index of this action in :func:`all_actions`."""
        return _id(self)

    def mirrored(self) -> Move:
        """This move in the left-right mirror."""
        return Move(self.start.mirrored(), self.target.mirrored())

    def swapped(self) -> Move:
        """This move as the other player sees it."""
        return Move(self.start.swapped(), self.target.swapped())

    def __lt__(self, other: Action) -> bool:
        """Order actions by their numbers: moves first, then placements."""
        return self.id < other.id

    if not TYPE_CHECKING:  # a type checker names a wrong attribute by itself

        def __getattr__(self, name: str) -> NoReturn:
            """Raise for a name that is not there, with a hint for users of python-chess."""
            raise missing("Move", name)

    def __repr__(self) -> str:
        """Write the move as code that makes it."""
        return f"Move.parse({str(self)!r})"

    def __str__(self) -> str:
        """Write the move as an atomic action."""
        return f"{self.start}{self.target}"


@dataclass(frozen=True, slots=True, repr=False)
class Placement:
    """A barragoon is set on an empty square, showing a face.

    >>> str(Placement(Square.C4, Face.ONE_WAY_NORTH))
    '@c4^'
    """

    square: Square
    face: Face

    def __post_init__(self) -> None:
        """Refuse what is not a square or not a face."""
        square, face = cast("tuple[object, object]", (self.square, self.face))
        if not (isinstance(square, Square) and isinstance(face, Face)):
            raise TypeError(f"a placement puts a Face on a Square, not {self.face!r} on {self.square!r}")

    @classmethod
    def parse(cls, text: str) -> Placement:
        """Read a placement such as ``@c4^``."""
        if len(text) != 4 or text[0] != "@":
            raise NotationError(text, "is not a placement: @, a square and a face, such as @c4^, were expected")
        return cls(Square.parse(text[1:3]), Face.parse(text[3]))

    @property
    def id(self) -> int:
        """A dense number, the index of this action in :func:`all_actions`."""
        return _id(self)

    def mirrored(self) -> Placement:
        """This placement in the left-right mirror."""
        return Placement(self.square.mirrored(), self.face.mirrored())

    def swapped(self) -> Placement:
        """This placement as the other player sees it."""
        return Placement(self.square.swapped(), self.face.swapped())

    def __lt__(self, other: Action) -> bool:
        """Order actions by their numbers: moves first, then placements."""
        return self.id < other.id

    def __repr__(self) -> str:
        """Write the placement as code that makes it."""
        return f"Placement.parse({str(self)!r})"

    def __str__(self) -> str:
        """Write the placement as an atomic action."""
        return f"@{self.square}{self.face}"


Action: TypeAlias = Move | Placement
_ACTIONS = (Move, Placement)


def parse_action(text: str) -> Action:
    """Read an atomic action: a move ``d2d5`` or a placement ``@c4x``.

    >>> parse_action("@c4x")
    Placement.parse('@c4x')
    """
    return _parse_action(text)


@lru_cache(maxsize=8_192)  # all of them, and those that are written with an x
def _parse_action(text: str) -> Action:
    return Placement.parse(text) if text.startswith("@") else Move.parse(text)


def as_action(action: object) -> Action:
    """An action that is given as such or as its text; anything else is a :class:`TypeError`.

    >>> as_action("d2d5")
    Move.parse('d2d5')
    """
    if isinstance(action, _ACTIONS):  # most calls give an action; a tuple is tested faster than a union
        return action
    if isinstance(action, str):
        return parse_action(action)
    raise TypeError(f"an action is a Move, a Placement or a text such as d2d5 or @c4x, not {action!r}")


def as_move(move: object) -> Move:
    """A move that is given as such or as its text; anything else is a :class:`TypeError`."""
    if isinstance(move, str):
        return Move.parse(move)
    if isinstance(move, Move):
        return move
    raise TypeError(f"a move is a Move or a text such as d2d5, not {move!r}")


class Actions(tuple[Action, ...]):
    """Actions in order; what is looked for is an action or its text, and anything else raises.

    >>> actions = Actions([Move.parse("d2d5"), Move.parse("d8d6")])
    >>> "d2d5" in actions, actions.index("d8d6"), "d2d5" in actions[1:]
    (True, 1, False)
    """

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        """Tell whether an action is among them."""
        return super().__contains__(as_action(action))

    def index(self, action: object, start: SupportsIndex = 0, stop: SupportsIndex = sys.maxsize) -> int:
        """Where an action comes first."""
        return super().index(as_action(action), start, stop)

    def count(self, action: object) -> int:
        """How often an action is among them."""
        return super().count(as_action(action))

    @overload
    def __getitem__(self, index: SupportsIndex) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Actions: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Action | Actions:
        """One of them, or some in order."""
        return Actions(super().__getitem__(index)) if isinstance(index, slice) else super().__getitem__(index)


@cache
def all_actions() -> Actions:
    """Every action that can ever be legal, in order; an action's ``id`` is its place here.

    >>> len(all_actions()), all_actions()[Move.parse("d2d5").id]
    (2628, Move.parse('d2d5'))
    """
    moves = [
        Move(start, target) for start in Square for target in Square if 1 <= start.distance(target) <= LONGEST_MOVE
    ]
    return Actions([*moves, *(Placement(square, face) for square in Square for face in Face)])


@cache
def _ids() -> dict[Action, int]:
    return {action: number for number, action in enumerate(all_actions())}


def _id(action: Action) -> int:
    number = _ids().get(action)
    if number is None:
        raise NotationError(str(action), f"has no number: a tile moves 1 to {LONGEST_MOVE} squares")
    return number


@dataclass(frozen=True, slots=True, repr=False)
class Turn:
    """A move with the placements that follow it, in order; ``capture`` tells whether it took anything.

    A capture is followed by placements, except when the reserve is empty.

    >>> Turn.parse("d2xd5@e6x@c4^").placements[0]
    Placement.parse('@e6x')
    >>> str(Turn.parse("d2d5@c4^"))
    'd2xd5@c4^'
    """

    move: Move
    placements: tuple[Placement, ...] = ()
    capture: bool = False

    def __post_init__(self) -> None:
        """Reject what is not a move with placements."""
        wrong = not isinstance(self.move, Move)
        for placement in self.placements:
            wrong |= not isinstance(placement, Placement)
        if wrong:
            raise TypeError(f"a turn is a Move and a tuple of Placements, not {self.move!r} and {self.placements!r}")

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Read a turn; the ``x`` of a capture may be left out when placements follow."""
        move, *placements = text.replace("@", " @").split(" ") if " " not in text else [text]
        if len(placements) > 2:
            raise NotationError(text, "has more than two placements")
        capture = move[2:3] == "x" or bool(placements)
        return cls(Move.parse(move), tuple(map(Placement.parse, placements)), capture)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The turn as atomic actions."""
        return (self.move, *self.placements)

    def mirrored(self) -> Turn:
        """This turn in the left-right mirror."""
        return Turn(self.move.mirrored(), tuple(p.mirrored() for p in self.placements), self.capture)

    def swapped(self) -> Turn:
        """This turn as the other player sees it."""
        return Turn(self.move.swapped(), tuple(p.swapped() for p in self.placements), self.capture)

    def __repr__(self) -> str:
        """Write the turn as code that makes it."""
        return f"Turn.parse({str(self)!r})"

    def __str__(self) -> str:
        """Write the turn, with its ``x`` when it captures."""
        cross = "x" if self.capture else ""
        return f"{self.move.start}{cross}{self.move.target}" + "".join(map(str, self.placements))


def as_turn(turn: object) -> Turn:
    """A turn that is given as such or as its text; anything else is a :class:`TypeError`."""
    if isinstance(turn, str):
        return Turn.parse(turn)
    if isinstance(turn, Turn):
        return turn
    raise TypeError(f"a turn is a Turn or a text such as d2xd5@c4^, not {turn!r}")


class Turns(tuple[Turn, ...]):
    """Turns in order; what is looked for is a turn or its text, and anything else raises.

    >>> turns = Turns([Turn.parse("d2xd5@c4^")])
    >>> "d2xd5@c4^" in turns, turns.index("d2xd5@c4^"), "d2d5" in turns[:1]
    (True, 0, False)
    """

    __slots__ = ()

    def __contains__(self, turn: object) -> bool:
        """Tell whether a turn is among them."""
        return super().__contains__(as_turn(turn))

    def index(self, turn: object, start: SupportsIndex = 0, stop: SupportsIndex = sys.maxsize) -> int:
        """Where a turn comes first."""
        return super().index(as_turn(turn), start, stop)

    def count(self, turn: object) -> int:
        """How often a turn is among them."""
        return super().count(as_turn(turn))

    @overload
    def __getitem__(self, index: SupportsIndex) -> Turn: ...
    @overload
    def __getitem__(self, index: slice) -> Turns: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Turn | Turns:
        """One of them, or some in order."""
        return Turns(super().__getitem__(index)) if isinstance(index, slice) else super().__getitem__(index)
