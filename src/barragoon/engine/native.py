"""The engine in C++, in this process."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from barragoon.action import Action, as_action
from barragoon.engine.base import AbstractEngine
from barragoon.engine.judgement import Goal, Judgement
from barragoon.engine.limit import Limit
from barragoon.engine.search.core import GameInCore, accepts_draw, judge, new_core, perft, search, solve, solve_each
from barragoon.engine.search.request import PositionOrGame, Request, Root
from barragoon.engine.search.thread import BestAction, Calculation, Listener, Report, SearchThread
from barragoon.engine.search.time_budget import OVERHEAD, seconds_for
from barragoon.engine.solution import Solution, Verdict
from barragoon.errors import EngineError, EngineRequestError
from barragoon.game import Game
from barragoon.position import Position

if TYPE_CHECKING:
    from barragoon.engine import _native

HASH = 16
"""Megabytes for the transposition table by default."""

MOST_HASH = 65_536
MOST_THREADS = 256
MOST_CONTEMPT = 1_000
MOST_SEED = 999_999_999
LADDER = 2
"""Which levels are meant: 1 are the ten of games that were begun before there were twelve."""

LEVELS = range(1, 13)
"""Playing strengths, from one that a child can beat to full strength."""

LEVELS_OF_LADDER = {1: range(1, 11), LADDER: LEVELS}
"""The levels by ladder. A game that was begun with one of the first ladder goes on with it."""


class Engine(AbstractEngine):
    """The native engine: it searches in a thread of its own and leaves Python free meanwhile.

    >>> from barragoon import Game
    >>> from barragoon.engine import Limit
    >>> with Engine() as engine:
    ...     result = engine.play(Game(), Limit(nodes=1000))
    >>> result.action in Game().legal_actions()
    True
    """

    name = "native"

    def __init__(  # noqa: PLR0913 - one keyword a setting
        self,
        *,
        level: int | None = None,
        seed: int = 0,
        ladder: int = LADDER,
        hash_megabytes: int = HASH,
        threads: int = 1,
        overhead: float = OVERHEAD,
        instruction_set: str = "",
    ) -> None:
        """Set it up; ``overhead`` is the seconds that an action may lose between here and a clock."""
        super().__init__()
        if not 0 <= overhead < math.inf:
            raise EngineRequestError(f"an overhead of {overhead} seconds is not possible")
        self.overhead = overhead
        self._closed = False
        self._core = new_core(instruction_set)
        self._game = GameInCore(self._core)
        self.set_hash(hash_megabytes)
        self.set_threads(threads)
        self.set_level(level, seed, ladder)

    def set_hash(self, megabytes: int) -> None:
        """Resize the transposition table; what it held is lost, unless there is no memory for the new one."""
        _require("a transposition table of", megabytes, MOST_HASH, "MB")
        self._require_ready()
        try:
            self._core.set_hash(megabytes)
        except MemoryError:
            raise EngineError(f"a transposition table of {megabytes} MB does not fit into memory") from None

    def set_threads(self, threads: int) -> None:
        """Search with so many threads; with more than one, node counts differ from run to run."""
        _require("a search with", threads, MOST_THREADS, "threads")
        self._require_ready()
        self._core.set_threads(threads)

    def set_contempt(self, contempt: int) -> None:
        """Make a draw worth so many hundredths less than an even game, for the player that the engine searches for."""
        if not -MOST_CONTEMPT <= contempt <= MOST_CONTEMPT:
            raise EngineRequestError(f"a contempt of {contempt} is not possible: at most {MOST_CONTEMPT} was expected")
        self._require_ready()
        self._core.set_contempt(contempt)

    def set_level(self, level: int | None, seed: int = 0, ladder: int = LADDER) -> None:
        """Play as strong as a level says, or as strong as possible (None); the seed varies what a level gets wrong.

        A level is a number of nodes and an error of judgement, so it plays the same on every machine. The last one errs
        in nothing: it is full strength within a million nodes. ``ladder`` is 1 for the levels of earlier versions.
        """
        if ladder not in LEVELS_OF_LADDER:
            raise EngineRequestError(f"there is no ladder {ladder}: 1 or {LADDER} was expected")
        levels = LEVELS_OF_LADDER[ladder]
        if level is not None and level not in levels:
            raise EngineRequestError(f"there is no level {level}: from {levels[0]} to {levels[-1]} were expected")
        if not 0 <= seed <= MOST_SEED:
            raise EngineRequestError(f"a seed of {seed} is not possible: from 0 to {MOST_SEED} were expected")
        self._require_ready()
        self._core.set_level(level or 0, seed, ladder)
        self.name = "native" if level is None else f"level {level}"

    def new_game(self) -> None:
        """Forget everything that earlier searches learnt."""
        self._require_ready()
        self._core.new_game()

    def perft(self, position: PositionOrGame, depth: int) -> int:
        """Count the action sequences of a length; Ctrl-C ends it."""
        request = Request.perft(position, depth)
        return Calculation(request, lambda it: self._perft(it, it.root.position, depth), self._begin).wait()

    def begin_perft(
        self, position: PositionOrGame, depth: int, report: Callable[[Action, int], None], listener: Listener
    ) -> SearchThread:
        """Start to count behind each first action; each count goes to the report, the end to the listener."""

        def divide(request: Request, _report: Report) -> BestAction:
            for action in sorted(request.root.position.legal_actions()) if depth else ():
                report(action, self._perft(request, request.root.position.after(action), depth - 1))
            return BestAction(None)

        return self._begin(Request.perft(position, depth), divide, listener)

    def evaluate(self, position: PositionOrGame) -> _native.EvaluationTerms:
        """What the position is worth without looking ahead, term by term."""
        self._set(position)
        return self._core.evaluate()

    def solve(
        self, position: PositionOrGame, turns: int, limit: Limit | None = None, *, only: Collection[Action] = ()
    ) -> Solution:
        """Prove whether the actor wins by force within so many turns of their own, the one under way included.

        Every legal reply is answered, all placements included, so a win is a proof and so is "no win"; a limit in nodes
        or seconds may leave it undecided. Of a game's history only the duty to leave a repetition counts: a draw
        can't be forced on a player who declines it. With ``only``, the win must begin with one of these actions.
        Ctrl-C ends it, and so does ``close`` from another thread.

        >>> from barragoon import Position
        >>> with Engine() as engine:
        ...     solution = engine.solve(Position.from_fen("7/7/7/7/3z3/7/7/3D3/7 w"), turns=1)
        >>> print(solution, *solution.actions, sep="; ")
        White wins by force in 1 turn of White's own; d2d5
        """
        request = Request.solve(position, turns, limit, only)
        return Calculation(request, lambda request: self._solve(request, turns), self._begin).wait()

    async def solve_async(
        self, position: PositionOrGame, turns: int, limit: Limit | None = None, *, only: Collection[Action] = ()
    ) -> Solution:
        """Solve without blocking the event loop; being cancelled ends it."""
        request = Request.solve(position, turns, limit, only)
        return await Calculation(request, lambda request: self._solve(request, turns), self._begin).wait_async()

    def solve_each(
        self, position: PositionOrGame, turns: int, limit: Limit | None = None, *, only: Collection[Action] = ()
    ) -> dict[Action, Verdict]:
        """Say of each legal action, or of those in ``only``, whether the actor wins with it within so many turns.

        A limit in nodes is for each of them, one in seconds for all. Proofs share what they find out, so this is much
        faster than one :meth:`solve` each, most of all for the hundreds of placements.

        >>> from barragoon import Position
        >>> with Engine() as engine:
        ...     verdicts = engine.solve_each(Position.from_fen("7/7/7/7/3z3/7/7/3D3/7 w"), turns=1)
        >>> [str(action) for action, verdict in verdicts.items() if verdict is Verdict.WIN]
        ['d2d5']
        """
        request = Request.solve(position, turns, limit, only)
        return Calculation(request, lambda request: self._solve_each(request, turns), self._begin).wait()

    def judge(
        self, position: PositionOrGame, goal: Goal, *answer: Action | str, limit: Limit | None = None
    ) -> Judgement:
        """Judge an answer by proof: does it reach the goal, and if not, why not.

        An answer is one action or several in a row, at most the rest of the player's turn. Its judgement is the same in
        the page and here, on every machine, because it depends on nodes alone, and what was proven before plays no
        part. A limit in nodes is for the proof that decides.

        >>> from barragoon import Position
        >>> position = Position.from_fen("z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1")
        >>> with Engine() as engine:
        ...     closed = engine.judge(position, Goal.win(1), "d1d4", "@a8x")
        ...     crossed = engine.judge(position, Goal.win(1), "d1d4", "@a8|")
        >>> closed.grade.value, crossed.grade.value, [str(escape.move) for escape in crossed.escapes]
        ('right', 'wrong', ['a9a7'])
        """
        request = Request.judge(position, goal, limit)
        actions = [as_action(action) for action in answer]
        return Calculation(request, lambda request: self._judge(request, goal, actions), self._begin).wait()

    async def accepts_draw_async(self, game: Game) -> bool:
        """Whether the computer should accept the draw that is offered in a game, by ``engine/src/draw_policy.hpp``.

        It searches at full strength, so the answer is the same for every level and seed, and forgets what earlier
        searches learnt. Nothing blocks the event loop; :meth:`stop` makes it decide at once.
        """
        offer = game.offer
        if offer is None:
            raise EngineRequestError("nobody has offered a draw")
        player, on_repetition = offer.player.other, offer.duty is not None

        def decide(request: Request) -> bool:
            self._game.set(request.root)
            return accepts_draw(self._core, request, player, on_repetition=on_repetition)

        request = Request.search(game, Limit(infinite=True))
        return await Calculation(request, decide, self._begin).wait_async()

    def close(self) -> None:
        """End a search that still runs."""
        super().close()
        self._closed = True

    def _search(self, request: Request, report: Report) -> BestAction:
        self._game.set(request.root)
        best = search(self._core, request, seconds_for(request.limit, request.root.position, self.overhead), report)
        actions = best.actions or (next(iter(request.root.allowed())),)
        return BestAction(*actions[:2])

    def _perft(self, request: Request, position: Position, depth: int) -> int:
        self._game.set(Root.of(position))
        return perft(self._core, request, depth)

    def _solve(self, request: Request, turns: int) -> Solution:
        self._game.set(request.root)
        return solve(self._core, request, turns)

    def _solve_each(self, request: Request, turns: int) -> dict[Action, Verdict]:
        self._game.set(request.root)
        return solve_each(self._core, request, turns)

    def _judge(self, request: Request, goal: Goal, answer: list[Action]) -> Judgement:
        self._game.set(request.root)
        return judge(self._core, request, goal, answer)

    def _interrupt(self) -> None:
        self._core.stop()

    def _set(self, position: PositionOrGame) -> None:
        self._require_ready()
        self._game.set(Root.of(position))

    def _require_ready(self) -> None:
        with self._lock:
            self._require_idle()

    def _require_idle(self) -> None:
        super()._require_idle()
        if self._closed:
            raise EngineError("this engine was closed")


def _require(what: str, number: int, most: int, unit: str) -> None:
    if not 1 <= number <= most:
        raise EngineRequestError(f"{what} {number} {unit} is not possible: from 1 to {most} were expected")
