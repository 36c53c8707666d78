"""The library's types as the protocol writes them, and back."""

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


def told_outcome(outcome: Outcome | None) -> messages.Outcome | None:
    """How a game ended."""
    if outcome is None:
        return None
    winner = outcome.winner and NAMES[outcome.winner]
    return messages.Outcome(winner, outcome.reason.value, outcome.result)  # type: ignore[arg-type]  # tests compare the words


def told_offer(game: Game) -> messages.Offer | None:
    """The draw that waits for an answer."""
    offer = game.offer
    if offer is None:
        return None
    return messages.Offer(NAMES[offer.player], "repetition" if offer.duty else "agreement")


def told_duty(duty: Duty | None) -> messages.Duty | None:
    """The duty to leave a repetition."""
    if duty is None:
        return None
    return messages.Duty(NAMES[duty.player], str(duty.forbidden), duty.due_after, duty.declined_after)


def told_repetition(game: Game) -> ColourName | None:
    """Who may offer a draw on the repetition that was just completed."""
    if not game.repetition() or len(game.turns) in game.declined_repetitions():
        return None
    return NAMES[game.position.turn.other]
