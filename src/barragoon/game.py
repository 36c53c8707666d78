"""A game from its start to its end: history, draws, duties and touches. It knows no clocks."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from barragoon.action import Action, Actions, Move, Placement, Turn, Turns, as_action, as_turn
from barragoon.colour import Colour
from barragoon.errors import GameError, IllegalActionError
from barragoon.event import (
    AcceptDraw,
    Act,
    ClaimRepetition,
    DeclineDraw,
    Event,
    LoseOnTime,
    OfferDraw,
    Resign,
    TakeBack,
    Touch,
    parse_event,
)
from barragoon.explain import explain_capture
from barragoon.history import History
from barragoon.named_enum import NamedEnum
from barragoon.objection import Objection, Rule
from barragoon.outcome import Outcome, Reason
from barragoon.position import Position, as_position
from barragoon.python_chess_hints import missing
from barragoon.repetition import Duty, duty_to_leave, repeated_pattern
from barragoon.setup import Setup
from barragoon.square import Square, as_square
from barragoon.tile import Tile
from barragoon.touch import allowed_after_touching


class Variant(NamedEnum):
    """How the eight barragoons of the start show: No Way (closed) or All Turns (open)."""

    CLOSED = "Closed"
    OPEN = "Open"


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """A draw offered by a player; one that rests on a repetition obliges the other when it is declined."""

    player: Colour
    duty: Duty | None = None


class _Draws(NamedTuple):
    """What held about draws before an action, for taking it back."""

    offer: DrawOffer | None = None
    duty: Duty | None = None


class Game:
    """A game in progress or over.

    >>> game = Game()
    >>> game.push("d2d5")
    >>> game.push("d8d6")
    >>> print(*game.turns)
    d2d5 d8d6
    >>> game.pop()
    Move.parse('d8d6')
    >>> game.resign(Colour.BROWN)
    >>> print(game.outcome())
    White wins: Brown resigned
    """

    def __init__(self, start: Position | str | None = None, *, touch_move: bool = False) -> None:
        """Begin at a position or its FEN, by default at the closed start; the express stages are the position's."""
        self.start = Position.start() if start is None else as_position(start)
        self.touch_move = touch_move
        self.touched: tuple[Square, ...] = ()
        self._position = self.start
        self._history = History(self.start)
        self._draws: dict[int, _Draws] = {}  # by the number of actions before, where there was an offer or a duty
        self._turns: list[Turn] = []
        self._unfinished: list[Action] = []
        self._offer: DrawOffer | None = None
        self._duty: Duty | None = None
        self._declared: Outcome | None = None
        self._judged = (self.start, self.start.outcome())

    @classmethod
    def new(
        cls, variant: Variant = Variant.CLOSED, *, stages: tuple[int, int] = (0, 0), touch_move: bool = False
    ) -> Game:
        """Begin with a variant, the express stages of White and Brown (a handicap if they differ), and touch-move.

        >>> Game.new(Variant.OPEN, stages=(2, 0)).position.stage(Colour.WHITE)
        2
        """
        setup = Setup.start(open=Variant(variant) is Variant.OPEN)
        setup.stages = stages
        return cls(setup.position(), touch_move=touch_move)

    # -- where it stands -------------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant | None:
        """The variant, or None for a game from another position."""
        boards = {Position.start(open=variant is Variant.OPEN).board: variant for variant in Variant}
        return boards.get(self.start.board)

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position

    @property
    def actions(self) -> Actions:
        """All that was done, action by action."""
        return Actions(self._history.actions)

    @property
    def turns(self) -> Turns:
        """The turns that are complete; placements still owed at the start belong to a turn before the game."""
        return Turns(self._turns)

    @property
    def turn_count(self) -> int:
        """How many turns are complete; ``len(game.turns)`` without making the list."""
        return len(self._turns)

    @property
    def unfinished(self) -> Turn | None:
        """The turn that still waits for a placement, as far as it was played."""
        return self._turn(self._unfinished) if self._unfinished else None

    def to_fen(self) -> str:
        """The position now as a FEN.

        >>> Game().to_fen()
        '1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1'
        """
        return self._position.to_fen()

    def positions(self) -> Iterator[Position]:
        """Every position from the start to now, one for each action."""
        yield from self._history.positions()
        yield self._position

    def turns_with_positions(self) -> Iterator[tuple[Position, Turn]]:
        """Every complete turn with the position before it.

        >>> game = Game()
        >>> for turn in ("d2d5", "d8xd5@d8x@e4^"):
        ...     game.push_turn(turn)
        >>> [(str(position.turn), str(turn)) for position, turn in game.turns_with_positions()]
        [('White', 'd2d5'), ('Brown', 'd8xd5@d8x@e4^')]
        """
        positions = self.positions()
        for _ in self._first_placements():
            next(positions)
        for turn in self._turns:
            yield next(positions), turn
            for _ in turn.placements:
                next(positions)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that make an equal game when they are applied to a new one from the same start.

        What was taken back is not among them, nor are offers that came to nothing; a claim that was declined is,
        because a duty follows from it. A game made from them is equal, but a take-back in it opens no earlier offer.

        >>> game = Game()
        >>> for text in ("d2d4", "d8d6", "take_back", "offer_draw white", "d8d5", "resign white"):
        ...     game.apply(text)
        >>> print(*game.events, sep="; ")
        d2d4; d8d5; resign white
        """
        return (*self._played_events(), *self.open_events)

    @property
    def open_events(self) -> tuple[Event, ...]:
        """Those events that the next action would settle, or that ended the game: touches, an open offer, an ending.

        >>> game = Game()
        >>> game.apply("d2d4")
        >>> game.apply("offer_draw white")
        >>> print(*game.open_events, sep="; ")
        offer_draw white
        """
        return (*map(Touch, self.touched), *self._last_events())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

    def outcome(self) -> Outcome | None:
        """How the game ended and why, or None while it goes on."""
        if self._judged[0] is not self._position:  # worth remembering: every question about the game asks this first
            self._judged = (self._position, self._position.outcome())
        return self._declared or self._judged[1]

    def believe(self, outcome: Outcome | None) -> None:
        """Take somebody's word for what the position now means; judging whether it is dead may take seconds.

        It holds until the next action. Whoever replays a game knows that each position but the last was not the end.

        >>> game = Game()
        >>> game.believe(Outcome(None, Reason.DEAD))
        >>> game.is_over
        True
        """
        self._judged = (self._position, outcome)

    # -- acting ----------------------------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        """What the actor may do: the position's legal actions less what a duty or a touch forbids; none when over."""
        if self.outcome():
            return Actions()
        legal = self._dutiful_actions()
        return Actions(allowed_after_touching(self._position, legal, self.touched)) if self.touched else legal

    def is_legal(self, action: Action | str) -> bool:
        """Whether an action, or its text, is allowed now.

        >>> Game().is_legal("d2d5"), Game().is_legal("d8d6")
        (True, False)
        """
        return action in self.legal_actions()

    def apply(self, event: Event | str) -> None:
        """Let something happen: an event or its text, such as ``d2d5``, ``offer_draw white`` or ``take_back``.

        Where it can't happen an error says why, and nothing has changed.
        """
        match parse_event(event) if isinstance(event, str) else event:
            case Act(action):
                self.push(action)
            case Touch(square):
                self.touch(square)
            case OfferDraw(player):
                self.offer_draw(player)
            case ClaimRepetition(player):
                self.claim_repetition(player)
            case AcceptDraw(player):
                self.accept_draw(player)
            case DeclineDraw(player):
                self.decline_draw(player)
            case TakeBack():
                self.pop()
            case Resign(player):
                self.resign(player)
            case LoseOnTime(player):
                self.lose_on_time(player)
            case unknown:
                raise TypeError(f"an event, such as Act or OfferDraw, or its text was expected, not {unknown!r}")

    def explain(self, action: Action | str) -> Objection | None:
        """Why an action is not allowed now; None if it is."""
        action = as_action(action)
        if outcome := self.outcome():
            return Objection(Rule.GAME_OVER, f"the game is over: {outcome}")
        if objection := self._position.explain(action):
            return objection
        if action == self._forbidden_action():
            return Objection(Rule.REPETITION, "this would continue the repetition, and the draw was declined")
        if self.touched and action not in self.legal_actions():
            return self._object_to_touched(action)
        return None

    def push(self, action: Action | str) -> None:
        """Do an allowed action, or raise an :class:`IllegalActionError`. To act is to decline an open draw offer."""
        action = as_action(action)
        if objection := self.explain(action):
            raise IllegalActionError(action, objection)
        if self._offer or self._duty:
            self._draws[len(self._history)] = _Draws(self._offer, self._duty)
        self._history.append(action, self._position)
        if self._offer and self._offer.player is not self._position.actor:
            self._begin_duty()
        if len(self._history) > len(self.start.hands):
            self._unfinished.append(action)
        self._position = self._position.after(action)
        self.touched = ()
        if self._unfinished and not self._position.hands:
            self._turns.append(self._turn(self._unfinished))
            self._unfinished = []

    def push_turn(self, turn: Turn | str) -> None:
        """Do all actions of a turn, or none of them."""
        turn = as_turn(turn)
        if objection := explain_capture(self._position, turn):
            raise IllegalActionError(turn.move, objection)
        touched = self.touched
        for count, action in enumerate(turn.actions):
            try:
                self.push(action)
            except IllegalActionError:
                for _ in range(count):
                    self.pop()
                self.touched = touched
                raise

    def pop(self) -> Action:
        """Take back the last action with all that followed it: offers, a resignation, an agreed draw.

        An offer that was declined stays declined, unless it was the action itself that declined it.
        """
        if not self._history:
            raise GameError("nothing has been played yet that could be taken back")
        action, self._position = self._history.pop()
        self.believe(None)  # somebody acted there, so it was not the end
        self._offer, self._duty = self._draws.pop(len(self._history), _Draws())
        if len(self._history) >= len(self.start.hands):
            if not self._unfinished:
                self._unfinished = [*self._turns.pop().actions]
            self._unfinished.pop()
        self.touched = ()
        self._declared = None
        return action

    def touch(self, square: Square | str) -> Sequence[Action]:
        """Touch what stands on a square; returns what is still allowed. Without touch-move nothing is bound."""
        self._require_going_on()
        square = as_square(square)
        self.touched = (*self.touched, square) if self.touch_move else ()
        return self.legal_actions()

    # -- draws and endings -----------------------------------------------------------------------------------

    @property
    def offer(self) -> DrawOffer | None:
        """The draw offer that waits for an answer; the end of the game answers all."""
        return None if self.outcome() else self._offer

    @property
    def duty(self) -> Duty | None:
        """The duty to leave a repetition, from the offer on (acting would decline it) until it is done."""
        duty = self._offer.duty if self._offer else None
        duty = duty or self._duty
        return duty if duty and len(self._turns) <= duty.due_after else None

    def repetition(self) -> tuple[Turn, ...]:
        """The turns that were just played three times over; the player who completed them may offer a draw on it."""
        return () if self._unfinished or self.outcome() else repeated_pattern(self._turns)

    def declined_repetitions(self) -> tuple[int, ...]:
        """After how many turns a draw by repetition was offered and declined, each time."""
        offered = (draws.offer.duty for draws in self._draws.values() if draws.offer)
        duties = [*offered, *(draws.duty for draws in self._draws.values()), self._duty]
        return tuple(sorted({duty.declined_after for duty in duties if duty}))

    def may_claim(self) -> Colour | None:
        """Who may offer a draw on the repetition that they have just completed, if anybody."""
        player = self._position.turn.other
        if self._offer and (self._offer.duty or self._offer.player is not player):
            return None
        if not self.repetition() or len(self._turns) in self.declined_repetitions():
            return None
        return player

    def offer_draw(self, player: Colour) -> None:
        """Offer a draw by agreement; declining obliges nobody. To answer an offer with an offer is to accept."""
        self._require_going_on()
        player = Colour(player)
        if self._offer and self._offer.player is not player:
            self.accept_draw(player)
        else:
            self._offer = self._offer or DrawOffer(player)

    def claim_repetition(self, player: Colour) -> None:
        """Offer a draw on the repetition that this player has just completed (rule 6c).

        If neither player can leave the pattern, the game is drawn at once. An open offer by the opponent is accepted.
        """
        self._require_going_on()
        player = Colour(player)
        if self._offer and self._offer.player is not player:
            self.accept_draw(player)
            return
        pattern = self.repetition()
        if not pattern:
            raise GameError("the last turns are not one sequence three times over")
        if player is self._position.turn:
            raise GameError(f"only {player.other}, who has just completed the repetition, may offer a draw on it")
        if len(self._turns) in self.declined_repetitions():
            raise GameError("this draw was offered and declined already")
        duty = duty_to_leave(self._position, pattern, len(self._turns))
        if duty is None:
            self._end(Outcome(None, Reason.INESCAPABLE))
        else:
            self._offer = DrawOffer(player, duty)

    def offer_repetition(self, player: Colour) -> None:
        """Deprecated since 0.2: the same as :meth:`claim_repetition`."""
        warnings.warn("Game.offer_repetition is now Game.claim_repetition", DeprecationWarning, stacklevel=2)
        self.claim_repetition(player)

    def accept_draw(self, player: Colour) -> None:
        """Accept the opponent's offer."""
        offer = self._offer_to(Colour(player))
        self._offer = None
        self._declared = Outcome(None, Reason.REPETITION if offer.duty else Reason.AGREEMENT)

    def decline_draw(self, player: Colour) -> None:
        """Decline the opponent's offer; if it rested on a repetition, the duty to leave it begins."""
        self._offer_to(Colour(player))
        self._forget_offer_before_actions()
        self._begin_duty()

    def resign(self, player: Colour) -> None:
        """Give the game up."""
        self._end(Outcome(Colour(player).other, Reason.RESIGNATION))

    def lose_on_time(self, player: Colour) -> None:
        """Lose because a clock, kept elsewhere, ran out."""
        self._end(Outcome(Colour(player).other, Reason.TIME))

    def reopen(self) -> Outcome | None:
        """Take back a declared end, such as a resignation or an agreed draw, and return it; None if there was none.

        >>> game = Game()
        >>> game.resign(Colour.WHITE)
        >>> print(game.reopen(), game.outcome(), sep="; ")
        Brown wins: White resigned; None
        """
        declared, self._declared = self._declared, None
        return declared

    def _repr_svg_(self) -> str:
        """Draw the board with the last turn where notebooks show pictures."""
        from barragoon import svg

        last = self.unfinished or (self._turns[-1] if self._turns else None)
        return svg.board(self._position, svg.Marks(last_turn=last))

    if not TYPE_CHECKING:  # a type checker names a wrong attribute by itself

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse a name that is not there, with a hint for users of python-chess."""
            raise missing("Game", name)

    def copy(self) -> Game:
        """A game that goes its own way from here."""
        return copy(self)

    def __copy__(self) -> Game:
        """A game that goes its own way from here."""
        twin = Game.__new__(Game)
        vars(twin).update(
            vars(self),
            _history=copy(self._history),
            _draws=self._draws.copy(),
            _turns=self._turns.copy(),
            _unfinished=self._unfinished.copy(),
        )
        return twin

    def __repr__(self) -> str:
        """Tell how far the game has come."""
        standing = self.outcome() or f"{self._position.actor} to act"
        return f"<Game: {len(self._turns)} turns, {standing}>"

    def __eq__(self, other: object) -> bool:
        """Compare all that happened and where the game stands."""
        return self._key() == other._key() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a game changes, so it can't be a key

    # -- the workings ----------------------------------------------------------------------------------------

    def _key(self) -> tuple[object, ...]:
        facts = (self.start, self.start.number, self.touch_move, self.touched, self.actions)
        return (*facts, self.outcome(), self.offer, self.duty, self.declined_repetitions())

    def _turn(self, actions: list[Action]) -> Turn:
        move, placements = actions[0], actions[1:]
        assert isinstance(move, Move), "a turn begins with a move"
        before = self._history.before_last(len(actions))
        capture = before[move.target] is not None
        return Turn(move, tuple(p for p in placements if isinstance(p, Placement)), capture)

    def _dutiful_actions(self) -> Sequence[Action]:
        forbidden = self._forbidden_action()
        legal = self._position.legal_actions()
        return legal if forbidden is None else Actions(action for action in legal if action != forbidden)

    def _forbidden_action(self) -> Action | None:
        duty = self.duty
        return duty.forbids(self._unfinished) if duty and duty.due_after == len(self._turns) else None

    def _object_to_touched(self, action: Action) -> Objection:
        """Name the first touch that ruled an action out."""
        legal = self._dutiful_actions()
        prefixes = (self.touched[: count + 1] for count in range(len(self.touched)))
        square = next(t[-1] for t in prefixes if action not in allowed_after_touching(self._position, legal, t))
        cell = self._position[square]
        own = isinstance(cell, Tile) and cell.colour is self._position.turn
        sentence = f"{square} was touched and must {'move' if own else 'be captured'}"
        return Objection(Rule.TOUCHED, sentence, square, cell)

    def _require_going_on(self) -> None:
        if outcome := self.outcome():
            raise GameError(f"the game is over: {outcome}")

    def _end(self, outcome: Outcome) -> None:
        self._require_going_on()
        self._offer = None
        self._declared = outcome

    def _offer_to(self, player: Colour) -> DrawOffer:
        self._require_going_on()
        if self._offer is None or self._offer.player is player:
            raise GameError(f"{player.other} has not offered a draw")
        return self._offer

    def _forget_offer_before_actions(self) -> None:
        """Keep a take-back from opening the offer again that is answered now."""
        for count in range(len(self._history) - 1, -1, -1):
            draws = self._draws.get(count)
            if draws is None or draws.offer is None:
                break
            self._draws[count] = _Draws(None, draws.offer.duty or draws.duty)

    def _begin_duty(self) -> None:
        """Decline the open offer."""
        if self._offer and self._offer.duty:
            self._duty = self._offer.duty
        self._offer = None

    # -- the game as events ----------------------------------------------------------------------------------

    def _first_placements(self) -> list[Action]:
        """What the start still owed; it belongs to a turn before the game."""
        return self._history.actions[: len(self.start.hands)]

    def _played_events(self) -> Iterator[Event]:
        """The actions, and after some turns a claim that was declined."""
        declined = self.declined_repetitions()
        yield from map(Act, self._first_placements())
        mover = self.start.turn.other if self.start.hands else self.start.turn
        for count, turn in enumerate(self._turns, start=1):
            yield from map(Act, turn.actions)
            if count in declined:
                yield ClaimRepetition(mover)
                yield DeclineDraw(mover.other)
            mover = mover.other
        yield from map(Act, self._unfinished)

    def _last_events(self) -> Iterator[Event]:
        """The open offer, or how the game was ended."""
        if offer := self.offer:
            yield ClaimRepetition(offer.player) if offer.duty else OfferDraw(offer.player)
        elif self._declared:
            yield from ending_events(self._declared, self._position.turn)


def ending_events(outcome: Outcome, turn: Colour) -> Iterator[Event]:
    """The events that end a game so, at a moment when it is this player's turn; none where the board decides.

    >>> print(*ending_events(Outcome(None, Reason.REPETITION), Colour.WHITE), sep="; ")
    claim_repetition brown; accept_draw white
    """
    match outcome.reason, outcome.winner:
        case Reason.RESIGNATION, Colour() as winner:
            yield Resign(winner.other)
        case Reason.TIME, Colour() as winner:
            yield LoseOnTime(winner.other)
        case Reason.AGREEMENT, None:
            yield OfferDraw(turn)
            yield AcceptDraw(turn.other)
        case Reason.REPETITION, None:
            yield ClaimRepetition(turn.other)
            yield AcceptDraw(turn)
        case Reason.INESCAPABLE, None:
            yield ClaimRepetition(turn.other)
