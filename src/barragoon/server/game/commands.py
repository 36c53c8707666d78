"""What each command does to a live game: it becomes an event, or is rejected and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from barragoon.action import parse_action
from barragoon.errors import BarragoonError, IllegalActionError, NotationError
from barragoon.server import messages
from barragoon.server.game.clock import Moment
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.rejection import RejectedError
from barragoon.server.game.rules_to_messages import OTHER
from barragoon.server.messages import AnyCommand, AnyEvent, ColourName, Command, Player, Seats, Status

SomeEvent = TypeVar("SomeEvent", bound=messages.Event)
Handler = Callable[[LiveGame, Any, Any, Moment], AnyEvent]
"""Takes the game, the command, the colour of its sender (None for a withdrawal, as an open game has no seats)."""


def carry_out(live: LiveGame, command: AnyCommand, by: ColourName | None, moment: Moment) -> AnyEvent:
    """Carry out a player's command and return what happened, or raise a :class:`RejectedError`.

    ``by`` is the colour of the player who sent it, None for one who has no seat. The opener of an open game has no seat
    yet, so the caller checks that it is the opener who withdraws it.
    """
    if not live.is_current(command.seq):
        raise RejectedError("stale", f"the game is at event {live.seq}, not {command.seq}: look again")
    if by is None and not isinstance(command, messages.Withdraw):
        raise RejectedError("not_seated", "only the two players can do this")
    try:
        return _HANDLERS[type(command)](live, command, by, moment)
    except (IllegalActionError, NotationError) as error:
        raise RejectedError("illegal", str(error)) from error
    except BarragoonError as error:
        raise RejectedError("not_now", str(error)) from error


def join(live: LiveGame, player: Player, moment: Moment, *, opener_is_white: bool) -> messages.Joined:
    """Let the second player take the free seat; the caller has settled who plays White."""
    opener = live.settings.opener
    seats = Seats(opener, player) if opener_is_white else Seats(player, opener)
    return _extend(live, messages.Joined, "brown" if opener_is_white else "white", moment, seats=seats)


def flag(live: LiveGame, moment: Moment) -> messages.Flagged:
    """End the game because the actor's time is up."""
    return _extend(live, messages.Flagged, live.actor, moment)


# -- one handler a command ----------------------------------------------------------------------------------


def _act(live: LiveGame, command: messages.Act, by: ColourName, moment: Moment) -> AnyEvent:
    _require_turn(live, by)
    action = parse_action(command.action)
    return _extend(live, messages.Acted, by, moment, action=str(action))


def _touch(live: LiveGame, command: messages.Touch, by: ColourName, moment: Moment) -> AnyEvent:
    _require_turn(live, by)
    if not live.settings.terms.touch_move:
        raise RejectedError("not_now", "this game is played without touch-move")
    if len(live.game.touched) > 63:
        raise RejectedError("not_now", "everything was touched already")
    return _extend(live, messages.Touched, by, moment, square=command.square)


def _offer_draw(live: LiveGame, command: messages.OfferDraw, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    offer = live.standing.offer
    if offer and offer.by == by:
        raise RejectedError("not_now", "the draw is offered already")
    if offer:
        return _extend(live, messages.DrawAccepted, by, moment)
    return _extend(live, messages.DrawOffered, by, moment, kind=command.kind)


def _accept_draw(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    return _extend(live, messages.DrawAccepted, by, moment)


def _decline_draw(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    return _extend(live, messages.DrawDeclined, by, moment)


def _ask_take_back(live: LiveGame, command: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    if not live.settings.terms.take_backs:
        raise RejectedError("not_now", "in this game nothing can be taken back")
    if live.take_back == OTHER[by]:
        return _accept_take_back(live, command, by, moment)
    if live.take_back == by:
        raise RejectedError("not_now", "the opponent was asked already")
    keeps = live.actions_before_last_of(by)
    if keeps is None:
        raise RejectedError("not_now", "you have done nothing yet that could be taken back")
    return _extend(live, messages.TakeBackAsked, by, moment, keeps=keeps)


def _accept_take_back(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    asker = OTHER[by]
    keeps = live.actions_before_last_of(asker)
    if live.take_back != asker or keeps is None:
        raise RejectedError("not_now", "the opponent has not asked to take back")
    return _extend(live, messages.TookBack, by, moment, keeps=keeps)


def _decline_take_back(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    if live.take_back is None:
        raise RejectedError("not_now", "nobody has asked to take back")
    return _extend(live, messages.TakeBackDeclined, by, moment)


def _resign(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    return _extend(live, messages.Resigned, by, moment)


def _offer_rematch(live: LiveGame, command: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require_no_next_game(live)
    if live.rematch == OTHER[by]:
        return _accept_rematch(live, command, by, moment)
    if live.rematch == by:
        raise RejectedError("not_now", "another game is offered already")
    return _extend(live, messages.RematchOffered, by, moment)


def _decline_rematch(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require_no_next_game(live)
    if live.rematch is None:
        raise RejectedError("not_now", "nobody has offered another game")
    return _extend(live, messages.RematchDeclined, by, moment)


def _accept_rematch(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require_no_next_game(live)
    if live.rematch != OTHER[by]:
        raise RejectedError("not_now", "the opponent has not offered another game")
    return _extend(live, messages.RematchAgreed, by, moment, game=moment.new_game)


def _withdraw(live: LiveGame, _: Command, __: ColourName | None, moment: Moment) -> AnyEvent:
    _require(live, "open")
    return _extend(live, messages.Withdrawn, None, moment)


_HANDLERS: Mapping[type[Command], Handler] = {
    messages.Act: _act,
    messages.Touch: _touch,
    messages.OfferDraw: _offer_draw,
    messages.AcceptDraw: _accept_draw,
    messages.DeclineDraw: _decline_draw,
    messages.AskTakeBack: _ask_take_back,
    messages.AcceptTakeBack: _accept_take_back,
    messages.DeclineTakeBack: _decline_take_back,
    messages.Resign: _resign,
    messages.OfferRematch: _offer_rematch,
    messages.AcceptRematch: _accept_rematch,
    messages.DeclineRematch: _decline_rematch,
    messages.Withdraw: _withdraw,
}

# -- what they share -----------------------------------------------------------------------------------------


def _extend(
    live: LiveGame,
    event: type[SomeEvent],
    by: ColourName | None,
    moment: Moment,
    /,
    **facts: Any,  # noqa: ANN401 - the fields of the event
) -> SomeEvent:
    # The standing is replaced when the event has happened.
    return live.extend(event(seq=live.seq + 1, at=moment.now, by=by, standing=live.standing, **facts), moment)


def _require(live: LiveGame, status: Status) -> None:
    if live.status != status:
        raise RejectedError("not_now", _SENTENCES[live.status])


_SENTENCES: Mapping[Status, str] = {
    "open": "the game has not begun: nobody has joined",
    "playing": "the game has begun",
    "over": "the game is over",
    "withdrawn": "the game was withdrawn",
}


def _require_turn(live: LiveGame, by: ColourName) -> None:
    _require(live, "playing")
    if live.actor != by:
        raise RejectedError("not_your_turn", "it is for the opponent to act")


def _require_no_next_game(live: LiveGame) -> None:
    _require(live, "over")
    if live.next_game:
        raise RejectedError("not_now", "another game has begun already")
