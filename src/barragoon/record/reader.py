"""Reading game files: one record at a time, going on after errors."""

from __future__ import annotations

from collections.abc import Iterator

from barragoon.record.builder import RecordBuilder
from barragoon.record.error import by_position
from barragoon.record.lexer import Lexer
from barragoon.record.record import Record
from barragoon.record.source import Lines, Source


def read_records(source: Source) -> Iterator[Record]:
    """Read the games of a path, an open file or any lines of text or bytes, each as soon as its end is seen.

    The ``errors`` of each record say what is wrong with it; only what the source itself raises gets through.

    >>> for record in read_records(["1. d2d5 1-0", "1. d2d4 d8d9 2. d4d5 *"]):
    ...     print(record.result, *record.mainline())
    1-0 d2d5
    * d2d4
    >>> record.main.unread
    'd8d9 2. d4d5'
    >>> print(*record.errors)
    line 2, column 9: 'd8d9' is not legal: a 3-tile moves 3 squares or 2, and d9 is 1 away
    """
    lines = Lines(source)
    lexer = Lexer(lines)
    builder: RecordBuilder | None = None
    for token in lexer:
        if builder and builder.ends_before(token):
            yield _finished(builder, lines, token.line, token.column)
            builder = None
        builder = builder or RecordBuilder()
        builder.take(token)
        if builder.ended:
            yield _finished(builder, lines, token.line, token.column + len(token.text))
            builder = None
    if builder:
        yield _finished(builder, lines, *lexer.end, rest=True)


def _finished(builder: RecordBuilder, lines: Lines, line: int, column: int, *, rest: bool = False) -> Record:
    record = builder.finish(line, column)
    if errors := lines.take_errors(None if rest else column):
        record.errors = tuple(sorted([*record.errors, *errors], key=by_position))
    return record
