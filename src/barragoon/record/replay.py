"""From a game to its record and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from barragoon.action import Move, Placement, Turn
from barragoon.colour import Colour
from barragoon.errors import GameError, IllegalActionError
from barragoon.game import Game
from barragoon.outcome import Outcome, Reason
from barragoon.record.fault import Code, RecordError
from barragoon.record.record import Record
from barragoon.record.tags import PendingOffer
from barragoon.record.tree import Line, Node
from barragoon.record.writer import DECLINED


def record_game(game: Game, tags: Mapping[str, str]) -> Record:
    """Write down all that a game knows, except what was touched in the current action."""
    record = Record(tags, game.start, touch_move=game.touch_move, outcome=game.outcome(), offer=_pending(game))
    record.placements = _first_placements(game)
    record.main = Line([Node(turn) for turn in _turns(game)])
    # A turn under way at the start may or may not count as one: reckon from the end.
    finished = len(record.main.nodes) - bool(record.main.nodes and game.position.hands)
    for turns_played in game.refusals():
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


def replay(record: Record) -> Game:
    """Play the main line of a record through."""
    game = _begun(record)
    for _ in _steps(game, record):
        pass
    return game


def check(record: Record) -> RecordError | None:
    """Play the main line of a record through, and tell where the rules forbid it."""
    step = _Step("")
    try:
        for step in _steps(_begun(record), record):  # noqa: B007  # the last one is the one that fails
            pass
    except (IllegalActionError, GameError) as error:
        return step.blamed(error)
    return None


class _Step(NamedTuple):
    """Something that a record says has happened."""

    text: str
    line: int = 0
    column: int = 0

    def blamed(self, error: IllegalActionError | GameError) -> RecordError:
        reason = error.objection if isinstance(error, IllegalActionError) else error
        return RecordError(Code.AGAINST_THE_RULES, self.line, self.column, self.text, {"reason": str(reason)})


def _begun(record: Record) -> Game:
    return Game(record.start, touch_move=record.touch_move)


def _steps(game: Game, record: Record) -> Iterator[_Step]:
    """Play a game step by step, naming each step before it is taken."""
    for placement in record.placements:
        yield _Step(str(placement))
        game.push(placement)
    for node in record.main.nodes:
        yield _Step(str(node.turn), node.line, node.column)
        game.push_turn(node.turn)
        if node.declined:
            yield _Step(f"{node.turn} {DECLINED}", node.line, node.column)
            _offer_repetition(game)
            game.decline_draw(game.position.turn)
    if not record.main.unread:
        yield from _last_steps(game, record)


def _last_steps(game: Game, record: Record) -> Iterator[_Step]:
    if record.offer:
        yield _Step(f"DrawOffer {record.offer.value}", record.end_line, record.end_column)
        _renew_offer(game, record.offer)
    yield _Step(record.result, record.end_line, record.end_column)
    _end(game, record.outcome)


def _offer_repetition(game: Game) -> None:
    game.offer_repetition(game.position.turn.other)


def _renew_offer(game: Game, offer: PendingOffer) -> None:
    if offer is PendingOffer.REPETITION:
        _offer_repetition(game)
    else:
        game.offer_draw(Colour[offer.name])


def _end(game: Game, outcome: Outcome | None) -> None:
    if outcome is None or outcome == game.outcome():
        return
    _declare(game, outcome)
    if game.outcome() != outcome:
        raise GameError(f"the record says that the game ended so: {outcome}; its turns do not")


def _declare(game: Game, outcome: Outcome) -> None:
    turn = game.position.turn
    match outcome.reason, outcome.winner:
        case Reason.RESIGNATION, Colour() as winner:
            game.resign(winner.other)
        case Reason.TIME, Colour() as winner:
            game.lose_on_time(winner.other)
        case Reason.AGREEMENT, None:
            game.offer_draw(turn)
            game.accept_draw(turn.other)
        case Reason.REPETITION, None:
            _offer_repetition(game)
            game.accept_draw(turn)
        case Reason.INESCAPABLE, None:
            _offer_repetition(game)
