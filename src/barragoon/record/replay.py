"""From a game to its record and back: a record is played through as the events that it tells of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from barragoon.action import Move, Placement, Turn
from barragoon.colour import Colour
from barragoon.errors import GameError, IllegalActionError
from barragoon.event import Act, ClaimRepetition, DeclineDraw, Event, OfferDraw
from barragoon.explain import explain_capture
from barragoon.game import Game, ending_events
from barragoon.outcome import Outcome, Reason
from barragoon.record.error import Code, RecordError
from barragoon.record.record import Record
from barragoon.record.tags import PendingOffer
from barragoon.record.track import Track
from barragoon.record.variation import line_on
from barragoon.record.writer import DECLINED


def record_game(game: Game, tags: Mapping[str, str]) -> Record:
    """Write down all that a game knows, except what was touched in the current action."""
    record = Record(tags, game.start, touch_move=game.touch_move, outcome=game.outcome(), offer=_pending(game))
    record.placements = _first_placements(game)
    first = game.start
    for placement in record.placements:
        first = first.after(placement)
    record.main = line_on(Track(first, _turns(game)))
    # A turn under way at the start may or may not count as one: count from the end.
    finished = len(record.main.nodes) - bool(record.main.nodes and game.position.hands)
    for turns_played in game.declined_repetitions():
        record.main.nodes[finished - len(game.turns) + turns_played - 1].declined = True
    return record


def _pending(game: Game) -> PendingOffer | None:
    if game.offer is None:
        return None
    return PendingOffer.REPETITION if game.offer.duty else PendingOffer[game.offer.player.name]


def _first_placements(game: Game) -> list[Placement]:
    due = game.actions[: len(game.start.hands)]
    return [action for action in due if isinstance(action, Placement)]


def _turns(game: Game) -> list[Turn]:
    """The turns that begin in the game, the last of them perhaps unfinished."""
    turns: list[Turn] = []
    for action, before in zip(game.actions, game.positions(), strict=False):
        if isinstance(action, Move):
            turns.append(Turn(action, (), before[action.target] is not None))
        elif turns:
            turns[-1] = Turn(turns[-1].move, (*turns[-1].placements, action), turns[-1].capture)
    return turns


# -- playing a record through -------------------------------------------------------------------------------------


def events_of(record: Record) -> list[Event]:
    """The events of the main line, which make the record's game from its start.

    >>> print(*events_of(Record.parse("1. d2d5 d8xd5@d8x@e4^ 0-1")), sep="; ")
    d2d5; d8d5; @d8x; @e4^; resign white
    """
    return [event for step in _steps(record) for event in step.events]


def replay(record: Record) -> Game:
    """Play the main line of a record through."""
    game = Game(record.start, touch_move=record.touch_move)
    for step in _steps(record):
        step.play(game)
    return game


def check(record: Record) -> RecordError | None:
    """Play the main line of a record through, and say where the rules forbid it."""
    game = Game(record.start, touch_move=record.touch_move)
    for step in _steps(record):
        try:
            step.play(game)
        except (IllegalActionError, GameError) as error:
            reason = error.objection if isinstance(error, IllegalActionError) else error
            return RecordError(Code.AGAINST_THE_RULES, step.line, step.column, step.text, {"reason": str(reason)})
    return None


class _Step(NamedTuple):
    """Something that a record says has happened, where it says so, and the events that it consists of."""

    text: str
    line: int
    column: int
    events: tuple[Event, ...]
    turn: Turn | None = None
    """The turn that is played, which may claim to capture something."""
    outcome: Outcome | None = None
    """The outcome that the game must have afterwards."""

    def play(self, game: Game) -> None:
        """Let it happen in a game."""
        if self.turn and (objection := explain_capture(game.position, self.turn)):
            raise IllegalActionError(self.turn.move, objection)
        for event in self.events:
            game.apply(event)
        if self.outcome and game.outcome() != self.outcome:
            raise GameError(f"the record says that the game ended so: {self.outcome}; its turns do not")


def _steps(record: Record) -> Iterator[_Step]:
    for placement in record.placements:
        yield _Step(str(placement), 0, 0, (Act(placement),))
    mover = record.start.turn.other if record.start.hands else record.start.turn
    for node in record.main.nodes:
        yield _Step(str(node.turn), node.line, node.column, (*map(Act, node.turn.actions),), node.turn)
        if node.declined:
            answered = (ClaimRepetition(mover), DeclineDraw(mover.other))
            yield _Step(f"{node.turn} {DECLINED}", node.line, node.column, answered)
        mover = mover.other
    if record.start_known and not record.main.unread:
        yield from _last_steps(record, mover)


def _last_steps(record: Record, turn: Colour) -> Iterator[_Step]:
    """The open offer and the end, where it is a player's turn."""
    line, column, offer, outcome = record.end_line, record.end_column, record.offer, record.outcome
    if offer and not (outcome and _answers(outcome, offer)):
        event = ClaimRepetition(turn.other) if offer is PendingOffer.REPETITION else OfferDraw(Colour[offer.name])
        yield _Step(f"DrawOffer {offer.value}", line, column, (event,))
    if outcome:
        if offer and outcome.reason is Reason.AGREEMENT and offer is not PendingOffer.REPETITION:
            turn = Colour[offer.name]
        yield _Step(record.result, line, column, (*ending_events(outcome, turn),), outcome=outcome)


def _answers(outcome: Outcome, offer: PendingOffer) -> bool:
    """Whether a game that ended so ended with this offer."""
    if offer is PendingOffer.REPETITION:
        return outcome.reason in (Reason.REPETITION, Reason.INESCAPABLE)
    return outcome.reason is Reason.AGREEMENT
