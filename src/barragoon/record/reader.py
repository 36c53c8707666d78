"""Reading game files: one game at a time, going on after errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from barragoon.record import native_replay
from barragoon.record.builder import RecordBuilder
from barragoon.record.error import by_position
from barragoon.record.headers import Headers, HeaderScanner
from barragoon.record.lexer import Lexer, Token
from barragoon.record.plain import SKIPPED, PlainReader, take_plain_headers
from barragoon.record.record import Record
from barragoon.record.source import LineFeed, Lines, Source

Made = TypeVar("Made")
Made_co = TypeVar("Made_co", covariant=True)


def read_records(source: Source, *, where: Callable[[Headers], bool] | None = None) -> Iterator[Record]:
    """Read the games of a path, an open file or any lines of text or bytes, each as soon as its end is seen.

    The ``errors`` of each record say what is wrong with it; only what the source itself raises gets through. ``where``
    is asked about the headers of each game: one that it does not want is skipped without looking at its turns.

    >>> for record in read_records(["1. d2d5 1-0", "1. d2d4 d8d9 2. d4d5 *"]):
    ...     print(record.result, *record.mainline())
    1-0 d2d5
    * d2d4
    >>> record.main.unread
    'd8d9 2. d4d5'
    >>> print(*record.errors)
    line 2, column 9: 'd8d9' is not legal: a 3-tile moves 3 squares or 2, and d9 is 1 away
    >>> lines = ['[White "Ann"] 1. d2d5 *', '[White "Ben"] 1. d2d4 *']
    >>> print(*read_records(lines, where=lambda headers: headers.tags["White"] == "Ben"))  # doctest: +ELLIPSIS
    [Event "?"]
    ...
    1. d2d4 *
    <BLANKLINE>
    """
    native = native_replay.compiled()
    take_plain = PlainReader(native, where).take if native else None
    for record in _Reader(source, take_plain, lambda: _ChoosingBuilder(where) if where else RecordBuilder()):
        if record is not SKIPPED:
            yield record


def read_headers(source: Source) -> Iterator[Headers]:
    """Read the tags of the games and skip their turns, which are not checked.

    >>> for headers in read_headers(['[White "Ann"]', "1. d2d5 1-0", "1. oops *"]):
    ...     print(headers.line, headers.tags["White"], headers.result)
    1 Ann 1-0
    3 ? *
    """
    yield from _Reader(source, take_plain_headers, HeaderScanner)


class _Builder(Protocol[Made_co]):
    """What makes something of the tokens of one game."""

    @property
    def ended(self) -> bool: ...

    def ends_before(self, token: Token) -> bool: ...

    def take(self, token: Token) -> None: ...

    def finish(self, line: int, column: int) -> Made_co: ...


class _ChoosingBuilder:
    """Takes the tokens of one game, and builds it only if somebody wants it by its headers."""

    def __init__(self, where: Callable[[Headers], bool]) -> None:
        self._where = where
        self._scanner = HeaderScanner()
        self._head: list[Token] = []
        self._builder: RecordBuilder | None = None

    @property
    def ended(self) -> bool:
        return self._scanner.ended

    def ends_before(self, token: Token) -> bool:
        return self._scanner.ends_before(token)

    def take(self, token: Token) -> None:
        playing = self._scanner.playing
        self._scanner.take(token)
        if not self._scanner.playing:
            self._head.append(token)
            return
        if not playing:
            self._choose()
        if self._builder:
            self._builder.take(token)

    def finish(self, line: int, column: int) -> Record:
        if not self._scanner.playing:
            self._choose()
        return self._builder.finish(line, column) if self._builder else SKIPPED

    def _choose(self) -> None:
        if self._where(self._scanner.finish(0, 0)):
            self._builder = RecordBuilder()
            for token in self._head:
                self._builder.take(token)


class _Reader(Generic[Made]):
    """Goes through a source game by game: as a plain one if it is, otherwise token by token."""

    def __init__(
        self,
        source: Source,
        take_plain: Callable[[LineFeed], Made | None] | None,
        builder: Callable[[], _Builder[Made]],
    ) -> None:
        """Remember the source; without ``take_plain`` all games are read token by token."""
        self._lines = Lines(source)
        self._feed = LineFeed(self._lines)
        self._take_plain = take_plain
        self._builder = builder
        self._exhausted = False

    def __iter__(self) -> Iterator[Made]:
        """Yield what is made of each game."""
        while not self._exhausted:
            made = self._take_plain(self._feed) if self._take_plain else None
            if made is None:
                yield from self._careful_games()
            else:
                yield made

    def _careful_games(self) -> Iterator[Made]:
        """Read token by token up to where a result ends a line: there the next game may be a plain one."""
        lexer = Lexer(self._feed, self._feed.number)
        builder: _Builder[Made] | None = None
        for token in lexer:
            if builder and builder.ends_before(token):
                yield self._finished(builder, token.line, token.column)
                builder = None
            builder = builder or self._builder()
            builder.take(token)
            if builder.ended:
                yield self._finished(builder, token.line, token.column + len(token.text))
                builder = None
                if self._take_plain and lexer.at_line_end:
                    return
        self._exhausted = True
        if builder:
            yield self._finished(builder, *lexer.end, rest=True)

    def _finished(self, builder: _Builder[Made], line: int, column: int, *, rest: bool = False) -> Made:
        made = builder.finish(line, column)
        errors = self._lines.take_errors(None if rest else column)
        if errors and isinstance(made, Record):
            made.errors = tuple(sorted([*made.errors, *errors], key=by_position))
        return made
