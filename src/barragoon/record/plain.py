"""Plain games, which most files consist of: tags, numbered turns, a result, and nothing that needs the lexer.

Their text is cut at spaces and their turns are played through by the compiled replay, all at once. The nodes of the
tree are made when somebody asks for them. Whatever is not plain, or not right, is left to the builder, which reads it
token by token: a plain game is read as the builder would read it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from barragoon.action import Turn
from barragoon.colour import Colour
from barragoon.position import Position
from barragoon.record.cursor import outcome_of, turn_of
from barragoon.record.escape import unescape
from barragoon.record.header import RESULTS, Header
from barragoon.record.headers import Headers
from barragoon.record.lexer import TAG, Kind, Token, tag_token
from barragoon.record.record import Record
from barragoon.record.source import LineFeed
from barragoon.record.track import Track
from barragoon.record.tree import Line
from barragoon.record.variation import line_on
from barragoon.setup import HIGHEST_NUMBER

if TYPE_CHECKING:
    from types import ModuleType

_MOST_LINES = 10_000
"""A game with more lines is left to the builder, so that a file of empty lines is not kept in memory."""

# Two patterns, because each is found many times as fast as both together. The second has what the lexer would cut: a
# word after the dots of a number, and unread text.
_SPECIAL = re.compile(r"""[][{}()$!?;%"\\=]""")
_CUT = re.compile(r"\.[^\s.]|\s<")
_RESULTS = frozenset(RESULTS)
_RESULT_INSIDE = re.compile(r"(?<!\S)(?:1-0|0-1|1/2-1/2|\*)\s+\S")
_WORD = re.compile(r"\S++")
_REPLACED = "\ufffd"


@dataclass(slots=True)
class PlainText:
    """The text of a plain game: its tags, the lines of its turns with the number of the first, and its result.

    ``taken`` are all its lines, to be given back if something turns out to be wrong with them.
    """

    taken: list[str]
    header: Header
    lines: list[str]
    first_line: int
    words: list[str]
    end: Token

    def headers(self) -> Headers:
        """The tags as the file has them."""
        tags = self.header.tags()
        named = {token.name: token.value for token in tags}
        return Headers.of(named, self.end.text, tags[0].line if tags else self.first_line)


def _is_plain(line: str) -> bool:
    return line.isascii() and not line.startswith("<") and not _SPECIAL.search(line) and not _CUT.search(line)


def take_plain_text(feed: LineFeed) -> PlainText | None:
    """Take the lines of the next game; None if it is not plain, and then the feed is where it was."""
    header, first_line = Header(), 0
    taken: list[str] = []
    lines: list[str] = []
    words: list[str] = []
    for line in feed:
        taken.append(line)
        if line.startswith("[") and not words:
            found = TAG.fullmatch(line)
            if found is None or found[1] in header or _REPLACED in line:
                break
            header.add(tag_token(found, feed.number))
        elif not _is_plain(line):
            break
        elif not (split := line.split()):
            lines += [line] * bool(words)
        elif _RESULTS.isdisjoint(split[:-1]):
            first_line = first_line or feed.number
            lines.append(line)
            words += split
            if split[-1] in _RESULTS:
                return PlainText(taken, header, lines, first_line, words, _end(line, feed.number))
        else:
            break
        if len(taken) == _MOST_LINES:
            break
    feed.give_back(taken)
    return None


def _end(line: str, number: int) -> Token:
    """The result, which is the last word of its line."""
    text = line.rstrip()
    result = text.split()[-1]
    return Token(Kind.WORD, result, number, len(text) - len(result) + 1, result)


