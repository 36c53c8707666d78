"""The one place that knows the compiled module: what goes in and comes out is the library's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from barragoon.action import parse_action
from barragoon.engine.line import Line
from barragoon.engine.score import Score
from barragoon.engine.search.request import Root
from barragoon.engine.search.thread import Task
from barragoon.engine.solution import Solution, Verdict
from barragoon.errors import EngineError
from barragoon.position import Position

if TYPE_CHECKING:
    from barragoon.colour import Colour
    from barragoon.engine import _native

HOW_TO_BUILD = (
    "the compiled engine is missing: 'pip install .' in the project's folder builds it, "
    "for which a C++20 compiler (g++ or clang++) is needed"
)


def new_core(code_path: str = "") -> _native.Core:
    """A search engine of its own, or one sentence that says how to build it."""
    try:
        from barragoon.engine import _native
    except ImportError as error:
        raise EngineError(HOW_TO_BUILD) from error
    try:
        return _native.Core(code_path)
    except ValueError as error:
        raise EngineError(f"{code_path!r} is not a code path of the compiled engine here: {error}") from None


def set_root(core: _native.Core, root: Root) -> None:
    """Set the core to a position with the game that led to it."""
    core.set_position(_fen(root.start, root.start.number), [str(action) for action in root.actions])


@lru_cache(maxsize=16)
def _fen(position: Position, _number: int) -> str:
    """The FEN, which costs more than a short search, of a start that comes up for each action of a game again.

    The number is asked for because positions that differ in nothing else are equal.
    """
    return position.to_fen()


def search(core: _native.Core, task: Task, seconds: float | None, report: Callable[[Line], None]) -> Line:
    """Search in this thread until a limit is reached or the core is stopped; the best line."""
    actor = task.root.position.actor
    last: Line | None = None

    def told(found: _native.SearchLine) -> None:
        nonlocal last
        line = _line(found, actor)
        last = line if line.rank == 1 else last
        report(line)
        # A stop that came before the search had begun was lost; it is repeated here.
        if task.stopped.is_set():
            core.stop()

    found = core.search(
        depth=task.limit.depth or 0,
        nodes=task.limit.nodes or 0,
        seconds=seconds or 0.0,
        multipv=task.multipv,
        only=[str(action) for action in task.root.only],
        report=told,
    )
    best = _line(found, actor)
    # A depth that was cut short may have changed the choice all the same.
    if best.actions and (last is None or best.actions[0] != last.actions[0]):
        report(best)
    return best


def perft(core: _native.Core, task: Task, position: Position, depth: int) -> int:
    """Count in this thread until all is counted; a core that is stopped has nothing to tell."""
    set_root(core, Root.of(position))
    # A stop that came before the core was set to the position was forgotten by that.
    leaves = None if task.stopped.is_set() else core.perft(depth)
    if leaves is None:
        raise EngineError("the count was stopped")
    return leaves


def solve(core: _native.Core, task: Task, turns: int) -> Solution:
    """Solve in this thread until all is proven, a limit is reached or the core is stopped."""
    view = task.root.position.actor
    if task.stopped.is_set():  # before the core was set to the position, which made it forget that
        return Solution(Verdict.UNKNOWN, view, 0)
    found = core.solve(
        turns,
        nodes=task.limit.nodes or 0,
        seconds=task.limit.seconds or 0.0,
        only=[str(action) for action in task.root.only],
    )
    verdict = Verdict[found.verdict.name]
    # Between two turns of the winner's the opponent has one, and a turn of theirs that is under way ends first.
    both = 2 * found.turns - (task.root.position.turn is view)
    return Solution(
        verdict,
        view,
        found.turns,
        score=Score.win(both, view) if verdict is Verdict.WIN else None,
        actions=tuple(map(parse_action, found.actions)),
        nodes=found.nodes,
        seconds=found.seconds,
    )


def _line(found: _native.SearchLine, actor: Colour) -> Line:
    return Line(
        score=Score(found.score, actor),
        actions=tuple(map(parse_action, found.actions)),
        depth=found.depth,
        seldepth=found.seldepth,
        rank=found.multipv,
        nodes=found.nodes,
        seconds=found.seconds,
        hashfull=found.permille_full,
    )
