"""What is wrong with a game file, and where."""

from __future__ import annotations

from enum import Enum

from barragoon.errors import NotationError

_SHOWN = 60
LIMIT = 100
"""How many errors of one kind a game keeps."""


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
    RULES = "against the rules"


class RecordError(NotationError):
    """An error at a place in a game file; a record collects its own instead of raising them.

    Lines and columns count characters from 1; both are 0 for a record that was not read from a text.

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
        """Give the place, if there is one, and the sentence."""
        if not self.line:
            return self.sentence
        return f"line {self.line}, column {self.column}: {self.sentence}"


class ErrorLog:
    """Collects the errors of a game: of each kind the first ones, and how many more there are.

    >>> log = ErrorLog()
    >>> for line in range(1, 151):
    ...     log.add(Fault.TEXT, line, 1, "x", "is not a turn")
    >>> print(len(log.errors()), log.errors()[-1])
    100 line 100, column 1: and 51 more errors like these
    """

    def __init__(self) -> None:
        """Begin with no errors."""
        self._kept: dict[Fault, list[RecordError]] = {}
        self._left_out: dict[Fault, int] = {}

    def __contains__(self, fault: Fault) -> bool:
        """Whether there is an error of that kind."""
        return fault in self._kept

    def add(self, fault: Fault, line: int, column: int, text: str, problem: str) -> None:
        """Note an error, or only count it if there are many like it."""
        kept = self._kept.setdefault(fault, [])
        if len(kept) < LIMIT:
            kept.append(RecordError(fault, line, column, text, problem))
        else:
            self._left_out[fault] = self._left_out.get(fault, 0) + 1

    def errors(self) -> list[RecordError]:
        """The errors by kind; where some were left out, the last of the kind tells how many."""
        return [error for fault in self._kept for error in self._of(fault)]

    def _of(self, fault: Fault) -> list[RecordError]:
        kept, left_out = self._kept[fault], self._left_out.get(fault, 0)
        if not left_out:
            return kept
        problem = f"and {left_out + 1} more errors like these"
        return [*kept[:-1], RecordError(fault, kept[-1].line, kept[-1].column or 0, "", problem)]