def take_plain_headers(feed: LineFeed) -> Headers | None:
    """Take the next game and keep its tags; None if it is not plain, and then the feed is where it was."""
    tags: dict[str, str] = {}
    taken: list[str] = []
    first_line = 0
    playing = False
    for line in feed:
        taken.append(line)
        if line.startswith("[") and not playing:
            found = TAG.fullmatch(line)
            if found is None or found[1] in tags or _REPLACED in line:
                break
            tags[found[1]] = unescape(found[2])
        elif not _is_plain(line) or (("-" in line or "*" in line) and _RESULT_INSIDE.search(line)):
            break
        elif last := line.rsplit(None, 1):
            playing = True
            if last[-1] in _RESULTS:
                return Headers.of(tags, last[-1], first_line or feed.number)
        if len(taken) == _MOST_LINES:
            break
        first_line = first_line or (feed.number if tags or playing else 0)
    feed.give_back(taken)
    return None


SKIPPED = Record()
"""Stands for a game that nobody wants."""


class PlainReader:
    """Reads plain games with the compiled replay."""

    def __init__(self, native: ModuleType, where: Callable[[Headers], bool] | None = None) -> None:
        """Remember the module, and who says which games are wanted."""
        self._replay = native.replay
        self._where = where

    def take(self, feed: LineFeed) -> Record | None:
        """Take the next game; None if it is not plain or not right, and then the feed is where it was."""
        text = take_plain_text(feed)
        record = self._record(text) if text else None
        if text and record is None:
            feed.give_back(text.taken)
        return record

    def _record(self, text: PlainText) -> Record | None:
        """The record of a plain text; None if something is wrong with it."""
        header = text.header
        if self._where and not self._where(text.headers()):
            return SKIPPED
        start = header.start()
        turns = _turns(text.words, start) if start and not start.hands else None
        if start is None or turns is None:
            return None
        replayed = self._replay(_fen(start), turns)
        if replayed.problem:
            return None
        record = Record(start=start)
        record.touch_move, record.offer = header.touch_move(), header.offer()
        record.outcome = header.outcome(text.end, lambda: outcome_of(replayed.decided))
        if header.errors:
            return None
        record.set_free_tags(header.free_tags())
        record.end_line, record.end_column = text.end.line, text.end.column
        record.set_main_later(PlainMain(start, turns, text.lines, text.first_line))
        return record


@lru_cache(maxsize=64)  # most games begin alike
def _fen(start: Position) -> str:
    return start.to_fen()


def _turns(words: list[str], start: Position) -> list[str] | None:
    """The turns among numbers and turns; None if the numbers are not as they are written."""
    number, first, turns = start.number, [], words[:-1]
    if start.turn is Colour.BROWN and turns:
        if turns[0] != f"{number}...":
            return None
        first, turns, number = turns[1:2], turns[2:], number + 1
    numbers = turns[::3]
    if number + len(numbers) > HIGHEST_NUMBER or numbers != [f"{due}." for due in range(number, number + len(numbers))]:
        return None
    del turns[::3]
    return first + turns


class PlainMain:
    """The main line of a plain game as text."""

    __slots__ = ("_first_line", "_lines", "_start", "_texts")

    def __init__(self, start: Position, texts: list[str], lines: list[str], first_line: int) -> None:
        """Remember the text."""
        self._start = start
        self._texts = texts
        self._lines = lines
        self._first_line = first_line

    def __len__(self) -> int:
        """How many turns there are."""
        return len(self._texts)

    def turns(self) -> list[Turn]:
        """The turns alone; one that captures is written so."""
        return [turn_of(text, captured="x" in text[:3] or "@" in text) for text in self._texts]

    def line(self) -> Line:
        """The line with its nodes."""
        main = line_on(Track(self._start, self.turns()))
        for node, place in zip(main.nodes, self._places(), strict=True):
            node.line, node.column = place
        return main

    def _places(self) -> list[tuple[int, int]]:
        """The line and the column of each turn; numbers end with a dot, and the last word is the result."""
        places = [
            (number, word.start() + 1)
            for number, line in enumerate(self._lines, self._first_line)
            for word in _WORD.finditer(line)
            if word[0][-1] != "."
        ]
        return places[:-1]
