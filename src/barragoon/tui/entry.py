"""Entering an action with a cursor: the chosen tile, the target, the face in hand. It knows no screen."""

from __future__ import annotations

from barragoon.action import Move, Placement
from barragoon.colour import Colour
from barragoon.errors import GameError, IllegalActionError
from barragoon.face import Face, Symbol
from barragoon.heading import Heading
from barragoon.path import Path
from barragoon.position import MoveKind
from barragoon.square import Square
from barragoon.terminal.session import Session
from barragoon.tile import Tile


class Entry:
    """Entering actions with a cursor: a tile, then its target; or a face, then its square.

    ``flipped`` is set while Brown's side is at the bottom, so that "up" means what the players see.
    """

    def __init__(self, session: Session) -> None:
        """Start in the middle of the first rank, or on an empty square near it if a barragoon is in hand."""
        self.session = session
        self.cursor = Square.D1
        self.chosen: Square | None = None
        self.face = Face.NO_WAY
        self.flipped = False
        self.sit()

    def sit(self) -> None:
        """Turn the board so that the one who plays against the computer has their own side at the bottom."""
        self.flipped = self.session.naming.you is Colour.BROWN
        self.cursor = Square.D9 if self.flipped else Square.D1
        self._settle()

    # -- where it stands -------------------------------------------------------------------------------------

    @property
    def placing(self) -> bool:
        """Whether a barragoon is in hand, and not in the computer's."""
        return bool(self.session.game.position.hands) and not self.session.owed

    def targets(self) -> dict[Square, MoveKind]:
        """Where the chosen tile may go, and what it would do there."""
        if self.chosen is None:
            return {}
        game = self.session.game
        moves = (action for action in game.legal_actions() if isinstance(action, Move))
        return {move.target: game.position.kind(move) for move in moves if move.start is self.chosen}

    def path(self) -> Path | None:
        """The path to the target under the cursor."""
        if self.chosen is None or self.cursor not in self.targets():
            return None
        return self.session.game.position.paths(Move(self.chosen, self.cursor))[0]

    def ghost(self) -> Face | None:
        """The face that would be placed under the cursor."""
        if self.placing and self.session.game.position[self.cursor] is None:
            return self.face
        return None

    # -- the cursor ------------------------------------------------------------------------------------------

    def step(self, heading: Heading) -> None:
        """Move the cursor one square, as the players see the board; it stops at the edge."""
        self.cursor = self.cursor.step(self._seen(heading)) or self.cursor

    def cycle(self, steps: int) -> None:
        """Go on to the next target of the chosen tile, or to the next tile that may move."""
        stops = sorted(self.targets()) if self.chosen is not None else self._starts()
        if self.placing or self.session.owed or not stops:
            return
        if self.cursor in stops:
            self.cursor = stops[(stops.index(self.cursor) + steps) % len(stops)]
        else:
            self.cursor = stops[0] if steps > 0 else stops[-1]

    def _starts(self) -> list[Square]:
        actions = self.session.game.legal_actions()
        return sorted({action.start for action in actions if isinstance(action, Move)})

    def _seen(self, heading: Heading) -> Heading:
        return heading.opposite if self.flipped else heading

    # -- the face in hand ------------------------------------------------------------------------------------

    def choose_symbol(self, number: int) -> None:
        """Take a symbol by its number from 1; taking the same one again turns it."""
        symbol = list(Symbol)[number - 1]
        if symbol is self.face.symbol:
            self.rotate()
        else:
            self.face = Face.of(symbol, self.face.heading or self._seen(Heading.NORTH))

    def rotate(self) -> None:
        """Turn the face a quarter to the right."""
        self.face = self.face.rotated()

    def point(self, heading: Heading) -> None:
        """Let the face point in a heading, as the players see the board."""
        self.face = Face.of(self.face.symbol, self._seen(heading))

    # -- acting ----------------------------------------------------------------------------------------------

    def press(self) -> str:
        """Choose, move or place, whichever is due under the cursor; a sentence if there is something to say."""
        if outcome := self.session.game.outcome():
            raise GameError(f"the game is over: {outcome}")
        self.session.require_human()
        if self.placing:
            self.session.act([Placement(self.cursor, self.face)])
            self._settle()
            return ""
        if self.chosen == self.cursor:
            return self.cancel()
        return self._choose() if self.chosen is None or self._own_tile_here() else self._move(self.chosen)

    def cancel(self) -> str:
        """Let go of the chosen tile, unless it was touched and must move."""
        if self.chosen is not None and self.chosen in self.session.game.touched and self.targets():
            raise GameError(f"{self.chosen} was touched and must move")
        self.chosen = None
        return ""

    def reset(self) -> None:
        """Start again after the game went on without the cursor."""
        self.chosen = None
        self._settle()

    def _settle(self) -> None:
        """Begin to place on an empty square, the nearest to the cursor."""
        if self.placing:
            empty = (square for square in Square if self.session.game.position[square] is None)
            self.cursor = min(empty, key=self._distance, default=self.cursor)

    def _distance(self, square: Square) -> int:
        return abs(square.file - self.cursor.file) + abs(square.rank - self.cursor.rank)

    def _own_tile_here(self) -> bool:
        cell = self.session.game.position[self.cursor]
        return isinstance(cell, Tile) and cell.colour is self.session.game.position.turn

    def _move(self, start: Square) -> str:
        self.session.act([Move(start, self.cursor)])
        self.reset()
        return ""

    def _choose(self) -> str:
        game, square = self.session.game, self.cursor
        bound = self.session.touch(square)
        tile = game.position[square]
        if not self._own_tile_here() or not isinstance(tile, Tile):
            if bound:
                return f"{square} was touched and must be captured"
            raise GameError(self._what_stands_here())
        if objection := self._objection_to(square):
            raise GameError(objection)
        self.chosen = square
        return ""

    def _objection_to(self, square: Square) -> str:
        """Why the own tile on a square may not move; empty if it may."""
        if square in self._starts():
            return ""
        position = self.session.game.position
        for target in position.targets(square):
            if objection := self.session.game.explain(Move(square, target)):
                return objection.sentence
        return f"the tile on {square} has nowhere to go"

    def _what_stands_here(self) -> str:
        game, square = self.session.game, self.cursor
        match game.position[square]:
            case Tile(colour):
                return f"the tile on {square} is {colour}'s, and it is {game.position.turn}'s turn"
            case Face() as face:
                return f"{face.symbol} stands on {square}: choose one of {game.position.turn}'s tiles"
        return f"{square} is empty: choose one of {game.position.turn}'s tiles"


def sentence(error: Exception) -> str:
    """What to answer a player who tried something that is not allowed.

    It begins with a capital, unless with a square, an action or a file, which are written as they are.

    >>> sentence(GameError("the game is over")), sentence(GameError("d1 is empty"))
    ('The game is over', 'd1 is empty')
    """
    text = error.objection.sentence if isinstance(error, IllegalActionError) else str(error)
    beginning = text.partition(" ")[0].rstrip(":,;")
    return text[:1].upper() + text[1:] if beginning.isalpha() else text
