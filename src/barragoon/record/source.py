"""The lines of a game file as text, whatever they come from."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from barragoon.record.error import Code, ErrorLog, RecordError

Source: TypeAlias = str | os.PathLike[str] | Iterable[str] | Iterable[bytes]
"""A path, or lines of text or bytes: an open file, a list, a generator."""

_BYTE_ORDER_MARK = "\ufeff"
_SURROGATES = re.compile("[\ud800-\udfff]+")
_REPLACED = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_SHOWN = 32
"""How many bytes in a row an error shows."""


class Lines:
    r"""Iterates over the lines without their ends, and notes the bytes that are not UTF-8.

    >>> lines = Lines([b"caf\xe9 \n", b"bar"])
    >>> list(lines)
    ['caf� ', 'bar']
    >>> print(lines.take_errors()[0])
    line 1, column 4: '0xe9' is not UTF-8 and was replaced
    """

    def __init__(self, source: Source) -> None:
        """Remember the source; nothing is read yet."""
        self._source = source
        self._errors = ErrorLog()
        self._number = 0
        self._current = ""
        """The line as it came, if it holds bytes that are not UTF-8."""
        self._checked = 0
        """Up to where those have been noted."""

    def __iter__(self) -> Iterator[str]:
        """Read line by line, never ahead."""
        if isinstance(self._source, (str, os.PathLike)):
            from pathlib import Path  # late, because lines may come from elsewhere

            with Path(self._source).open("rb") as file:
                yield from self._lines(file)
        else:
            yield from self._lines(self._source)

    def take_errors(self, before: int | None = None) -> list[RecordError]:
        """Hand over the errors that stand before a column of the current line, each only once."""
        if self._current:
            self._check(len(self._current) if before is None else before - 1, self._number)
        errors, self._errors = self._errors.errors(), ErrorLog()
        return errors

    def _lines(self, items: Iterable[str] | Iterable[bytes]) -> Iterator[str]:
        for item in items:
            # Undecodable bytes become lone surrogates, which valid UTF-8 never holds: so they can be found again.
            text = item if isinstance(item, str) else item.decode(errors="surrogateescape")
            for line in text.removesuffix("\n").split("\n"):
                self._number += 1
                if self._current:
                    self._check(len(self._current), self._number - 1)
                    self._current, self._checked = "", 0
                yield self._clean(line.rstrip("\r"))

    def _clean(self, line: str) -> str:
        if line.isascii():
            return line
        if self._number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        if not _SURROGATES.search(line):
            return line
        self._current = line
        return line.translate(_REPLACED)

    def _check(self, end: int, number: int) -> None:
        """Note what was replaced in the line that is kept, up to a column: what follows may belong to another game."""
        for found in _SURROGATES.finditer(self._current, self._checked, end):
            text = "0x" + "".join(map(_hexadecimal, found[0][:_SHOWN])) + "…" * (len(found[0]) > _SHOWN)
            self._errors.add(Code.NOT_UTF8, number, found.start() + 1, text)
        self._checked = end


class LineFeed:
    """Lines of which the last ones can be given back, with the number of the last one taken.

    >>> feed = LineFeed(["a", "b", "c"])
    >>> next(iter(feed)), next(iter(feed))
    ('a', 'b')
    >>> feed.give_back(["b"])
    >>> next(iter(feed)), feed.number
    ('b', 2)
    """

    def __init__(self, lines: Iterable[str]) -> None:
        """Remember the lines; nothing is read yet."""
        self._lines = iter(lines)
        self._returned: deque[str] = deque()
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        """Take lines, from where the last iteration stopped."""
        while self._returned:
            self.number += 1
            yield self._returned.popleft()
        for line in self._lines:
            self.number += 1
            yield line

    def give_back(self, lines: Sequence[str]) -> None:
        """Give the last lines back, to be taken again."""
        self._returned.extendleft(reversed(lines))
        self.number -= len(lines)


def _hexadecimal(surrogate: str) -> str:
    """The byte that a surrogate stands for, or the surrogate itself if it was in the text already."""
    code = ord(surrogate)
    return f"{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"{code:04x}"
