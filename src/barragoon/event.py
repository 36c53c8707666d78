"""Everything that can happen in a game, each with its text form; :meth:`Game.apply` lets it happen.

Files, the server, the page and the terminal all speak this language.

>>> from barragoon import Game
>>> game = Game()
>>> for text in ("d2d4", "offer_draw white", "accept_draw brown"):
...     game.apply(text)
>>> print(game.outcome())
Draw: draw agreed
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from barragoon.action import Action, as_action, parse_action
from barragoon.colour import Colour
from barragoon.errors import NotationError
from barragoon.square import Square, as_square


@dataclass(frozen=True, slots=True)
class Act:
    """The actor moves a tile or places a barragoon: ``d2d5``, ``@c4x``."""

    action: Action

    def __post_init__(self) -> None:
        """Take the text of an action too; reject what is none."""
        object.__setattr__(self, "action", as_action(self.action))

    def __str__(self) -> str:
        """Write the action."""
        return str(self.action)


@dataclass(frozen=True, slots=True)
class Touch:
    """The actor touches what stands on a square: ``touch d2``. It binds only in a game with touch-move."""

    square: Square

    def __post_init__(self) -> None:
        """Take the name of a square too; reject what is none."""
        object.__setattr__(self, "square", as_square(self.square))

    def __str__(self) -> str:
        """Write the verb and the square."""
        return f"touch {self.square}"


@dataclass(frozen=True, slots=True)
class _OfPlayer:
    """Something that one player does, or that happens to them, whoever's turn it is."""

    player: Colour

    def __post_init__(self) -> None:
        """Reject what is no colour."""
        object.__setattr__(self, "player", Colour(self.player))

    def __str__(self) -> str:
        """Write the verb and the player."""
        return f"{_VERB_OF[type(self).__name__]} {self.player.word}"


class OfferDraw(_OfPlayer):
    """Offer a draw by agreement: ``offer_draw white``."""

    __slots__ = ()


class ClaimRepetition(_OfPlayer):
    """Offer a draw on the repetition that the player has just completed (rule 6c): ``claim_repetition white``."""

    __slots__ = ()


class AcceptDraw(_OfPlayer):
    """Accept the opponent's offer: ``accept_draw brown``."""

    __slots__ = ()


class DeclineDraw(_OfPlayer):
    """Decline the opponent's offer: ``decline_draw brown``."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last action is taken back, with all that followed it: ``take_back``."""

    def __str__(self) -> str:
        """Write the verb."""
        return "take_back"


class Resign(_OfPlayer):
    """Give the game up: ``resign white``."""

    __slots__ = ()


class LoseOnTime(_OfPlayer):
    """Lose because a clock, kept elsewhere, ran out: ``lose_on_time white``."""

    __slots__ = ()


Event: TypeAlias = Act | Touch | OfferDraw | ClaimRepetition | AcceptDraw | DeclineDraw | TakeBack | Resign | LoseOnTime

_VERBS: dict[str, type[OfferDraw | ClaimRepetition | AcceptDraw | DeclineDraw | Resign | LoseOnTime]] = {
    "offer_draw": OfferDraw,
    "claim_repetition": ClaimRepetition,
    "accept_draw": AcceptDraw,
    "decline_draw": DeclineDraw,
    "resign": Resign,
    "lose_on_time": LoseOnTime,
}
_VERB_OF = {kind.__name__: verb for verb, kind in _VERBS.items()}
# Games that were saved before version 0.2 have these words.
_OLD_VERBS = {
    "offer": "offer_draw",
    "claim": "claim_repetition",
    "accept": "accept_draw",
    "decline": "decline_draw",
    "time": "lose_on_time",
}
_OLD_TAKE_BACK = "back"
_COLOURS = {colour.word: colour for colour in Colour}


def parse_event(text: str) -> Event:
    """Read the text form of an event.

    >>> parse_event("claim_repetition brown")
    ClaimRepetition(player=Colour.BROWN)
    >>> parse_event("d2d5")
    Act(action=Move.parse('d2d5'))
    >>> parse_event("claim nobody")
    Traceback (most recent call last):
    barragoon.errors.NotationError: 'claim nobody' is not an action or another event of a game
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of an event was expected, not {text!r}")
    verb, gap, about = text.partition(" ")
    player = _COLOURS.get(about)
    kind = _VERBS.get(_OLD_VERBS.get(verb, verb))
    if kind and player:
        return kind(player)
    try:
        if verb == "touch" and gap:
            return Touch(Square.parse(about))
        if text in {"take_back", _OLD_TAKE_BACK}:
            return TakeBack()
        return Act(parse_action(text))
    except NotationError:
        raise NotationError(text, "is not an action or another event of a game") from None
