"""The tags of games, read without their turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from barragoon.record.header import RESULTS
from barragoon.record.lexer import Kind, Token, names_a_tag
from barragoon.record.tags import DEFAULTS, UNKNOWN_RESULT

_DEEPER = {Kind.OPEN: 1, Kind.CLOSE: -1}


@dataclass(frozen=True, slots=True)
class Headers:
    """What stands at the head of a game: its tags as the file has them, and the line where it begins.

    Nothing is checked: what the tags say of the start, the result and the end may contradict the turns. ``tags`` has
    those that every record has; Result is the one that ends the game, where there is no such tag.
    """

    tags: dict[str, str]
    line: int

    @classmethod
    def of(cls, tags: Mapping[str, str], end: str, line: int) -> Headers:
        """The headers that some tags and the result at the end make; the result may be missing."""
        return cls({**DEFAULTS, "Result": end or UNKNOWN_RESULT, **tags}, line)

    @property
    def result(self) -> str:
        """The result as the tag says it, or as it ends the game."""
        return self.tags["Result"]


class HeaderScanner:
    """Takes the tokens of one game in turn and keeps its tags; it finds the end of a game where RecordBuilder does."""

    def __init__(self) -> None:
        self._tags: dict[str, Token] = {}
        self._first_line = 0
        self._last_line = 0
        self._depth = 0
        """How many parentheses are open: a result inside them does not end the game."""
        self._end = ""
        self.playing = False
        """Whether something else than a tag or a comment has come."""

    @property
    def ended(self) -> bool:
        """Whether the result that ends the game has come."""
        return bool(self._end)

    def ends_before(self, token: Token) -> bool:
        """Whether a token belongs to the next game already."""
        if token.kind is Kind.TAG:
            return self.playing or (token.name in self._tags and token.line > self._last_line + 1)
        return self.playing and names_a_tag(token)

    def take(self, token: Token) -> None:
        """Take the next token."""
        self._first_line = self._first_line or token.line
        if token.kind is Kind.TAG:
            self._last_line = token.line
            self._tags.setdefault(token.name, token)
        elif token.kind is Kind.BAD_TAG and not self.playing:
            self._last_line = token.line
        elif token.kind is not Kind.COMMENT:
            self._play(token)

    def finish(self, _line: int, _column: int) -> Headers:
        """Give the headers."""
        tags = {name: token.value for name, token in self._tags.items()}
        return Headers.of(tags, self._end, self._first_line)

    def _play(self, token: Token) -> None:
        self.playing = True
        if not self._depth and token.text in RESULTS:
            self._end = token.text
        self._depth = max(0, self._depth + _DEEPER.get(token.kind, 0))
