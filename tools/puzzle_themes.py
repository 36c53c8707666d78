"""What a puzzle is about, read from the line that the solver proves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from barragoon import Action, Colour, Face, Move, Placement, Position, Reason
from barragoon.engine import Engine, GoalKind, Verdict
from barragoon.lab.mined_puzzle import Puzzle
from barragoon.position import MoveKind
from shipped_puzzle import SOFT

FEW_FACES = 4
FEW_TILES = 6
MANY_TILES = 9
TWO = 2
TWO_EXITS = frozenset("+|-")

Step = tuple[Position, Action]
"""An action and the position in which it is played."""


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes in a fixed order; by an engine of its own, because a line may depend on what was proven before."""
    with Engine(hash_megabytes=1) as engine:
        found = [*(_themes_of_hold(puzzle) if puzzle.goal.kind is GoalKind.HOLD else _themes_of_win(puzzle, engine))]
    found += [*_themes_of_position(puzzle)]
    return (*found, *([] if puzzle.clean else [SOFT]))


def _themes_of_hold(puzzle: Puzzle) -> Iterator[str]:
    yield "door"
    if all(one.face.value in TWO_EXITS for one in puzzle.accepted if isinstance(one, Placement)):
        yield "twoexits"


def _themes_of_position(puzzle: Puzzle) -> Iterator[str]:
    position = puzzle.position
    if position.reserve <= 1:
        yield "lastcube"
    tiles = sum(len(position.tiles(colour)) for colour in Colour)
    if tiles <= FEW_TILES:
        yield "few"
    elif tiles >= MANY_TILES:
        yield "many"


def _themes_of_win(puzzle: Puzzle, engine: Engine) -> Iterator[str]:
    assert puzzle.first is not None, "a win begins with a move"
    yield f"in{puzzle.goal.turns}"
    steps = _steps(puzzle, engine)
    yield from _themes_of_end(steps)
    yield from _themes_of_line(steps, puzzle.position.turn)
    yield from _themes_of_answers(puzzle)
    if puzzle.goal.turns > 1:
        yield from _themes_of_first_turn(puzzle, steps, engine)
    if any(puzzle.position.stages) and not _wins_without_stages(puzzle, engine):
        yield "express"


def _steps(puzzle: Puzzle, engine: Engine) -> list[Step]:
    assert puzzle.first is not None, "a win begins with a move"
    position, steps = puzzle.position, list[Step]()
    for action in engine.solve(position, puzzle.goal.turns, only=[puzzle.first]).actions:
        steps.append((position, action))
        position = position.play(action)
    return steps


def _themes_of_end(steps: list[Step]) -> Iterator[str]:
    """How the game ends."""
    before, last = steps[-1]
    outcome = before.play(last).outcome()
    assert outcome is not None, "the line of a proof ends the game"
    if outcome.reason is Reason.NO_TILES:
        yield "lasttile"
    if outcome.reason is not Reason.BLOCKED:
        return
    yield "walled" if isinstance(last, Placement) else "ownwall"
    loser = outcome.winner.other if outcome.winner else before.turn.other
    if isinstance(last, Placement) and len(before.movable_tiles(loser)) > 1:
        yield "cut2"
    last_turn = next(step for step in reversed(steps) if isinstance(step[1], Move))
    if isinstance(last, Placement) and _takes(*last_turn) is MoveKind.TAKES_TILE and before.actor is before.turn:
        yield "takeclose"


def _themes_of_line(steps: list[Step], winner: Colour) -> Iterator[str]:
    """What happens on the way."""
    first_position, first = steps[0]
    if _takes(first_position, first) is None:
        yield "quiet"
    if any(
        position.turn is not winner and _takes(position, action) is MoveKind.TAKES_TILE for position, action in steps
    ):
        yield "gift"
    placed = set[object]()
    crossed = bent = False
    for position, action in steps:
        if isinstance(action, Placement):
            placed |= {action.square} if position.actor is winner else set()
        elif position.turn is winner:
            ways = [path.squares[1:-1] for path in position.paths(action)]
            crossed |= any(square in placed for way in ways for square in way)
            bent |= turns_on_a_barragoon(position, action)
    if crossed:
        yield "road"
    if bent:
        yield "bend"
    if _frees(first_position, first):
        yield "free"


def _themes_of_answers(puzzle: Puzzle) -> Iterator[str]:
    """Which faces are right."""
    placements = [one for one in puzzle.accepted if isinstance(one, Placement)]
    if not placements:
        return
    assert puzzle.first is not None, "a win begins with a move"
    faces = [[one.face for one in group] for _, group in groupby(placements, key=lambda one: one.square)]
    if max(map(len, faces)) <= FEW_FACES:
        yield "face"
    after = puzzle.position.play(puzzle.first)
    only_all_turns = all(one.face.value == "+" for one in placements)
    if only_all_turns and any(_two_tile_takes(after, one) for one in placements):
        yield "armour"


def _themes_of_first_turn(puzzle: Puzzle, steps: list[Step], engine: Engine) -> Iterator[str]:
    """What the opponent is left with after it."""
    winner = puzzle.position.turn
    left = next(position for position, _ in steps if position.turn is not winner and not position.hands)
    moves = [move for move in left.legal_actions() if isinstance(move, Move)]
    if moves and all(_can_be_taken(left.play(move), move, winner) for move in moves):
        yield "exit"
    passed = left.setup()
    passed.turn = winner
    if engine.solve(Position(passed), puzzle.goal.turns - 1).verdict is Verdict.NO_WIN:
        yield "mustmove"


def _wins_without_stages(puzzle: Puzzle, engine: Engine) -> bool:
    plain = puzzle.position.setup()
    plain.stages = (0, 0)
    position = Position(plain)
    return position.outcome() is None and engine.solve(position, puzzle.goal.turns).wins


def _takes(position: Position, action: Action) -> MoveKind | None:
    """What a move takes, if anything."""
    kind = position.kind(action) if isinstance(action, Move) else None
    return kind if kind in {MoveKind.TAKES_TILE, MoveKind.TAKES_BARRAGOON} else None


def turns_on_a_barragoon(position: Position, action: Action) -> bool:
    """Whether a run turns where a barragoon stands, however it goes."""
    ways = position.paths(action) if isinstance(action, Move) else ()
    return bool(ways) and all(way.corner is not None and isinstance(position[way.corner], Face) for way in ways)


def _frees(position: Position, first: Action) -> bool:
    """Whether the first move takes a barragoon that kept another tile of one's own from moving."""
    if not isinstance(first, Move) or _takes(position, first) is not MoveKind.TAKES_BARRAGOON:
        return False
    after = position.play(first)
    stuck = set(position.tiles(position.turn)) - set(position.movable_tiles(position.turn))
    return bool(stuck & set(after.movable_tiles(position.turn)))


def _two_tile_takes(after: Position, placement: Placement) -> bool:
    """Whether a 2-tile of the opponent could take a barragoon there that shows No Way."""
    closed = after.play(Placement(placement.square, Face("x")))
    twos = [square for square, tile in closed.tiles(after.actor.other).items() if tile.value == TWO]
    return any(placement.square in closed.targets(square) for square in twos)


def _can_be_taken(after: Position, move: Move, winner: Colour) -> bool:
    return any(move.target in after.targets(square) for square in after.tiles(winner))
