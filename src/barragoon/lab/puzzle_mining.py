"""Puzzles out of games, by proof: fresh forced wins with one first move, and placements that nearly all lose.

A puzzle to win is a fresh forced win: a turn earlier none was proven for the same player, and exactly one first move
wins. A puzzle to hold begins after a tile was lost: all but a few placements lose in the turn under way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator

from barragoon.action import Action, Move
from barragoon.engine import Engine, Goal, Grade, Limit, Verdict
from barragoon.game import Game
from barragoon.lab.mined_puzzle import Puzzle
from barragoon.position import Position

MOST_TILES = 11
MOST_BARRAGOONS = 26
MOST_MOVABLE = 2
"""Of 85 forced wins within three turns that 1,470 positions had, none was against more tiles that can move."""

MOST_SQUARES = 4
"""A placement on more squares than these, but not on nearly all, is no one answer."""

MOST_HOLDING = 40
LONGEST_WIN = 3
HOLD = "hold 1"
GOALS = (*(f"win {turns}" for turns in range(1, LONGEST_WIN + 1)), HOLD)
LOOKING = Limit(nodes=60_000)
PROVING = Limit(nodes=5_000_000)
SLOWER = Limit(nodes=60_000)
SLOWER_TURNS = 2
MOVABLE_IN_DANGER = 3
SAMPLE = 20
LOSING_IN_SAMPLE = 14


def puzzles_of(
    game: Game,
    engine: Engine,
    goals: Collection[str] = GOALS,
    *,
    is_promising: Callable[[int], bool] = lambda _: True,
) -> Iterator[Puzzle]:
    """At most one puzzle of each goal: neighbours look alike.

    Wins are looked for only in the turns that are promising, by their index in the game: where a search has seen one.
    """
    yield from wins_of(game, engine, goals, is_promising)
    if HOLD in goals:
        yield from next_or_none(holds_of(game, engine))


def next_or_none(puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
    """The first of them, if any."""
    for puzzle in puzzles:
        yield puzzle
        return


# -- to win ---------------------------------------------------------------------------------------------------


def wins_of(
    game: Game, engine: Engine, goals: Collection[str], is_promising: Callable[[int], bool]
) -> Iterator[Puzzle]:
    """Fresh forced wins with one first move: the opponent's turn before each was the mistake."""
    turns = [*game.turns_with_positions()]
    found = set[int]()
    for index in range(2, len(turns)):
        position = turns[index][0]
        if not is_promising(index) or not may_be_won(position):
            continue
        solution = engine.solve(position, LONGEST_WIN, LOOKING)
        is_wanted = solution.wins and solution.turns not in found and f"win {solution.turns}" in goals
        if is_wanted and not engine.solve(turns[index - 2][0], LONGEST_WIN, LOOKING).wins:
            before, played = turns[index - 1]
            if puzzle := win_of(engine, position, solution.turns, before, played.actions):
                found.add(solution.turns)
                yield puzzle


def may_be_won(position: Position) -> bool:
    """Whether it is worth to look for a win, and the board is one that a person can look at."""
    player, opponent = position.turn, position.turn.other
    return (
        len(position.tiles(player)) + len(position.tiles(opponent)) <= MOST_TILES
        and len(position.barragoons()) <= MOST_BARRAGOONS
        and len(position.movable_tiles(opponent)) <= MOST_MOVABLE
        and len(position.movable_tiles(player)) > 1
    )


def win_of(
    engine: Engine, position: Position, turns: int, before: Position, played: tuple[Action, ...]
) -> Puzzle | None:
    """The puzzle of a forced win, if it has one solution that the page can judge."""
    verdicts = engine.solve_each(position, turns, PROVING)
    winning = [action for action, verdict in verdicts.items() if verdict is Verdict.WIN]
    if Verdict.UNKNOWN in verdicts.values() or len(winning) != 1:
        return None
    first = winning[0]
    accepted = accepted_after(engine, position.play(first), turns) if places_next(position, first) else ()
    if accepted is None or not can_be_judged(engine, position, turns, first):
        return None
    others = [action for action in verdicts if action != first]
    slower = engine.solve_each(position, turns + SLOWER_TURNS, SLOWER, only=others) if others else {}
    return Puzzle(position, Goal.win(turns), first, accepted, Verdict.WIN not in slower.values(), before, tuple(played))


def places_next(position: Position, first: Action) -> bool:
    """Whether the player who moved places a barragoon before anybody else acts."""
    after = position.play(first)
    return bool(after.hands) and after.actor is position.actor


def accepted_after(engine: Engine, position: Position, turns: int) -> tuple[Action, ...] | None:
    """All placements that keep the win; none if they are too scattered to be one answer, or not all are proven."""
    verdicts = engine.solve_each(position, turns, PROVING)
    if Verdict.UNKNOWN in verdicts.values():
        return None
    accepted = tuple(sorted(action for action, verdict in verdicts.items() if verdict is Verdict.WIN))
    squares = {action.square for action in accepted if not isinstance(action, Move)}
    nearly_all = len(accepted) > 0.8 * len(verdicts)
    return accepted if nearly_all or len(squares) <= MOST_SQUARES else None


def can_be_judged(engine: Engine, position: Position, turns: int, first: Action) -> bool:
    """Whether the page's judge proves each action of the winner's along the line of the proof."""
    player, left = position.actor, turns
    for action in engine.solve(position, turns, PROVING, only=[first]).actions:
        if position.actor is player and engine.judge(position, Goal.win(left), action).grade is not Grade.RIGHT:
            return False
        following = position.play(action)
        left -= position.turn is player and following.turn is not player
        position = following
    return True


# -- to hold --------------------------------------------------------------------------------------------------


def holds_of(game: Game, engine: Engine) -> Iterator[Puzzle]:
    """Placements after the loss of a tile, nearly all of which lose at once."""
    for before, turn in game.turns_with_positions():
        position = before.play(turn.move)
        loser = before.turn.other
        in_danger = position.hands[:1] == (loser,) and 0 < len(position.movable_tiles(loser)) <= MOVABLE_IN_DANGER
        if not in_danger or len(position.barragoons()) > MOST_BARRAGOONS or position.outcome() is not None:
            continue
        actions = sorted(position.legal_actions())
        sample = random.Random(len(actions)).sample(actions, min(SAMPLE, len(actions)))  # noqa: S311 - no secret
        if sum(not holds(engine, position, action) for action in sample) < LOSING_IN_SAMPLE:
            continue
        accepted = tuple(action for action in actions if holds(engine, position, action))
        if 0 < len(accepted) <= MOST_HOLDING:
            yield Puzzle(position, Goal.hold(1), None, accepted, clean=True, before=before, played=(turn.move,))


def holds(engine: Engine, position: Position, action: Action) -> bool:
    """Whether the opponent has no win in the turn under way for sure."""
    return engine.judge(position, Goal.hold(1), action).grade is Grade.RIGHT
