"""Writing records as text and to files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from barragoon.colour import Colour
from barragoon.errors import NotationError
from barragoon.record.escape import escape
from barragoon.record.record import Record
from barragoon.record.tree import Line, LineEnd, Node, walk
from barragoon.setup import HIGHEST_NUMBER

WIDTH = 80
HIGHEST_NAG = 999_999_999
MARKS = ("", "!", "?", "!!", "??", "!?", "?!")
"""The annotations that are written as marks, by their numbers."""
DECLINED = "=declined"


def write_record(record: Record) -> str:
    """Write one record, ending with a line end; reading it gives an equal record.

    >>> print(write_record(Record.parse("1.d2d5 d8d6 *")).splitlines()[-1])
    1. d2d5 d8d6 *
    """
    tags = [f'[{name} "{escape(value, chr(34))}"]\n' for name, value in record.tags.items()]
    stray = [f"{line}\n" for line in record.stray]
    return "".join([*tags, *stray, "\n", movetext(record), "\n"])


def movetext(record: Record) -> str:
    """Write the turns and the result, in lines."""
    return _Movetext(record).text()


def write_records(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write a file of records; it appears whole or not at all, and one that was there is replaced."""
    from pathlib import Path  # late, because not everybody who reads games writes files

    target = Path(path).resolve()
    temporary = target.with_name(f"{target.name}.{os.urandom(6).hex()}.tmp")
    try:
        with temporary.open("xb") as file:
            file.writelines(_encoded(records))
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _encoded(records: Iterable[Record]) -> Iterator[bytes]:
    for number, record in enumerate(records):
        yield (("\n" if number else "") + write_record(record)).encode()


class _Page:
    """Text in lines of at most ``WIDTH`` columns, as far as its pieces allow."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.column = 0

    def add(self, text: str, *, gap: str = " ") -> None:
        """Add a piece after a gap, or on a new line."""
        if self.parts and self.column + len(gap) + len(text) > WIDTH:
            self.parts.append("\n")
            self.column = 0
        elif self.parts:
            self._append(gap)
        self._append(text)

    def add_delimited(self, opener: str, text: str, closer: str, *, gap: str = " ") -> None:
        """Add a text that may be broken at its spaces: reading takes the end of a line for a space."""
        first, *others = (opener + escape(text, closer) + closer).split(" ")
        self.add(first, gap=gap)
        for piece in others:
            # A new line must not begin like a tag, which would pass for the next game.
            if piece.startswith("["):
                self._append(" " + piece)
            else:
                self.add(piece)

    def _append(self, text: str) -> None:
        self.parts.append(text)
        self.column += len(text)


@dataclass(slots=True)
class _Count:
    """Which turn comes next in a line, and which was the last."""

    number: int
    colour: Colour
    last_number: int
    last_colour: Colour

    def step(self) -> None:
        self.last_number, self.last_colour = self.number, self.colour
        self.number = min(self.number + (self.colour is Colour.BROWN), HIGHEST_NUMBER)
        self.colour = self.colour.other

    def instead(self) -> _Count:
        """The count of a line that could have been played instead of the last turn."""
        return _Count(self.last_number, self.last_colour, self.last_number, self.last_colour)


class _Movetext:
    """Writes turns, comments and variations of one record."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._page = _Page()
        self._gap = " "
        self._needs_number = True
        start = record.start
        self._counts = [_Count(start.number, start.turn, start.number, start.turn)]

    def text(self) -> str:
        for step in walk(self._record.main):
            match step:
                case Line():
                    self._open(step)
                case Node():
                    self._node(step)
                case LineEnd():
                    self._close(step.line)
        self._add(self._record.result)
        return "".join(self._page.parts)

    def _open(self, line: Line) -> None:
        if line is self._record.main:
            self._comments(line.comments)
            self._placements()
            return
        self._add("(")
        self._gap = ""
        self._counts.append(self._counts[-1].instead())
        self._needs_number = True
        self._comments(line.comments)

    def _placements(self) -> None:
        if self._record.placements:
            self._add(self._numbered("".join(map(str, self._record.placements))))
            self._counts[-1].step()
            self._needs_number = False

    def _close(self, line: Line) -> None:
        if line.unread:
            self._delimited("<", line.unread, ">")
        if line is not self._record.main:
            self._gap = ""
            self._add(")")
            self._counts.pop()
            self._needs_number = True

    def _node(self, node: Node) -> None:
        turn, *nags = _annotated(node)
        if node.before:
            self._add(self._number())
            self._comments(node.before)
            self._add(turn)
        else:
            self._add(self._numbered(turn))
        self._needs_number = False
        for text in nags:
            self._add(text)
        if node.declined:
            self._add(DECLINED)
        self._comments(node.after)
        self._counts[-1].step()

    def _number(self) -> str:
        count = self._counts[-1]
        return f"{count.number}{'.' if count.colour is Colour.WHITE else '...'}"

    def _numbered(self, turn: str) -> str:
        needed = self._needs_number or self._counts[-1].colour is Colour.WHITE
        return f"{self._number()} {turn}" if needed else turn

    def _comments(self, comments: list[str]) -> None:
        for comment in comments:
            self._delimited("{", comment, "}")
            self._needs_number = True

    def _delimited(self, opener: str, text: str, closer: str) -> None:
        self._page.add_delimited(opener, text, closer, gap=self._gap)
        self._gap = " "

    def _add(self, text: str) -> None:
        self._page.add(text, gap=self._gap)
        self._gap = " "


def _annotated(node: Node) -> list[str]:
    """The turn with its first annotation as a mark where there is one, then the other annotations."""
    for nag in node.nags:
        if not 0 <= nag <= HIGHEST_NAG:
            raise NotationError(str(nag), f"is not an annotation from 0 to {HIGHEST_NAG}")
    first, *others = node.nags or [0]
    if 1 <= first < len(MARKS):
        return [f"{node.turn}{MARKS[first]}", *(f"${nag}" for nag in others)]
    return [str(node.turn), *(f"${nag}" for nag in node.nags)]
