"""Engines written in Python: one method to write, and the rest of the project can use it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from typing import ClassVar

from barragoon.action import Action, as_action
from barragoon.engine.base import AbstractEngine
from barragoon.engine.limit import Limit
from barragoon.engine.line import SearchLine
from barragoon.engine.option import Option
from barragoon.engine.score import Score
from barragoon.engine.search.request import Request
from barragoon.engine.search.thread import BestAction, Report
from barragoon.engine.search.time_budget import seconds_for
from barragoon.errors import EngineError
from barragoon.position import Position


class Question:
    """What an engine is asked: where it stands, what it may play and how long it may think."""

    def __init__(self, request: Request, report: Report, overhead: float) -> None:
        self._request = request
        self._report = report
        self._overhead = overhead

    @property
    def position(self) -> Position:
        """The position to play in; its ``actor`` is the player to think for."""
        return self._request.root.position

    @property
    def start(self) -> Position:
        """The position that the game began with."""
        return self._request.root.start

    @property
    def history(self) -> tuple[Action, ...]:
        """All that was done since the start."""
        return self._request.root.actions

    @property
    def allowed(self) -> Collection[Action]:
        """What may be played: the legal actions less what a duty or a touch forbids. Never empty."""
        return self._request.root.allowed()

    @property
    def limit(self) -> Limit:
        """The limit as it was given."""
        return self._request.limit

    @property
    def seconds(self) -> float | None:
        """How long the answer may take by the limit, a clock being divided already; None if it sets no time."""
        return seconds_for(self._request.limit, self.position, self._overhead)

    @property
    def lines(self) -> int:
        """How many lines are wanted (``multipv``); it is no fault to report fewer."""
        return self._request.multipv

    @property
    def stopped(self) -> bool:
        """Whether the answer is wanted at once; look at it now and then."""
        return self._request.stopped.is_set()

    def report(self, score: Score | int, *actions: Action | str, depth: int = 1, nodes: int = 0, rank: int = 1) -> None:
        """Show a line of play that was found, as often as there is a better one. A plain score is for the actor."""
        scored = score if isinstance(score, Score) else Score.cp(score, self.position.actor)
        line = tuple(map(as_action, actions))
        self._report(SearchLine(scored, line, depth=depth, seldepth=depth, rank=rank, nodes=nodes))


class PythonEngine(AbstractEngine):
    """Write :meth:`choose` and it is an engine: ask it, put it into a match, serve it over UBI.

    >>> from barragoon.engine import Limit
    >>> class First(PythonEngine):
    ...     name = "first"
    ...     def choose(self, question):
    ...         return min(question.allowed)
    >>> str(First().play(Position.start(), Limit(nodes=1)).action)
    'b1a3'
    """

    author = "unknown"
    options: ClassVar[tuple[Option, ...]] = ()
    """What can be set; over UBI a GUI shows them."""

    @abstractmethod
    def choose(self, question: Question) -> Action | str:
        """The action to play, one of ``question.allowed``; called in a thread that does nothing else meanwhile."""

    def set_option(self, name: str, value: int) -> None:
        """Take over the value of one of the ``options``."""
        raise NotImplementedError(f"{type(self).__name__} declares options and does not take {name} = {value}")

    def _search(self, request: Request, report: Report) -> BestAction:
        action = self._chosen(Question(request, report, self.overhead))
        if action not in request.root.allowed():
            objection = request.root.position.explain(action) or "it is ruled out here"
            raise EngineError(f"{self.name} wants to play {action}: {objection}")
        return BestAction(action)

    def _chosen(self, question: Question) -> Action:
        """The answer; whatever goes wrong is this engine's fault, and a match must go on."""
        try:
            return as_action(self.choose(question))
        except EngineError:
            raise
        except Exception as error:
            raise EngineError(f"{self.name} failed: {type(error).__name__}: {error}") from error
