"""Converts the library's types to the protocol's."""

from __future__ import annotations

from barragoon.colour import Colour
from barragoon.game import Game
from barragoon.outcome import Outcome
from barragoon.repetition import Duty
from barragoon.server import messages
from barragoon.server.messages import ColourName

COLOURS: dict[ColourName, Colour] = {"white": Colour.WHITE, "brown": Colour.BROWN}
NAMES: dict[Colour, ColourName] = {colour: name for name, colour in COLOURS.items()}
OTHER: dict[ColourName, ColourName] = {"white": "brown", "brown": "white"}


def to_outcome(outcome: Outcome | None, *, claimed: bool = False) -> messages.Outcome | None:
    """How a game ended, and whether a player claimed it from an opponent who was away."""
    if outcome is None:
        return None
    winner = outcome.winner and NAMES[outcome.winner]
    return messages.Outcome(winner, outcome.reason.value, outcome.result, claimed)  # type: ignore[arg-type]  # tests compare the words


def to_offer(game: Game) -> messages.Offer | None:
    """The open draw offer."""
    offer = game.offer
    if offer is None:
        return None
    return messages.Offer(NAMES[offer.player], "repetition" if offer.duty else "agreement")


def to_duty(duty: Duty | None) -> messages.Duty | None:
    """The duty to leave a repetition."""
    if duty is None:
        return None
    return messages.Duty(NAMES[duty.player], str(duty.forbidden), duty.due_after, duty.declined_after)


def to_colour_name(colour: Colour | None) -> ColourName | None:
    """A player's colour, or none."""
    return colour and NAMES[colour]
