"""The board as a widget: it draws what the entry says and reports which square was clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size as Extent
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from barragoon.action import Turn
from barragoon.cell import Cell
from barragoon.face import Face
from barragoon.square import FILES, RANKS, Square
from barragoon.tui.cells import MEDIUM, Look, Size, draw
from barragoon.tui.entry import Entry

if TYPE_CHECKING:
    from textual import events

FRAME = Style(color="#cfc3ab", bgcolor="#3b342c", bold=True)
LEFT, RIGHT, TOP, BOTTOM = 3, 1, 1, 1


class Board(Widget, can_focus=True):
    """The 63 squares with their coordinates, as large as the terminal allows."""

    class Pressed(Message):
        """A square was clicked."""

        def __init__(self, square: Square) -> None:
            """Take the square that was clicked."""
            self.square = square
            super().__init__()

    def __init__(self, entry: Entry, *, ascii_only: bool) -> None:
        """Draw what an entry holds."""
        super().__init__(id="board")
        self.entry = entry
        self.ascii_only = ascii_only
        self.cell_size = MEDIUM
        self._looks: dict[Square, Look] = {}

    def extent(self, size: Size) -> Extent:
        """The width and height of the whole board with squares of a size."""
        return Extent(LEFT + size.width * len(FILES) + RIGHT, TOP + size.height * len(RANKS) + BOTTOM)

    def fit(self, size: Size) -> None:
        """Draw the squares in a size from now on."""
        self.cell_size = size
        extent = self.extent(size)
        self.styles.width, self.styles.height = extent.width, extent.height
        self.show()

    def show(self) -> None:
        """Draw the game as it stands now."""
        self._looks = self._all_looks()
        self.refresh()

    # -- drawing ---------------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One line of the screen: a row of all squares in a rank, or the frame."""
        row = y - TOP
        rank, line = divmod(row, self.cell_size.height)
        if not 0 <= rank < len(RANKS):
            return self._frame(letters=row > 0)
        name = self._square(0, rank).rank + 1
        label = f" {name} " if line == (self.cell_size.height - 1) // 2 else "   "
        segments = [Segment(label, FRAME)]
        for column in range(len(FILES)):
            look = self._looks[self._square(column, rank)]
            segments += draw(look, self.cell_size, ascii_only=self.ascii_only)[line]
        return Strip([*segments, Segment(" " * RIGHT, FRAME)])

    def _frame(self, *, letters: bool) -> Strip:
        files = FILES[::-1] if self.entry.flipped else FILES
        names = "".join(f"{name if letters else '':^{self.cell_size.width}}" for name in files)
        return Strip([Segment(" " * LEFT + names + " " * RIGHT, FRAME)])

    def _square(self, column: int, row: int) -> Square:
        """The square at a column from the left and a row from the top."""
        square = Square.at(column, len(RANKS) - 1 - row)
        assert square is not None, "columns and rows stay on the board"
        return square.swapped() if self.entry.flipped else square

    # -- what each square shows ------------------------------------------------------------------------------

    def _all_looks(self) -> dict[Square, Look]:
        targets, last, steps = self.entry.targets(), self._last_turn(), self._steps()
        ghost = self.entry.ghost()
        return {
            square: Look(
                cell=self._seen(self.entry.session.game.position[square]),
                light=(square.file + square.rank) % 2 == 1,
                mark=targets.get(square),
                cursor=square is self.entry.cursor,
                chosen=square is self.entry.chosen,
                last=square in last,
                ghost=self._seen_face(ghost) if ghost and square is self.entry.cursor else None,
                step=steps.get(square),
            )
            for square in Square
        }

    def _seen(self, cell: Cell) -> Cell:
        return self._seen_face(cell) if isinstance(cell, Face) else cell

    def _seen_face(self, face: Face) -> Face:
        return face.swapped() if self.entry.flipped else face

    def _last_turn(self) -> set[Square]:
        game = self.entry.session.game
        turn: Turn | None = game.unfinished or (game.turns[-1] if game.turns else None)
        if turn is None:
            return set()
        return {turn.move.start, turn.move.target, *(placement.square for placement in turn.placements)}

    def _steps(self) -> dict[Square, int]:
        """The squares that the tile would cross, numbered."""
        path = self.entry.path()
        return {square: number for number, square in enumerate(path.squares[:-1]) if number} if path else {}

    # -- the mouse -------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Report the square under the pointer."""
        column, row = (event.x - LEFT) // self.cell_size.width, (event.y - TOP) // self.cell_size.height
        if 0 <= column < len(FILES) and 0 <= row < len(RANKS):
            self.post_message(self.Pressed(self._square(column, row)))
