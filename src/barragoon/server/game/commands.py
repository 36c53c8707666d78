"""What each command does to a live game: it becomes an event, or is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from barragoon.action import parse_action
from barragoon.errors import BarragoonError, IllegalActionError, NotationError
from barragoon.server import messages
from barragoon.server.game.clock import Moment
from barragoon.server.game.conversion import OTHER
from barragoon.server.game.live_game import LiveGame
from barragoon.server.game.rejection import RefusedError
from barragoon.server.messages import AnyCommand, AnyEvent, ColourName, Command, Player, Seats, Status

SomeEvent = TypeVar("SomeEvent", bound=messages.Event)
Verb = Callable[[LiveGame, Any, Any, Moment], AnyEvent]
"""By whom is None only for a withdrawal."""


def carry_out(live: LiveGame, command: AnyCommand, by: ColourName | None, moment: Moment) -> AnyEvent:
    """Carry out a player's command and tell what happened, or raise a :class:`RefusedError`.

    ``by`` is the colour of the player who sent it, None for one who has no seat. The opener of an open game has none
    yet; that it is the opener who withdraws it must be known to the caller.
    """
    if command.seq != live.seq:
        raise RefusedError("stale", f"the game is at event {live.seq}, not {command.seq}: look again")
    if by is None and not isinstance(command, messages.Withdraw):
        raise RefusedError("not_seated", "only the two players can do this")
    try:
        return _VERBS[type(command)](live, command, by, moment)
    except (IllegalActionError, NotationError) as error:
        raise RefusedError("illegal", str(error)) from error
    except BarragoonError as error:
        raise RefusedError("not_now", str(error)) from error


def join(live: LiveGame, player: Player, moment: Moment, *, opener_is_white: bool) -> messages.Joined:
    """Let the second player take the free seat; colours were wished for or drawn by the caller."""
    opener = live.opening.opener
    seats = Seats(opener, player) if opener_is_white else Seats(player, opener)
    return _extend(live, messages.Joined, "brown" if opener_is_white else "white", moment, seats=seats)


def flag(live: LiveGame, moment: Moment) -> messages.Flagged:
    """End the game because the actor's time is up."""
    return _extend(live, messages.Flagged, live.actor, moment)


# -- the verbs -----------------------------------------------------------------------------------------------


def _act(live: LiveGame, command: messages.Act, by: ColourName, moment: Moment) -> AnyEvent:
    _require_turn(live, by)
    action = parse_action(command.action)
    return _extend(live, messages.Acted, by, moment, action=str(action))


def _touch(live: LiveGame, command: messages.Touch, by: ColourName, moment: Moment) -> AnyEvent:
    _require_turn(live, by)
    if not live.opening.terms.touch_move:
        raise RefusedError("not_now", "this game is played without touch-move")
    if len(live.game.touched) > 63:
        raise RefusedError("not_now", "everything was touched already")
    return _extend(live, messages.Touched, by, moment, square=command.square)


def _offer_draw(live: LiveGame, command: messages.OfferDraw, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    offer = live.standing.offer
    if offer and offer.by == by:
        raise RefusedError("not_now", "the draw is offered already")
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
    if not live.opening.terms.take_backs:
        raise RefusedError("not_now", "in this game nothing can be taken back")
    if live.take_back == OTHER[by]:
        return _accept_take_back(live, command, by, moment)
    if live.take_back == by:
        raise RefusedError("not_now", "the opponent was asked already")
    keeps = live.keeps(by)
    if keeps is None:
        raise RefusedError("not_now", "you have done nothing yet that could be taken back")
    return _extend(live, messages.TakeBackAsked, by, moment, keeps=keeps)


def _accept_take_back(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    asker = OTHER[by]
    keeps = live.keeps(asker)
    if live.take_back != asker or keeps is None:
        raise RefusedError("not_now", "the opponent has not asked to take back")
    return _extend(live, messages.TookBack, by, moment, keeps=keeps)


def _decline_take_back(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    if live.take_back is None:
        raise RefusedError("not_now", "nobody has asked to take back")
    return _extend(live, messages.TakeBackDeclined, by, moment)


def _resign(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require(live, "playing")
    return _extend(live, messages.Resigned, by, moment)


def _offer_rematch(live: LiveGame, command: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require_no_next_game(live)
    if live.rematch == OTHER[by]:
        return _accept_rematch(live, command, by, moment)
    if live.rematch == by:
        raise RefusedError("not_now", "another game is offered already")
    return _extend(live, messages.RematchOffered, by, moment)


def _decline_rematch(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require_no_next_game(live)
    if live.rematch is None:
        raise RefusedError("not_now", "nobody has offered another game")
    return _extend(live, messages.RematchDeclined, by, moment)


def _accept_rematch(live: LiveGame, _: Command, by: ColourName, moment: Moment) -> AnyEvent:
    _require_no_next_game(live)
    if live.rematch != OTHER[by]:
        raise RefusedError("not_now", "the opponent has not offered another game")
    return _extend(live, messages.RematchAgreed, by, moment, game=moment.fresh_id)


def _withdraw(live: LiveGame, _: Command, __: ColourName | None, moment: Moment) -> AnyEvent:
    _require(live, "open")
    return _extend(live, messages.Withdrawn, None, moment)


_VERBS: Mapping[type[Command], Verb] = {
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
    **facts: Any,  # noqa: ANN401 - msgspec's structs check what they are made of
) -> SomeEvent:
    happening = event(seq=live.seq + 1, at=moment.now, by=by, standing=live.standing, **facts)
    return live.extend(happening, moment)


def _require(live: LiveGame, status: Status) -> None:
    if live.status != status:
        raise RefusedError("not_now", _SENTENCES[live.status])


_SENTENCES: Mapping[Status, str] = {
    "open": "the game has not begun: nobody has joined",
    "playing": "the game has begun",
    "over": "the game is over",
    "withdrawn": "the game was withdrawn",
}


def _require_turn(live: LiveGame, by: ColourName) -> None:
    _require(live, "playing")
    if live.actor != by:
        raise RefusedError("not_your_turn", "it is for the opponent to act")


def _require_no_next_game(live: LiveGame) -> None:
    _require(live, "over")
    if live.next_game:
        raise RefusedError("not_now", "another game has begun already")
