"""What each command does to a live game: it becomes an event, or is rejected and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from barragoon.action import parse_action
from barragoon.errors import BarragoonError, IllegalActionError, NotationError
from barragoon.server import messages
from barragoon.server.game.clock import Moment
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.rejection import RejectedError
from barragoon.server.game.rules_to_messages import OTHER
from barragoon.server.game.talk_count import Talk
from barragoon.server.messages import AnyCommand, AnyEvent, ColourName, Command, Player, Seats, Status

SomeEvent = TypeVar("SomeEvent", bound=messages.Event)
MOST_ACTIONS = 2_000
"""So long a game may get; those of people end within some hundred actions."""
Handler = Callable[[LiveGame, Any, Any, Moment], AnyEvent]
"""Takes the game, the command, the colour of its sender (None for a withdrawal, as an open game has no seats)."""


def carry_out(live: LiveGame, command: AnyCommand, by: ColourName | None, moment: Moment) -> AnyEvent:
    """Carry out a player's command and return what happened, or raise a :class:`RejectedError`.

    ``by`` is the colour of the player who sent it, None for one who has no seat. The opener of an open game has no seat
    yet, so the caller checks that it is the opener who withdraws it.
    """
    if not live.is_current(command.seq):
        raise _stale(live, command)
    if by is None and not isinstance(command, messages.Withdraw):
        raise rejection_of_stranger(live, command)
    try:
        return _HANDLERS[type(command)](live, command, by, moment)
    except (IllegalActionError, NotationError) as error:
        raise RejectedError("illegal", str(error)) from error
    except BarragoonError as error:
        raise RejectedError("not_now", str(error)) from error


def rejection_of_stranger(live: LiveGame, command: AnyCommand) -> RejectedError:
    """Why a command of somebody who has no seat is rejected."""
    if not live.is_current(command.seq):
        return _stale(live, command)
    if isinstance(command, messages.Withdraw):
        return RejectedError("not_seated", "only the player who opened the game can withdraw it")
    return RejectedError("not_seated", "only the two players can do this")


def join(live: LiveGame, player: Player, moment: Moment, *, opener_is_white: bool) -> messages.Joined:
    """Let the second player take the free seat; the caller has settled who plays White."""
    opener = live.settings.opener
    seats = Seats(opener, player) if opener_is_white else Seats(player, opener)
    return _extend(live, messages.Joined, "brown" if opener_is_white else "white", moment, seats=seats)


def flag(live: LiveGame, moment: Moment) -> messages.Flagged | messages.Aborted:
    """End the game because the actor's time is up; without a result if they have not completed a turn yet."""
    if live.clocks and live.clocks.begin_within is not None:
        return _extend(live, messages.Aborted, live.actor, moment, reason="not_begun")
    return _extend(live, messages.Flagged, live.actor, moment)


def is_too_long(live: LiveGame) -> bool:
    """Whether a game goes on and on."""
    return live.status == "playing" and len(live.game.actions) >= MOST_ACTIONS


def expire(live: LiveGame, moment: Moment) -> messages.Withdrawn | messages.Aborted:
    """End a game in which nothing has happened for too long, or too much; one that nobody joined is withdrawn."""
    if live.status == "open":
        return withdraw(live, moment)
    _require(live, "playing")
    return _extend(live, messages.Aborted, None, moment, reason="expired")


# -- an operator's decisions ---------------------------------------------------------------------------------


def withdraw(live: LiveGame, moment: Moment) -> messages.Withdrawn:
    """Take a game away that waits for an opponent."""
    _require(live, "open")
    return _extend(live, messages.Withdrawn, None, moment)


def resign_for(live: LiveGame, colour: ColourName, moment: Moment) -> messages.Resigned:
    """End a game because this player may no longer play."""
    _require(live, "playing")
    return _extend(live, messages.Resigned, colour, moment)


def stop(live: LiveGame, moment: Moment) -> messages.Aborted:
    """Stop a game that is played, without a result."""
    _require(live, "playing")
    return _extend(live, messages.Aborted, None, moment, reason="operator")


def annul(live: LiveGame, moment: Moment) -> messages.Aborted:
    """Strike the result of a game that is over."""
    _require(live, "over")
    return _extend(live, messages.Aborted, None, moment, reason="operator")


# -- one handler a command ----------------------------------------------------------------------------------


def _act(live: LiveGame, command: messages.Act, by: ColourName, moment: Moment) -> AnyEvent:
    _require_turn(live, by)
    action = parse_action(command.action)
    lag = live.lag_to_give(by, moment)
    return _extend(live, messages.Acted, by, replace(moment, lag=lag), action=str(action), lag=lag)


def _touch(live: LiveGame, command: messages.Touch, by: ColourName, moment: Moment) -> AnyEvent:
    _require_turn(live, by)
    if not live.settings.terms.touch_move:
        raise RejectedError("not_now", "this game is played without touch-move")
    if len(live.game.touched) > 63:
        raise RejectedError("not_now", "everything was touched already")
    _require_few(live, by, "touch")
    return _extend(live, messages.Touched, by, moment, square=command.square)


def _offer_draw(live: LiveGame, command: messages.OfferDraw, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    offer = live.standing.offer
    if offer and offer.by == by and (offer.kind, command.kind) != ("agreement", "repetition"):
        raise RejectedError("not_now", "the draw is offered already")
    if offer and offer.by != by:
        return _extend(live, messages.DrawAccepted, by, moment)
    _require_few(live, by, "repetition" if command.kind == "repetition" else "draw")
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
    _require_few(live, by, "take_back")
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


def _abort(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    if live.has_begun(by):
        raise RejectedError("not_now", "you have completed a turn: the game can be resigned, not aborted")
    return _extend(live, messages.Aborted, by, moment, reason="player")


def _claim(live: LiveGame, command: messages.Claim, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    if live.actor == by:
        raise RejectedError("not_now", "it is for you to act")
    if moment.claim_at is None or moment.now < moment.claim_at:
        raise RejectedError("not_away", "the opponent is there, or has not been away for long enough")
    return _extend(live, messages.Claimed, by, moment, kind=command.kind)


def _offer_rematch(live: LiveGame, command: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require_no_next_game(live)
    if live.rematch == OTHER[by]:
        return _accept_rematch(live, command, by, moment)
    if live.rematch == by:
        raise RejectedError("not_now", "another game is offered already")
    _require_few(live, by, "rematch")
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
    return withdraw(live, moment)


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
    messages.Abort: _abort,
    messages.Claim: _claim,
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


def _stale(live: LiveGame, command: Command) -> RejectedError:
    return RejectedError("stale", f"the game is at event {live.seq}, not {command.seq}: look again")


def _require(live: LiveGame, status: Status) -> None:
    if live.status != status:
        raise RejectedError("not_now", _SENTENCES[live.status])


_SENTENCES: Mapping[Status, str] = {
    "open": "the game has not begun: nobody has joined",
    "playing": "the game has begun",
    "over": "the game is over",
    "withdrawn": "the game was withdrawn",
    "aborted": "the game was aborted",
}


def _require_few(live: LiveGame, by: ColourName, talk: Talk) -> None:
    if objection := live.talk.objection(by, talk):
        raise RejectedError("not_now", objection)


def _require_turn(live: LiveGame, by: ColourName) -> None:
    _require(live, "playing")
    if live.actor != by:
        raise RejectedError("not_your_turn", "it is for the opponent to act")


def _require_no_next_game(live: LiveGame) -> None:
    _require(live, "over")
    if live.next_game:
        raise RejectedError("not_now", "another game has begun already")
