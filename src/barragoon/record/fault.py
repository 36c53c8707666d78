"""What is wrong with a game file, and where."""

from __future__ import annotations

from enum import Enum

from barragoon.errors import NotationError

_SHOWN = 60


class Fault(Enum):
    """The kinds of error in a game file."""

    BYTES = "not UTF-8"
    TAG = "unreadable tag"
    CONTRADICTION = "contradiction"
    TEXT = "unreadable text"
    ILLEGAL = "illegal turn"
    NUMBER = "wrong turn number"
    UNCLOSED = "not closed"
    UNREAD = "text kept unread"
    NO_RESULT = "no result"


class RecordError(NotationError):
    """An error at a place in a game file; a record collects its own instead of raising them.

    Lines and columns count characters from 1.

    >>> print(RecordError(Fault.TEXT, 3, 9, "d2d", "is not a turn"))
    line 3, column 9: 'd2d' is not a turn
    """

    def __init__(self, fault: Fault, line: int, column: int, text: str, problem: str) -> None:
        """Say what is wrong with ``text``, which is empty where something is missing."""
        super().__init__(text, problem, column)
        self.fault = fault
        self.line = line
        self.args = (fault, line, column, text, problem)

    @property
    def place(self) -> tuple[int, int]:
        """The line and the column, for sorting."""
        return self.line, self.column or 0

    @property
    def sentence(self) -> str:
        """What is wrong, without the place."""
        shown = self.text if len(self.text) <= _SHOWN else self.text[: _SHOWN - 1] + "…"
        return f"{shown!r} {self.problem}" if self.text else self.problem

    def __str__(self) -> str:
        """Give the place and the sentence."""
        return f"line {self.line}, column {self.column}: {self.sentence}"
