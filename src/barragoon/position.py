"""A position of the game: what may be done in it, and what follows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NoReturn

from barragoon.action import Action, Move, Turn, as_action, as_move, as_turn
from barragoon.cell import CELLS, EMPTY, Cell
from barragoon.colour import Colour, as_colour
from barragoon.dead import is_dead
from barragoon.errors import IllegalActionError, PositionError
from barragoon.explain import explain, explain_capture
from barragoon.face import Face
from barragoon.legal import LegalActions
from barragoon.movement import LETTERS, VALUES, can_move, tile_moves
from barragoon.named_enum import NamedEnum
from barragoon.objection import Objection
from barragoon.outcome import Outcome, Reason
from barragoon.path import Path, blocked_crossings, paths
from barragoon.plain_fen import read_plain_fen
from barragoon.python_chess_hints import missing
from barragoon.setup import HIGHEST_NUMBER, Setup, write_fen
from barragoon.square import FILES, Square, as_square
from barragoon.tile import TILES, Tile
from barragoon.zobrist import key_of


class MoveKind(NamedEnum):
    """What a move does; each has a mark of its own in pictures."""

    SHORT = "short"
    FULL = "full"
    TAKES_TILE = "takes tile"
    TAKES_BARRAGOON = "takes barragoon"


class Position:
    """A position that a game can reach, immutable and hashable.

    Two positions are equal when the same game can follow: the board, whose turn it is, the hands, the reserve
    and the express stages agree. The turn number does not count.

    >>> position = Position.start()
    >>> len(position.legal_actions())
    28
    >>> position = position.play(Move.parse("d2d5"))
    >>> print(position.actor, position[Square.D5])
    Brown D
    """

    _blocked: int | None

    __slots__ = ("_blocked", "board", "hands", "number", "reserve", "stages", "turn")

    board: str
    """The 63 squares from a1 to g9, one character each, ``.`` for an empty one."""
    turn: Colour
    """Whose turn it is; during the placements after a capture it is still the capturer's."""
    hands: tuple[Colour, ...]
    """Who must still place a barragoon, in order."""
    reserve: int
    """How many barragoons lie beside the board."""
    stages: tuple[int, int]
    """The express stages of White and Brown; 0 is the normal rule."""
    number: int
    """The number of the pair of turns, from 1."""

    def __init__(self, setup: Setup) -> None:
        """Take over a set-up, or raise a :class:`PositionError` with its defects."""
        if not isinstance(setup, Setup):
            raise TypeError(f"a Setup was expected, not {setup!r}; Position.from_fen() reads a FEN")
        if defects := setup.defects():
            raise PositionError(setup, defects)
        self._fill(setup.board, setup.turn, setup.hands, setup.reserve, setup.stages, setup.number)

    def _fill(  # noqa: PLR0913, PLR0917 - one argument for each field of a FEN
        self,
        board: str,
        turn: Colour,
        hands: tuple[Colour, ...],
        reserve: int,
        stages: tuple[int, int],
        number: int,
    ) -> None:
        write = object.__setattr__
        write(self, "board", board)
        write(self, "turn", turn)
        write(self, "hands", hands)
        write(self, "reserve", reserve)
        write(self, "stages", stages)
        write(self, "number", number)
        write(self, "_blocked", None)

    @classmethod
    def _of(  # noqa: PLR0913, PLR0917 - one argument for each field of a FEN
        cls,
        board: str,
        turn: Colour,
        hands: tuple[Colour, ...],
        reserve: int,
        stages: tuple[int, int],
        number: int,
    ) -> Position:
        """A position whose fields are known to be right."""
        made = cls.__new__(cls)
        made._fill(board, turn, hands, reserve, stages, number)  # noqa: SLF001 - its own class
        return made

    if not TYPE_CHECKING:  # a type checker names a wrong attribute by itself

        def __getattr__(self, name: str) -> NoReturn:
            """Raise for a name that is not there, with a hint for users of python-chess."""
            raise missing("Position", name)

    def __setattr__(self, name: str, value: object) -> None:
        """Raise: a position never changes."""
        raise AttributeError(f"a position can't be changed: {name}; play() gives a new one")

    def __delattr__(self, name: str) -> None:
        """Raise: a position never changes."""
        raise AttributeError(f"a position can't be changed: {name}")

    # -- where positions come from ---------------------------------------------------------------------------

    @classmethod
    def start(cls, *, open: bool = False) -> Position:  # noqa: A002 - the rulebook's word for the variant
        """The closed start, or the open one, in which all barragoons show All Turns."""
        return cls(Setup.start(open=open))

    @classmethod
    def from_fen(cls, fen: str) -> Position:
        """Read a FEN, of which the board alone is enough.

        >>> Position.from_fen("1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1") == Position.start()
        True
        """
        fields = read_plain_fen(fen)
        return cls(Setup.from_fen(fen)) if fields is None else cls._of(*fields)

    def to_fen(self) -> str:
        """Write the position as a FEN with all six fields."""
        return write_fen(self)

    def setup(self) -> Setup:
        """A copy that can be changed."""
        setup = Setup({}, self.turn, self.hands, self.reserve, self.stages, self.number)
        setup.board = self.board
        return setup

    # -- what it holds ---------------------------------------------------------------------------------------

    @property
    def actor(self) -> Colour:
        """Who must act now: the next to place a barragoon, otherwise the player whose turn it is."""
        return self.hands[0] if self.hands else self.turn

    def stage(self, colour: Colour) -> int:
        """A player's express stage."""
        return self.stages[0 if as_colour(colour) is Colour.WHITE else 1]

    def __getitem__(self, square: Square | str) -> Cell:
        """What stands on a square, or on the square of that name: a tile, a face, or None.

        >>> Position.start()["a5"], Position.start()[Square.D5]
        (Face.NO_WAY, None)
        """
        return CELLS[self.board[as_square(square)]]

    # Without these, Python would take the numbers of the squares for indices and iterate over the cells.
    __iter__ = None
    __contains__ = None

    def tiles(self, colour: Colour) -> dict[Square, Tile]:
        """A player's tiles by their squares.

        >>> [str(square) for square in Position.start().tiles(Colour.WHITE)]
        ['b1', 'c1', 'e1', 'f1', 'c2', 'd2', 'e2']
        """
        colour = as_colour(colour)
        return {square: cell for square in Square if isinstance(cell := self[square], Tile) and cell.colour is colour}

    def barragoons(self) -> dict[Square, Face]:
        """The barragoons on the board by their squares."""
        return {square: cell for square in Square if isinstance(cell := self[square], Face)}

    # -- what may be done ------------------------------------------------------------------------------------

    def legal_actions(self) -> LegalActions:
        """All that the actor may do now: moves, or placements when one is due. Empty when the game is lost.

        Draws do not empty it: whether a drawn game goes on is for :class:`Game` to say.
        """
        return LegalActions(self)

    def is_legal(self, action: Action | str) -> bool:
        """Whether the actor may do an action, or its text; strict type checkers allow no text in ``in``.

        >>> Position.start().is_legal("d2d5")
        True
        """
        return action in self.legal_actions()

    def movable_tiles(self, colour: Colour) -> tuple[Square, ...]:
        """The squares of those tiles of a colour that could move if it were their turn."""
        return tuple(start for start in self.tiles(colour) if tile_moves(self.board, self.blocked, start))

    def targets(self, start: Square | str) -> dict[Square, MoveKind]:
        """Where the tile on a square could go if it were its turn, and what it would do there.

        >>> {str(square): kind.name for square, kind in Position.start().targets(Square.C2).items()}
        {'b2': 'SHORT', 'c3': 'SHORT', 'a2': 'FULL', 'b3': 'FULL', 'd3': 'FULL', 'c4': 'FULL'}
        """
        start = as_square(start)
        if self.board[start] not in VALUES:
            return {}
        return {move.target: self.kind(move) for move in tile_moves(self.board, self.blocked, start)}

    def kind(self, move: Move | str) -> MoveKind:
        """What a move does, taking for granted that it can be made."""
        move = as_move(move)
        match self[move.target]:
            case Tile():
                return MoveKind.TAKES_TILE
            case Face():
                return MoveKind.TAKES_BARRAGOON
        full = move.start.distance(move.target) == VALUES.get(self.board[move.start])
        return MoveKind.FULL if full else MoveKind.SHORT

    def paths(self, move: Move | str) -> tuple[Path, ...]:
        """Every path on which a move can run here; none if it can't be made.

        >>> [str(path.corner) for path in Position.start().paths(Move.parse("d2c4"))]
        ['d4']
        """
        move = as_move(move)
        if not can_move(self.board, self.blocked, move):
            return ()
        return tuple(path for path in paths(move.start, move.target) if not path.needs & self.blocked)

    def explain(self, action: Action | str) -> Objection | None:
        """Why an action is not legal here; None if it is.

        >>> print(Position.start().explain(Move.parse("d2d7")))
        a 3-tile moves 3 squares or 2, and d7 is 5 away
        """
        return explain(self, as_action(action))

    # -- what follows -----------------------------------------------------------------------------------------

    def play(self, action: Action | str) -> Position:
        """The position after a legal action, or its text; an :class:`IllegalActionError` says why another is not.

        >>> print(Position.start().play("d2d5").actor)
        Brown
        """
        action = as_action(action)
        if action not in self.legal_actions():
            objection = self.explain(action)
            assert objection is not None, "explain() agrees with legal_actions()"
            raise IllegalActionError(action, objection)
        return self.after(action)

    def play_turn(self, turn: Turn | str) -> Position:
        """The position after each action of a turn."""
        turn = as_turn(turn)
        if objection := explain_capture(self, turn):
            raise IllegalActionError(turn.move, objection)
        position = self
        for action in turn.actions:
            position = position.play(action)
        return position

    def after(self, action: Action) -> Position:
        """The position after an action that is known to be legal: :meth:`play` without its check."""
        if isinstance(action, Move):
            return self._after_move(action)
        return self._next(_put(self.board, action.square, action.face.value), self.hands[1:], self.reserve)

    def outcome(self) -> Outcome | None:
        """How the game stands decided by this position alone, or None while it goes on.

        Nothing is decided while a barragoon is still in hand: the game ends at the start of a turn.
        """
        if self.hands:
            return None
        if self.has_lost(self.turn):
            return Outcome(self.turn.other, self._reason_of_loss())
        return Outcome(None, Reason.DEAD) if is_dead(self) else None

    def has_lost(self, colour: Colour) -> bool:
        """Whether a player, were it their turn, would have lost: at most as many tiles can move as their stage says.

        >>> Position.start().has_lost(Colour.WHITE)
        False
        """
        colour = as_colour(colour)
        must_exceed = self.stages[0 if colour is Colour.WHITE else 1]  # stage() would check the colour once more
        own, board, blocked = LETTERS[colour], self.board, self.blocked
        for start, mark in enumerate(board):
            if mark in own and tile_moves(board, blocked, start):
                if not must_exceed:
                    return False
                must_exceed -= 1
        return True

    def _reason_of_loss(self) -> Reason:
        if not self.tiles(self.turn):
            return Reason.NO_TILES
        return Reason.EXPRESS if self.movable_tiles(self.turn) else Reason.BLOCKED

    # -- symmetry --------------------------------------------------------------------------------------------

    def mirrored(self) -> Position:
        """This position in the left-right mirror; a game in it is the mirrored game."""
        turned = self.board[::-1].translate(_mirrored_faces())
        board = "".join(turned[i : i + len(FILES)] for i in range(len(Square) - len(FILES), -1, -len(FILES)))
        return Position._of(board, self.turn, self.hands, self.reserve, self.stages, self.number)

    def swapped(self) -> Position:
        """The same game with the colours swapped and the board turned half round."""
        board = self.board[::-1].translate(_swapped_marks())
        hands = tuple(colour.other for colour in self.hands)
        return Position._of(board, self.turn.other, hands, self.reserve, self.stages[::-1], self.number)

    # -- identity --------------------------------------------------------------------------------------------

    def _key(self) -> tuple[object, ...]:
        return (self.board, self.turn, self.hands, self.reserve, self.stages)

    @property
    def key(self) -> int:
        """A number of 64 bits for tables and files: the same in every process, in C++ and in the page.

        Equal positions have equal keys; that two others share one is as likely as a random number of 64 bits. The turn
        number does not count.

        >>> hex(Position.start().key), Position.start().key == Position.start(open=True).key
        ('0x6490bf7480cab520', False)
        """
        return key_of(self)

    def __eq__(self, other: object) -> bool:
        """Compare all but the turn number."""
        return self._key() == other._key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._key())

    def __str__(self) -> str:
        """Draw the board as text, White below."""
        from barragoon import text

        return text.board(self)

    def _repr_svg_(self) -> str:
        """Draw the board where notebooks show pictures."""
        from barragoon import svg

        return svg.board(self)

    def __repr__(self) -> str:
        """Show the FEN, from which the position can be made again."""
        return f"Position.from_fen({self.to_fen()!r})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy by way of the set-up."""
        return Position, (self.setup(),)

    # -- the workings ----------------------------------------------------------------------------------------

    @property
    def blocked(self) -> int:
        """The crossings that this position blocks, as a set of bits (see path.py), computed when first asked for."""
        blocked = self._blocked
        if blocked is None:
            blocked = blocked_crossings(self.board)
            object.__setattr__(self, "_blocked", blocked)
        return blocked

    def _after_move(self, move: Move) -> Position:
        tile, taken = self.board[move.start], self.board[move.target]
        board = _put(_put(self.board, move.start, EMPTY), move.target, tile)
        if taken == EMPTY:
            return self._next(board, (), self.reserve)
        if taken not in VALUES:
            return self._next(board, (self.turn,), self.reserve)
        # The player who lost the tile places first, as far as the reserve goes round.
        hands = (self.turn.other, self.turn)[: self.reserve]
        return self._next(board, hands, self.reserve - len(hands))

    def _next(self, board: str, hands: tuple[Colour, ...], reserve: int) -> Position:
        """The position that follows: the same turn while a barragoon is in hand, otherwise the opponent's."""
        turn = self.turn if hands else self.turn.other
        number = min(self.number + (self.turn is Colour.BROWN and not hands), HIGHEST_NUMBER)
        return Position._of(board, turn, hands, reserve, self.stages, number)


@cache
def _mirrored_faces() -> dict[int, str]:
    return str.maketrans({face.value: face.mirrored().value for face in Face})


@cache
def _swapped_marks() -> dict[int, str]:
    return str.maketrans({str(mark): str(mark.swapped()) for mark in (*Face, *TILES)})


def as_position(position: object) -> Position:
    """A position that is given as such or as its FEN; anything else is a :class:`TypeError`.

    >>> as_position("7/7/7/3z3/7/3D3/7/7/7").turn
    Colour.WHITE
    """
    if isinstance(position, Position):
        return position
    if isinstance(position, str):
        return Position.from_fen(position)
    raise TypeError(f"a position is a Position or its FEN, not {position!r}")


def _put(board: str, square: int, character: str) -> str:
    return board[:square] + character + board[square + 1 :]
