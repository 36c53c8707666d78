"""The only module that calls the compiled one; its functions take and return the library's own types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from barragoon.action import Action, Move, parse_action
from barragoon.colour import Colour
from barragoon.engine.judgement import Escape, Goal, Grade, Judgement
from barragoon.engine.line import SearchLine
from barragoon.engine.score import Score
from barragoon.engine.search.request import Request, Root
from barragoon.engine.solution import Solution, Verdict
from barragoon.errors import EngineError, EngineRequestError
from barragoon.position import Position
from barragoon.square import Square

if TYPE_CHECKING:
    from barragoon.engine import _native

HOW_TO_BUILD = (
    "the compiled engine is missing: 'pip install .' in the project's folder builds it, "
    "for which a C++20 compiler (g++ or clang++) is needed"
)


def new_core(instruction_set: str = "") -> _native.Core:
    """A search engine of its own, or one sentence that says how to build it."""
    try:
        from barragoon.engine import _native
    except ImportError as error:
        raise EngineError(HOW_TO_BUILD) from error
    try:
        return _native.Core(instruction_set)
    except ValueError as error:
        raise EngineRequestError(f"{instruction_set!r} is not an instruction set of this machine: {error}") from None


class GameInCore:
    """The game that a core stands in: where the next one only goes on, that alone is written."""

    def __init__(self, core: _native.Core) -> None:
        self._core = core
        self._start: Position | None = None
        self._actions: tuple[Action, ...] = ()

    def set(self, root: Root) -> None:
        """Set the core to a position with the game that led to it."""
        played = len(self._actions)
        goes_on = self._began_with(root.start) and root.actions[:played] == self._actions
        self._start = None  # until it is done
        if goes_on:
            self._core.advance([str(action) for action in root.actions[played:]])
        else:
            self._core.set_position(_fen(root.start, root.start.number), [str(action) for action in root.actions])
        self._start, self._actions = root.start, root.actions

    def _began_with(self, start: Position) -> bool:
        known = self._start
        return known is start or (known is not None and known == start and known.number == start.number)


@lru_cache(maxsize=16)
def _fen(position: Position, _number: int) -> str:
    """The FEN of a game's start, cached because it is needed for every action and costs more than a short search.

    The turn number is a parameter because equality of positions leaves it out.
    """
    return position.to_fen()


def search(
    core: _native.Core, request: Request, seconds: float | None, report: Callable[[SearchLine], None]
) -> SearchLine:
    """Search in this thread until a limit is reached or the core is stopped; the best line."""
    actor = request.root.position.actor
    last: SearchLine | None = None

    def on_line(found: _native.SearchLine) -> None:
        nonlocal last
        line = _line(found, actor)
        last = line if line.rank == 1 else last
        report(line)
        # A stop that came before the search had begun was lost, so it is repeated here.
        if request.stopped.is_set():
            core.stop()

    found = core.search(
        depth=request.limit.depth or 0,
        nodes=request.limit.nodes or 0,
        seconds=seconds or 0.0,
        multipv=request.multipv,
        only=[str(action) for action in request.root.only],
        report=on_line,
    )
    best = _line(found, actor)
    # The last depth may have changed the choice although it was cut short and not reported.
    if best.actions and (last is None or best.actions[0] != last.actions[0]):
        report(best)
    return best


def perft(core: _native.Core, request: Request, depth: int) -> int:
    """Count in this thread; a count that is stopped is an error."""
    # Setting the position clears an earlier stop, so the request is asked as well.
    leaves = None if request.stopped.is_set() else core.perft(depth)
    if leaves is None:
        raise EngineError("the count was stopped")
    return leaves


def solve(core: _native.Core, request: Request, turns: int) -> Solution:
    """Solve in this thread until all is proven, a limit is reached or the core is stopped."""
    view = request.root.position.actor
    if request.stopped.is_set():  # setting the position has cleared the core's own stop
        return Solution(Verdict.UNKNOWN, view, 0)
    found = core.solve(
        turns,
        nodes=request.limit.nodes or 0,
        seconds=request.limit.seconds or 0.0,
        only=[str(action) for action in request.root.only],
    )
    verdict = Verdict[found.verdict.name]
    # The opponent has a turn between two of the winner's, and a turn of the opponent's that is under way ends first.
    both = 2 * found.turns - (request.root.position.turn is view)
    return Solution(
        verdict,
        view,
        found.turns,
        score=Score.win(both, view) if verdict is Verdict.WIN else None,
        actions=tuple(map(parse_action, found.actions)),
        nodes=found.nodes,
        seconds=found.seconds,
    )


def solve_each(core: _native.Core, request: Request, turns: int) -> dict[Action, Verdict]:
    """Solve for each action in this thread; what a stop or a limit left undecided is unknown."""
    if request.stopped.is_set():
        return dict.fromkeys(request.root.allowed(), Verdict.UNKNOWN)
    found = core.solve_each(
        turns,
        nodes=request.limit.nodes or 0,
        seconds=request.limit.seconds or 0.0,
        only=[str(action) for action in request.root.only],
    )
    return {parse_action(action): Verdict[verdict.name] for action, verdict in found}


def judge(core: _native.Core, request: Request, goal: Goal, answer: Sequence[Action]) -> Judgement:
    """Judge an answer in this thread; one that is stopped is unproven."""
    if request.stopped.is_set():
        return Judgement(Grade.UNPROVEN, 0)
    from barragoon.engine import _native

    texts = [str(action) for action in answer]
    try:
        found = core.judge(_native.GoalKind[goal.kind.name], goal.turns, texts, nodes=request.limit.nodes or 0)
    except ValueError as error:
        raise EngineRequestError(str(error)) from None
    escapes = (
        Escape(Move.parse(way.move), tuple(tuple(map(Square.parse, path)) for path in way.paths))
        for way in found.escapes
    )
    return Judgement(
        Grade[found.grade.name],
        found.turns,
        line=tuple(map(parse_action, found.line)),
        escapes=tuple(escapes),
        nodes=found.nodes,
        seconds=found.seconds,
    )


def accepts_draw(core: _native.Core, request: Request, player: Colour, *, on_repetition: bool) -> bool:
    """Decide in this thread whether the computer accepts a draw that is offered to a player."""
    if request.stopped.is_set():  # setting the position has cleared the core's own stop
        return False
    only = [str(action) for action in request.root.only]
    return core.accepts_draw(player is Colour.WHITE, on_repetition, only)


def _line(found: _native.SearchLine, actor: Colour) -> SearchLine:
    return SearchLine(
        score=Score(found.score, actor),
        actions=tuple(map(parse_action, found.actions)),
        depth=found.depth,
        seldepth=found.seldepth,
        rank=found.rank,
        nodes=found.nodes,
        seconds=found.seconds,
        hashfull=found.hashfull,
    )
