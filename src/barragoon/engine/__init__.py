"""Engines: ask one what to play, follow its search, let two of them play each other.

>>> from barragoon import Position
>>> from barragoon.engine import Engine, Limit
>>> with Engine() as engine:
...     lines = engine.analyse(Position.start(), Limit(depth=4), multipv=2)
>>> [line.rank for line in lines]
[1, 2]
"""

import warnings
from typing import TYPE_CHECKING

from barragoon.engine.base import AbstractEngine
from barragoon.engine.judgement import Escape, Goal, GoalKind, Grade, Judgement
from barragoon.engine.limit import Clock, Limit
from barragoon.engine.line import PlayResult, SearchLine
from barragoon.engine.match.players import GreedyPlayer, RandomPlayer
from barragoon.engine.native import Engine
from barragoon.engine.option import Option
from barragoon.engine.python_engine import PythonEngine, Question
from barragoon.engine.score import Score
from barragoon.engine.search.stream import Analysis, AsyncAnalysis
from barragoon.engine.solution import Solution, Verdict
from barragoon.engine.ubi.server import serve_ubi
from barragoon.engine.ubi_engine import UbiEngine
from barragoon.errors import EngineError, EngineRequestError

if not TYPE_CHECKING:  # a type checker knows the new name alone

    def __getattr__(name: str) -> object:
        """Know the old name of :class:`SearchLine`, which game files have for something else."""
        if name == "Line":
            warnings.warn("barragoon.engine.Line is now barragoon.engine.SearchLine", DeprecationWarning, stacklevel=2)
            return SearchLine
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AbstractEngine",
    "Analysis",
    "AsyncAnalysis",
    "Clock",
    "Engine",
    "EngineError",
    "EngineRequestError",
    "Escape",
    "Goal",
    "GoalKind",
    "Grade",
    "GreedyPlayer",
    "Judgement",
    "Limit",
    "Option",
    "PlayResult",
    "PythonEngine",
    "Question",
    "RandomPlayer",
    "Score",
    "SearchLine",
    "Solution",
    "UbiEngine",
    "Verdict",
    "serve_ubi",
]
