"""Cutting a game file into tokens, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from barragoon.record.escape import unescape


class Kind(Enum):
    """What a token is."""

    TAG = auto()
    BAD_TAG = auto()
    COMMENT = auto()
    UNREAD = auto()
    UNCLOSED = auto()
    OPEN = auto()
    CLOSE = auto()
    NUMBER = auto()
    NAG = auto()
    WORD = auto()


class Token(NamedTuple):
    """A piece of a file: ``text`` as it stands there, ``value`` what it says, ``name`` of a tag."""

    kind: Kind
    text: str
    line: int
    column: int
    value: str = ""
    name: str = ""
    value_column: int = 0


_NAMED = re.compile(r"\[\s*+[A-Za-z0-9_]")
# Every repetition below is possessive: no input makes the matching go back over what it has read.
_ENDS_WORD = r"\s{}();$!?"
_SPACE = re.compile(r"\s*+")
TAG = re.compile(r'\[\s*+([A-Za-z0-9_]++)\s*+"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*+\]')
_TAG_START = re.compile(r'\[\s*+[A-Za-z0-9_]++\s*+"')
_NUMBER = re.compile(rf"[0-9]*+\.++|[0-9]++(?![^{_ENDS_WORD}])")
_MARK = re.compile(r"[!?]++")
_NAG = re.compile(rf"\$[^{_ENDS_WORD}]*+")
_WORD = re.compile(rf"[^{_ENDS_WORD}]++")
_REST = re.compile(r".*+", re.DOTALL)
_ONE = re.compile(r".", re.DOTALL)

_INSIDE = {closer: re.compile(rf"[^{closer}\\]*+(?:\\.[^{closer}\\]*+)*+", re.DOTALL) for closer in "}>"}
_DELIMITED = {"{": (Kind.COMMENT, "}"), "<": (Kind.UNREAD, ">")}
_PLAIN = {
    "(": (Kind.OPEN, _ONE),
    ")": (Kind.CLOSE, _ONE),
    "}": (Kind.WORD, _ONE),
    "$": (Kind.NAG, _NAG),
    "!": (Kind.NAG, _MARK),
    "?": (Kind.NAG, _MARK),
}


def tag_token(found: re.Match[str], line: int) -> Token:
    """The token of a tag that was found in a line."""
    column, value_column = found.start() + 1, found.start(2) + 1
    return Token(Kind.TAG, found[0], line, column, unescape(found[2]), found[1], value_column)


def names_a_tag(token: Token) -> bool:
    """Whether a token was meant as a tag, though it can't be read as one."""
    return token.kind is Kind.BAD_TAG and _NAMED.match(token.text) is not None


class Lexer:
    r"""Iterates over the tokens of lines of text; it reads a line only when the one before is used up.

    >>> [token.text for token in Lexer(["1. d2d5!? {why", "not} (1.d2d4)"])]
    ['1.', 'd2d5', '!?', '{why\nnot}', '(', '1.', 'd2d4', ')']
    """

    def __init__(self, lines: Iterable[str], lines_before: int = 0) -> None:
        """Remember the lines, and how many others came before them; nothing is read yet."""
        self._lines = iter(lines)
        self._text = ""
        self._at = 0
        self._heading = False
        self.line = lines_before
        self.end = (1, 1)
        """The line and the column just after the last token."""

    def __iter__(self) -> Iterator[Token]:
        """Yield each token."""
        while self._next_line():
            if self._text.startswith("%"):
                continue
            while self._skip_space():
                yield self._token()

    @property
    def at_line_end(self) -> bool:
        """Whether the line has no more tokens."""
        return not self._skip_space()

    def _next_line(self) -> bool:
        text = next(self._lines, None)
        self.line += 1
        self._text = text or ""
        self._at = 0
        self._heading = True  # tags stand at the start of a line or after other tags
        return text is not None

    def _skip_space(self) -> bool:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at
        return self._at < len(self._text)

    def _token(self) -> Token:
        first = self._text[self._at]
        if first == "[" and self._heading:
            return self._tag()
        self._heading = False
        if first in _DELIMITED:
            return self._delimited(*_DELIMITED[first])
        if first == ";":
            comment = self._cut(Kind.COMMENT, _REST)
            return comment._replace(value=comment.text[1:].strip())
        if first in _PLAIN:
            return self._cut(*_PLAIN[first])
        if _NUMBER.match(self._text, self._at):
            return self._cut(Kind.NUMBER, _NUMBER)
        return self._cut(Kind.WORD, _WORD)

    def _cut(self, kind: Kind, pattern: re.Pattern[str]) -> Token:
        found = pattern.match(self._text, self._at)
        assert found, "the first character has been looked at"
        token = Token(kind, found[0], self.line, self._at + 1)
        self._move_to(found.end())
        return token

    def _tag(self) -> Token:
        found = TAG.match(self._text, self._at)
        if not found:
            return self._cut(Kind.BAD_TAG, _REST)
        self._move_to(found.end())
        return tag_token(found, self.line)

    def _delimited(self, kind: Kind, closer: str) -> Token:
        """Read up to a closing delimiter; the end of a line counts as a space.

        A line that begins with a tag shows that the delimiter was forgotten: there the next game begins.
        """
        line, column = self.line, self._at + 1
        pieces: list[str] = []
        while not self._piece(closer, pieces):
            if not self._next_line() or _TAG_START.match(self._text):
                return Token(Kind.UNCLOSED, "\n".join(pieces), line, column, closer)
        text, value = "\n".join(pieces), " ".join(pieces)[1:-1]
        return Token(kind, text, line, column, unescape(value))

    def _piece(self, closer: str, pieces: list[str]) -> bool:
        """Take one line's share of a delimited text, and say whether it is closed there."""
        start = self._at
        inside = _INSIDE[closer].match(self._text, start)
        end = inside.end() if inside else start
        closed = self._text[end : end + 1] == closer
        self._move_to(end + 1 if closed else len(self._text))
        pieces.append(self._text[start : self._at])
        return closed

    def _move_to(self, end: int) -> None:
        self._at = end
        self.end = (self.line, end + 1)
