"""The lines of a game file as text, whatever they come from."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from barragoon.record.fault import Fault, RecordError

Source: TypeAlias = str | os.PathLike[str] | Iterable[str] | Iterable[bytes]
"""A path, or lines of text or bytes: an open file, a list, a generator."""

_BYTE_ORDER_MARK = "\ufeff"
_SURROGATES = re.compile("[\ud800-\udfff]+")
_REPLACEMENT = "\ufffd"


class Lines:
    r"""Iterates over the lines without their ends, and notes the bytes that are not UTF-8.

    >>> lines = Lines([b"caf\xe9 \n", b"bar"])
    >>> list(lines)
    ['caf� ', 'bar']
    >>> print(lines.take_errors((9, 1))[0])
    line 1, column 4: '0xe9' is not UTF-8 and was replaced
    """

    def __init__(self, source: Source) -> None:
        """Remember the source; nothing is read yet."""
        self._source = source
        self._errors: deque[RecordError] = deque()
        self._number = 0

    def __iter__(self) -> Iterator[str]:
        """Read line by line, never ahead."""
        if isinstance(self._source, (str, os.PathLike)):
            from pathlib import Path  # late, because lines may come from elsewhere

            with Path(self._source).open("rb") as file:
                yield from self._lines(file)
        else:
            yield from self._lines(self._source)

    def take_errors(self, before: tuple[int, int]) -> list[RecordError]:
        """Hand over the errors that stand before a place, each only once."""
        taken = []
        while self._errors and self._errors[0].place < before:
            taken.append(self._errors.popleft())
        return taken

    def _lines(self, items: Iterable[str] | Iterable[bytes]) -> Iterator[str]:
        for item in items:
            # Undecodable bytes become lone surrogates, which valid UTF-8 never holds: so they can be found again.
            text = item if isinstance(item, str) else item.decode(errors="surrogateescape")
            for line in text.removesuffix("\n").split("\n"):
                self._number += 1
                yield self._clean(line.removesuffix("\r"))

    def _clean(self, line: str) -> str:
        if line.isascii():
            return line
        if self._number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        for found in _SURROGATES.finditer(line):
            self._note(found.start() + 1, "0x" + "".join(map(_hexadecimal, found[0])))
        return _SURROGATES.sub(lambda found: _REPLACEMENT * len(found[0]), line)

    def _note(self, column: int, text: str) -> None:
        self._errors.append(RecordError(Fault.BYTES, self._number, column, text, "is not UTF-8 and was replaced"))


def _hexadecimal(surrogate: str) -> str:
    """The byte that a surrogate stands for, or the surrogate itself if it was in the text already."""
    code = ord(surrogate)
    return f"{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"{code:04x}"
