"""The events of a game as texts, for the state that clients get."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from barragoon import Game
from barragoon.event import ClaimRepetition, DeclineDraw
from barragoon.server.messages import GameEventText


def event_texts(game: Game, actions: Sequence[str]) -> tuple[GameEventText, ...]:
    """The texts of ``game.events``, made from those of its actions.

    Whoever plays a long game can make the server write its state anew several times a second, and making an event of
    each of two thousand actions would take milliseconds.

    >>> game = Game()
    >>> for text in ("d2d4", "d8d6", "offer_draw brown"):
    ...     game.apply(text)
    >>> event_texts(game, ["d2d4", "d8d6"])
    ('d2d4', 'd8d6', 'offer_draw brown')
    """
    texts: list[str] = []
    start = 0
    if declined := game.declined_repetitions():
        ends = [*accumulate(len(turn.actions) for turn in game.turns)]
        for count in declined:
            mover = game.start.turn if count % 2 else game.start.turn.other
            texts += [*actions[start : ends[count - 1]], str(ClaimRepetition(mover)), str(DeclineDraw(mover.other))]
            start = ends[count - 1]
    return (*texts, *actions[start:], *map(str, game.open_events))
