"""The tags at the head of a record: which there are, and those that follow from the game."""

from __future__ import annotations

import re
from collections.abc import Iterable
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


class PendingOffer(Enum):
    """A draw offer that was still unanswered where the record ends."""

    WHITE = "White"
    BROWN = "Brown"
    REPETITION = "Repetition"


def variant_of(start: Position) -> str:
    """The variant as the tag writes it.

    >>> variant_of(Position.start(open=True))
    'Open'
    """
    variants = (variant for variant in Variant if opening(variant).board == start.board)
    return next((variant.value for variant in variants), CUSTOM)


@cache
def opening(variant: Variant, stages: tuple[int, int] = (0, 0)) -> Position:
    """The position in which a variant begins."""
    setup = Setup.start(open=variant is Variant.OPEN)
    setup.stages = stages
    return setup.position()


def needs_fen(start: Position) -> bool:
    """Whether variant and stages do not tell the start position."""
    return start.number != 1 or all(start != opening(variant, start.stages) for variant in Variant)


def check_names(names: Iterable[str]) -> None:
    """Refuse names that tags can't have, and those that the record makes itself."""
    for name in names:
        if not _NAME.fullmatch(name):
            raise NotationError(name, "is not the name of a tag: letters, digits and _ were expected")
        if name in DERIVED:
            raise NotationError(name, "follows from the game and can't be set as a tag")


def all_tags(record: Record) -> dict[str, str]:
    """All tags of a record in the order of writing."""
    check_names(record.tags)
    return {**DEFAULTS, **_derived(record), **record.tags}


def _derived(record: Record) -> dict[str, str]:
    start, outcome = record.start, record.outcome
    tags = {
        "Result": record.result,
        "Variant": variant_of(start),
        "Express": f"{start.stages[0]}{start.stages[1]}",
        "TouchMove": "Yes" if record.touch_move else "No",
    }
    if needs_fen(start):
        tags["FEN"] = start.to_fen()
    if outcome:
        tags["Termination"] = outcome.reason.value
    if record.offer:
        tags["DrawOffer"] = record.offer.value
    return tags
