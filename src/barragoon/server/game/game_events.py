"""Translates the server's events, as they are stored and sent, into the event language of the game.

This is the one place that knows both. The game itself changes only by :meth:`barragoon.game.Game.apply`.
"""

from __future__ import annotations

from barragoon import event as game_event
from barragoon.action import parse_action
from barragoon.colour import Colour
from barragoon.game import Game
from barragoon.server import messages
from barragoon.server.game.rules_to_messages import COLOURS
from barragoon.server.messages import ColourName
from barragoon.square import Square


def game_events(event: messages.Event, game: Game) -> tuple[game_event.Event, ...]:  # noqa: PLR0911 - one case an event
    """What an event of the server does to the game; nothing, if it is about seats, clocks, requests or rematches."""
    match event:
        case messages.Acted(action=action):
            return (game_event.Act(parse_action(action)),)
        case messages.Touched(square=square):
            return (game_event.Touch(Square.parse(square)),)
        case messages.DrawOffered(kind="agreement"):
            return (game_event.OfferDraw(_player(event.by)),)
        case messages.DrawOffered():
            return (game_event.ClaimRepetition(_player(event.by)),)
        case messages.DrawAccepted():
            return (game_event.AcceptDraw(_player(event.by)),)
        case messages.DrawDeclined():
            return (game_event.DeclineDraw(_player(event.by)),)
        case messages.TookBack(keeps=keeps):
            return (game_event.TakeBack(),) * (len(game.actions) - keeps)
    return _ending(event, game)


def _ending(event: messages.Event, game: Game) -> tuple[game_event.Event, ...]:
    """What an event of the server that ends the game, without an agreement, does to it."""
    match event:
        case messages.Resigned():
            return (game_event.Resign(_player(event.by)),)
        case messages.Flagged():
            return (game_event.LoseOnTime(_player(event.by)),)
        case messages.Claimed(kind="win"):  # game files have no word of their own for it; the absent player's clock ran
            return (game_event.LoseOnTime(_player(event.by).other),)
        case messages.Claimed():
            return _drawn(_player(event.by), game)
    return ()


def _drawn(player: Colour, game: Game) -> tuple[game_event.Event, ...]:
    """A draw that a player claims; an offer that is open already is accepted."""
    if game.offer:
        return (game_event.AcceptDraw(game.offer.player.other),)
    return game_event.OfferDraw(player), game_event.AcceptDraw(player.other)


def reopened_offer(event: messages.Event, game: Game) -> tuple[game_event.Event, ...]:
    """The offer that a stored take-back opened again, as servers before version 0.2 did.

    In those a take-back of the move before the answer asked the opponent a second time. Their stored events say so, and
    a later event may accept that offer, so it has to be open in the game as well.
    """
    offer = event.standing.offer
    if not isinstance(event, messages.TookBack) or offer is None or game.offer:
        return ()
    return (game_event.OfferDraw(COLOURS[offer.by]),)


def _player(name: ColourName | None) -> Colour:
    assert name is not None, "players alone do this"
    return COLOURS[name]
