"""The tags at the head of a record: which there are, and those that follow from the game."""

from __future__ import annotations

import re
from collections.abc import ItemsView, Iterable, Iterator, Mapping, MutableMapping
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

from barragoon.errors import NotationError
from barragoon.game import Variant
from barragoon.position import Position
from barragoon.setup import Setup

if TYPE_CHECKING:
    from barragoon.record.record import Record

DEFAULTS = {"Event": "?", "Site": "?", "Date": "????.??.??", "White": "?", "Brown": "?"}
"""The tags that every record has, with what they hold when nobody says otherwise."""

CUSTOM = "Custom"
"""The variant of a game that starts from another board."""

DERIVED = ("Result", "Variant", "Express", "TouchMove", "FEN", "Termination", "DrawOffer")
"""The tags that repeat what the record knows from its start, its turns and its end."""

UNKNOWN_RESULT = "*"
TOUCH_MOVE = {"Yes": True, "No": False}

_NAME = re.compile(r"[A-Za-z0-9_]+")
_FEN_LINE = re.compile(r'\[\s*+FEN\s*+"')


class PendingOffer(Enum):
    """A draw offer that was still unanswered where the record ends."""

    WHITE = "White"
    BROWN = "Brown"
    REPETITION = "Repetition"


class Tags(MutableMapping[str, str]):
    """The tags of a record, in the order of writing; those that follow from the game can only be read.

    >>> from barragoon.record import Record
    >>> tags = Record.parse('[White "Ann"] 1. d2d5 1-0').tags
    >>> tags["White"], tags["Result"], tags["Termination"], tags.get("FEN")
    ('Ann', '1-0', 'resignation', None)
    >>> tags["Result"] = "0-1"
    Traceback (most recent call last):
    barragoon.errors.NotationError: 'Result' follows from the game and can't be set as a tag
    """

    __slots__ = ("_free", "_record")

    def __init__(self, record: Record, free: dict[str, str]) -> None:
        """Show a record's tags; ``free`` holds those that can be set."""
        self._record = record
        self._free = free

    @property
    def free(self) -> dict[str, str]:
        """A copy of those that do not follow from the game.

        >>> from barragoon.record import Record
        >>> Record({"Round": "3"}).tags.free
        {'Event': '?', 'Site': '?', 'Date': '????.??.??', 'White': '?', 'Brown': '?', 'Round': '3'}
        """
        return {**DEFAULTS, **self._free}

    def __getitem__(self, name: str) -> str:
        """The value of a tag."""
        if name in DERIVED:
            return _derived(self._record)[name]
        value = self._free.get(name)
        return DEFAULTS[name] if value is None else value

    def __setitem__(self, name: str, value: str) -> None:
        """Set a tag; one that follows from the game raises a :class:`NotationError`."""
        check_names((name,))
        _check_value(name, value)
        self._free[name] = value

    def __delitem__(self, name: str) -> None:
        """Take a tag away; one that every record has goes back to its default."""
        check_names((name,))
        if name in DEFAULTS:
            self._free[name] = DEFAULTS[name]
        else:
            del self._free[name]

    def popitem(self) -> tuple[str, str]:
        """Take away the last tag that can be; a KeyError if only those are left that every record has."""
        name = next((name for name in reversed(self._free) if name not in DEFAULTS), None)
        if name is None:
            raise KeyError("only the tags that every record has are left")
        return name, self._free.pop(name)

    def clear(self) -> None:
        """Take away all tags that can be."""
        self._free.clear()
        self._free.update(DEFAULTS)

    def copy(self) -> dict[str, str]:
        """A dictionary of all of them."""
        return {**DEFAULTS, **_derived(self._record), **self._free}

    def items(self) -> ItemsView[str, str]:
        """The names with their values, worked out once."""
        return self.copy().items()

    def __iter__(self) -> Iterator[str]:
        """The names in the order of writing."""
        return iter(self.copy())

    def __len__(self) -> int:
        """How many there are."""
        return len(self.copy())

    def __repr__(self) -> str:
        """Show them as a dictionary."""
        return repr(self.copy())


def free_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags of a record, or of anybody, that can be set; other names raise a :class:`NotationError`."""
    if isinstance(tags, Tags):
        return tags.free
    check_names(tags)
    for name, value in tags.items():
        _check_value(name, value)
    return dict(tags)


def variant_of(start: Position) -> str:
    """The variant as the tag writes it.

    >>> variant_of(Position.start(open=True))
    'Open'
    """
    variants = (variant for variant in Variant if start_of(variant).board == start.board)
    return next((variant.value for variant in variants), CUSTOM)


@cache
def start_of(variant: Variant, stages: tuple[int, int] = (0, 0)) -> Position:
    """The position in which a variant begins."""
    setup = Setup.start(open=variant is Variant.OPEN)
    setup.stages = stages
    return setup.position()


def _needs_fen(record: Record) -> bool:
    """Whether variant and stages do not tell the start, or a stray line would be read as the FEN instead."""
    start = record.start
    if start.number != 1 or all(start != start_of(variant, start.stages) for variant in Variant):
        return True
    return any(_FEN_LINE.match(line) for line in record.stray)


def check_names(names: Iterable[str]) -> None:
    """Refuse names that tags can't have, and those that the record makes itself."""
    for name in names:
        if not _NAME.fullmatch(name):
            raise NotationError(name, "is not the name of a tag: letters, digits and _ were expected")
        if name in DERIVED:
            raise NotationError(name, "follows from the game and can't be set as a tag")


def _check_value(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise TypeError(f"the value of the tag {name} is a text, not {value!r}")


def _derived(record: Record) -> dict[str, str]:
    tags = {"Result": record.result}
    if record.start_known:
        start = record.start
        tags["Variant"] = variant_of(start)
        tags["Express"] = f"{start.stages[0]}{start.stages[1]}"
    tags["TouchMove"] = "Yes" if record.touch_move else "No"
    if record.start_known and _needs_fen(record):
        tags["FEN"] = record.start.to_fen()
    if record.outcome:
        tags["Termination"] = record.outcome.reason.value
    if record.offer:
        tags["DrawOffer"] = record.offer.value
    return tags
