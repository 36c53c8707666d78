"""The tray of all sixteen faces, from which the one in hand is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from barragoon.face import Face
from barragoon.tui.cells import MEDIUM, PAGE, SMALL, Look, Size, draw
from barragoon.tui.entry import Entry

if TYPE_CHECKING:
    from rich.segment import Segment
    from textual import events

ROWS = ("x^>Y<|-+", "NESWnesw")
"""The faces as they lie in the tray: those that lead straight on, and those that turn."""

GAP = 1
"""Lines between the rows, so that the arrows of two faces stay apart."""


class Tray(Widget):
    """Sixteen faces in two rows; grey while no barragoon is in hand, so that nothing jumps when one is."""

    class Chosen(Message):
        """A face was clicked."""

        def __init__(self, face: Face) -> None:
            """Take the face that was clicked."""
            self.face = face
            super().__init__()

    def __init__(self, entry: Entry, *, ascii_only: bool) -> None:
        """Draw the face that an entry has in hand as chosen."""
        super().__init__(id="tray")
        self.entry = entry
        self.ascii_only = ascii_only
        self.cell_size = MEDIUM

    def fit(self, size: Size) -> None:
        """Draw the faces as high as the squares of the board."""
        self.cell_size = SMALL if size == SMALL else MEDIUM
        self.styles.height = (self.cell_size.height + GAP) * len(ROWS) - GAP
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        row, line = divmod(y, self.cell_size.height + GAP)
        if row >= len(ROWS) or line >= self.cell_size.height:
            return Strip.blank(self.size.width, Style(bgcolor=PAGE))
        segments: list[Segment] = []
        for column, name in enumerate(ROWS[row]):
            look = self._look(Face(name), light=(row + column) % 2 == 1)
            segments += draw(look, self.cell_size, ascii_only=self.ascii_only)[line]
        return Strip(segments)

    def _look(self, face: Face, *, light: bool) -> Look:
        seen = face.swapped() if self.entry.flipped else face
        if not self.entry.placing:
            return Look(seen, light, idle=True)
        chosen = face is self.entry.face
        return Look(seen, light, cursor=chosen, chosen=chosen)

    def on_click(self, event: events.Click) -> None:
        """Report the face under the pointer."""
        row, column = event.y // (self.cell_size.height + GAP), event.x // self.cell_size.width
        if row < len(ROWS) and column < len(ROWS[row]):
            self.post_message(self.Chosen(Face(ROWS[row][column])))
