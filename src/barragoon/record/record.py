"""A record: everything that a game file says about one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from barragoon.action import Placement, Turn
from barragoon.errors import NotationError
from barragoon.game import Game, Variant
from barragoon.outcome import Outcome
from barragoon.position import Position
from barragoon.record.error import RecordError
from barragoon.record.tags import DEFAULTS, UNKNOWN_RESULT, PendingOffer, Tags, free_tags, start_of
from barragoon.record.tree import Line


class MainLater(Protocol):
    """A main line that has been read, but whose nodes nobody has asked for yet."""

    def __len__(self) -> int:
        """How many turns there are."""

    def turns(self) -> list[Turn]:
        """The turns alone."""

    def line(self) -> Line:
        """The line with its nodes."""


class Record:
    """A game as files keep it: tags, the start, a tree of turns, the end.

    ``tags`` has all tags in the order of writing. What only the writer of the file can know (Event, White, ... and any
    others) can be set there; the tags that follow from the game are made from the other fields. ``placements`` finish
    the turn that a start position with barragoons in hand is in the middle of. If ``start_known`` is false, no tag says
    where the game starts: ``start`` is the closed start and all turns are unread. ``stray`` keeps tag lines that could
    not be used, as they were. ``errors`` says what was wrong with the text, ``end_line`` and ``end_column`` where its
    result stands; none of these counts when records are compared.

    >>> record = Record.parse('[White "Ann"] 1. d2d5 d8d6 {Bold.} 2. d5d3 1-0')
    >>> record.tags["White"], record.tags["Brown"], str(record.outcome)
    ('Ann', '?', 'White wins: Brown resigned')
    >>> print(*record.mainline())
    d2d5 d8d6 d5d3
    """

    __slots__ = (
        "_free_tags",
        "_later",
        "_main",
        "end_column",
        "end_line",
        "errors",
        "offer",
        "outcome",
        "placements",
        "start",
        "start_known",
        "stray",
        "touch_move",
    )

    def __init__(  # noqa: PLR0913 - all that a record holds
        self,
        tags: Mapping[str, str] | None = None,
        start: Position | None = None,
        main: Line | None = None,
        placements: list[Placement] | None = None,
        *,
        touch_move: bool = False,
        outcome: Outcome | None = None,
        offer: PendingOffer | None = None,
        stray: list[str] | None = None,
    ) -> None:
        """Begin with what is given; the rest is as in a new game from the closed start."""
        self._free_tags = {**DEFAULTS, **free_tags(tags or {})}
        self.start = start or start_of(Variant.CLOSED)
        self.start_known = True
        self._main = Line() if main is None else main
        self._later: MainLater | None = None
        self.placements: list[Placement] = [] if placements is None else placements
        self.touch_move = touch_move
        self.outcome = outcome
        self.offer = offer
        self.stray: list[str] = [] if stray is None else stray
        self.errors: tuple[RecordError, ...] = ()
        self.end_line = 0
        self.end_column = 0

    @property
    def main(self) -> Line:
        """The main line, with its variations."""
        if self._later:
            self._main, self._later = self._later.line(), None
        return self._main

    @main.setter
    def main(self, main: Line) -> None:
        self._main, self._later = main, None

    def set_main_later(self, main: MainLater) -> None:
        """Set the main line as something that makes it when it is asked for."""
        self._later = main

    @property
    def turn_count(self) -> int:
        """How many turns the main line has, the last perhaps unfinished; no node is made to count them.

        >>> Record.parse("1. d2d5 d8d6 *").turn_count
        2
        """
        return len(self._later) if self._later else len(self._main.nodes)

    @property
    def has_comments(self) -> bool:
        """Whether there is a comment after a turn of the main line; no node is made to find out."""
        return not self._later and any(node.after for node in self._main.nodes)

    @property
    def tags(self) -> Tags:
        """All tags; those that follow from the game can only be read."""
        return Tags(self, self._free_tags)

    @tags.setter
    def tags(self, tags: Mapping[str, str]) -> None:
        self._free_tags = {**DEFAULTS, **free_tags(tags)}

    def set_free_tags(self, tags: dict[str, str]) -> None:
        """Set the tags that do not follow from the game, with names that are known to be right."""
        self._free_tags = {**DEFAULTS, **tags}

    @classmethod
    def from_game(cls, game: Game, tags: Mapping[str, str] | None = None) -> Record:
        """Write down a game, finished or not.

        >>> game = Game()
        >>> record = Record.from_game(game, {"White": "Ann"})
        >>> record.game() == game
        True
        """
        from barragoon.record.replay import record_game

        return record_game(game, tags or {})

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read the one game of a text; its first error, or a second game, is raised.

        :func:`read_records` reads any number of games and goes on after errors.
        """
        from barragoon.record.reader import read_records

        records = read_records([text])
        record = next(records, None)
        if record is None or next(records, None) is not None:
            raise NotationError(text, "is not one game: tags, turns and a result were expected")
        for error in record.errors:
            raise error
        return record

    def game(self) -> Game:
        """Play the main line through as a game.

        Reading checks each turn against the position only. Here the rules that need the whole game are
        checked as well: an :class:`IllegalActionError` is raised for turns after the end or against the duty to leave a
        repetition, a :class:`GameError` for an end that the turns do not bear out. If some of the main line could not
        be read, the game stops before it and has no declared end.
        """
        from barragoon.record.replay import replay

        return replay(self)

    def updated_with(self, game: Game, tags: Mapping[str, str] | None = None) -> Record:
        """Write a game that was begun from this record on top of it: a new record, in which nothing of this is lost.

        The game's turns are the main line. Where they leave this record's main line, its continuation becomes a
        variation; where they follow a variation, that one becomes the main line. Tags that are given count before
        those of this record; start, result and open offer are the game's. The tree shares its other variations with
        this record.

        >>> record = Record.parse("{Warm.} 1. d2d5! d8d6 (1... d8c7 {Shy.} 2. d5d3) 2. d5d3 1-0")
        >>> game = Game()
        >>> for turn in ("d2d5", "d8c7", "e2e4"):
        ...     game.push_turn(turn)
        >>> print(str(record.updated_with(game)).splitlines()[-1])
        {Warm.} 1. d2d5! d8c7 {Shy.} (1... d8d6 2. d5d3) 2. e2e4 (2. d5d3) *
        """
        from barragoon.record.update import updated

        return updated(self, game, tags or {})

    def check(self) -> RecordError | None:
        """What :meth:`game` would raise, with its line and column in the text; None if the game can be played through.

        >>> print(Record.parse("1. d2d5 d8d6 =declined *").check())
        line 1, column 9: 'd8d6 =declined' is against the rules: the last turns are not one sequence three times over
        """
        from barragoon.record.replay import check

        return check(self)

    def mainline(self) -> tuple[Turn, ...]:
        """The turns of the main line; the last may lack placements."""
        return tuple(self._later.turns() if self._later else (node.turn for node in self._main.nodes))

    def positions(self) -> Iterator[Position]:
        """The positions of the main line: the start, then the one that each turn leads to.

        After a start with barragoons in hand comes the one that its placements lead to. All are worked out from the
        start, whatever was done to the nodes; a turn that is not legal raises an :class:`IllegalActionError`.

        >>> [str(position.turn) for position in Record.parse("1. d2d5 d8d6 *").positions()]
        ['White', 'Brown', 'White']
        """
        position = self.start
        yield position
        for number, placement in enumerate(self.placements, 1):
            position = position.play(placement)
            if number == len(self.placements):
                yield position
        for node in self.main.nodes:
            position = node.position if node.is_at(position) else position.play_turn(node.turn)
            yield position

    def all_tags(self) -> dict[str, str]:
        """A dictionary of all tags as they are written, with those that follow from the game.

        >>> Record().all_tags()["Variant"]
        'Closed'
        """
        return self.tags.copy()

    def to_json(self) -> str:
        """The record as JSON, with its errors: all that the page shows of it (docs/notation.md).

        >>> record = Record.parse("1. d2d5 *")
        >>> Record.from_json(record.to_json()) == record
        True
        """
        from barragoon.record.json_form import record_to_json

        return record_to_json(self)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read what :meth:`to_json` wrote; errors are not read, because they speak of another text."""
        from barragoon.record.json_form import record_from_json

        return record_from_json(text)

    @property
    def result(self) -> str:
        """The result as files write it; ``*`` while it is open."""
        return self.outcome.result if self.outcome else UNKNOWN_RESULT

    def _repr_html_(self) -> str:
        """Show who played, the last position and the turns where notebooks show pages."""
        from html import escape

        from barragoon import svg
        from barragoon.record.writer import movetext

        *_, last = self.positions()
        turns = movetext(self)
        title = f"{self.tags['White']} – {self.tags['Brown']}, {self.result}"
        return f"<p>{escape(title)}</p>{svg.board(last)}<pre>{escape(turns)}</pre>"

    def __eq__(self, other: object) -> bool:
        """Compare all but the errors and where they stand."""
        return self._key() == other._key() if isinstance(other, Record) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # records change, so they can't be keys

    def _key(self) -> tuple[object, ...]:
        tags = [*self._free_tags.items()]
        start = (self.start, self.start.number, self.start_known, self.placements)
        return (tags, *start, self.touch_move, self.outcome, self.offer, self.stray, self.main)

    def __repr__(self) -> str:
        """Name the players, the result and the length."""
        white, brown = self.tags["White"], self.tags["Brown"]
        return f"<Record {white} - {brown} {self.result}, {self.turn_count} turns>"

    def __str__(self) -> str:
        """Write the record as a file holds it."""
        from barragoon.record.writer import write_record

        return write_record(self)
