"""A record: everything that a game file says about one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from barragoon.action import Placement, Turn
from barragoon.errors import NotationError
from barragoon.game import Game, Variant
from barragoon.outcome import Outcome
from barragoon.position import Position
from barragoon.record.fault import RecordError
from barragoon.record.tags import DEFAULTS, UNKNOWN_RESULT, PendingOffer, all_tags, opening
from barragoon.record.tree import Line


def _closed_start() -> Position:
    return opening(Variant.CLOSED)


@dataclass(slots=True, eq=False, repr=False)
class Record:
    """A game as files keep it: tags, the start, a tree of turns, the end.

    ``tags`` holds what only the writer of the file can know (Event, White, ... and any others, in order); the tags
    that follow from the game are made from the other fields. ``placements`` finish the turn that a start position
    with barragoons in hand is in the middle of. ``stray`` keeps tag lines that could not be used, as they were.
    ``errors`` tells what was wrong with the text, ``end_place`` the line and the column of its result; neither counts
    when records are compared.

    >>> record = Record.parse('[White "Ann"] 1. d2d5 d8d6 {Bold.} 2. d5d3 1-0')
    >>> record.tags["White"], record.tags["Brown"], str(record.outcome)
    ('Ann', '?', 'White wins: Brown resigned')
    >>> print(*record.mainline())
    d2d5 d8d6 d5d3
    """

    tags: dict[str, str] = field(default_factory=dict)
    start: Position = field(default_factory=_closed_start)
    main: Line = field(default_factory=Line)
    placements: list[Placement] = field(default_factory=list)
    touch_move: bool = False
    outcome: Outcome | None = None
    offer: PendingOffer | None = None
    stray: list[str] = field(default_factory=list)
    errors: tuple[RecordError, ...] = ()
    end_place: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        """Fill in the tags that every record has."""
        self.tags = {**DEFAULTS, **self.tags}

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
        checked as well: an :class:`IllegalActionError` tells of turns after the end or against the duty to leave a
        repetition, a :class:`GameError` of an end that the turns do not bear out. If some of the main line could not
        be read, the game stops before it and has no declared end.
        """
        from barragoon.record.replay import replay

        return replay(self)

    def check(self) -> RecordError | None:
        """Tell what :meth:`game` would raise, with its place in the text; None if the game can be played through.

        >>> print(Record.parse("1. d2d5 d8d6 =declined *").check())
        line 1, column 9: 'd8d6 =declined' is against the rules: the last turns are not one sequence three times over
        """
        from barragoon.record.replay import check

        return check(self)

    def mainline(self) -> tuple[Turn, ...]:
        """The turns of the main line; the last may lack placements."""
        return tuple(node.turn for node in self.main.nodes)

    def all_tags(self) -> dict[str, str]:
        """All tags as they are written, with those that follow from the game.

        >>> Record().all_tags()["Variant"]
        'Closed'
        """
        return all_tags(self)

    @property
    def result(self) -> str:
        """The result as files write it; ``*`` while it is open."""
        return self.outcome.result if self.outcome else UNKNOWN_RESULT

    def __eq__(self, other: object) -> bool:
        """Compare all but the errors and the place."""
        return self._key() == other._key() if isinstance(other, Record) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # records change, so they can't be keys

    def _key(self) -> tuple[object, ...]:
        tags = [*{**DEFAULTS, **self.tags}.items()]
        ends = (self.touch_move, self.outcome, self.offer, self.stray)
        return (tags, self.start, self.start.number, self.placements, *ends, self.main)

    def __repr__(self) -> str:
        """Name the players, the result and the length."""
        white, brown = self.tags["White"], self.tags["Brown"]
        return f"<Record {white} - {brown} {self.result}, {len(self.main.nodes)} turns>"

    def __str__(self) -> str:
        """Write the record as a file holds it."""
        from barragoon.record.writer import write_record

        return write_record(self)
