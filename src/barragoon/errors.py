"""What goes wrong, each with the value that caused it.

All are :class:`BarragoonError`. What the caller's own input causes is a :class:`ValueError` too; what fails outside it,
such as an engine that has died, is a :class:`RuntimeError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from barragoon.action import Action
    from barragoon.objection import Objection
    from barragoon.setup import Defect, Setup

_SHOWN = 60


class BarragoonError(Exception):
    """The base of every error that this library raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy by what the error holds, since its arguments are not those it was made with."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[BarragoonError], args: tuple[object, ...], facts: dict[str, object]) -> BarragoonError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(facts)
    return error


class NotationError(BarragoonError, ValueError):
    """Text that can't be read; ``text`` is the offending piece, ``column`` where it stands, from 1.

    Errors of a FEN and of a game file also have a ``code`` with ``parameters``, for sentences in other languages.

    >>> from barragoon import Square
    >>> Square.parse("h1")
    Traceback (most recent call last):
    barragoon.errors.NotationError: 'h1' is not a square from a1 to g9
    """

    def __init__(
        self,
        text: str,
        problem: str,
        column: int | None = None,
        *,
        code: str = "",
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        """Say what is wrong with ``text``; the column is given where it helps."""
        self.code = code
        self.parameters: Mapping[str, object] = parameters or {}
        self.text = text
        self.problem = problem
        self.column = column
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
        place = "" if column is None else f"column {column}: "
        super().__init__(f"{place}{shown!r} {problem}")


class IllegalActionError(BarragoonError, ValueError):
    """An action that the rules forbid here; ``objection`` says why."""

    def __init__(self, action: Action, objection: Objection) -> None:
        """Report ``action`` with the objection to it."""
        self.action = action
        self.objection = objection
        super().__init__(f"{action}: {objection}")


class PositionError(BarragoonError, ValueError):
    """A set-up that can't occur in a game; ``defects`` is the set of its faults."""

    def __init__(self, setup: Setup, defects: Defect) -> None:
        """Report every defect of ``setup`` in one sentence."""
        self.setup = setup
        self.defects = defects
        super().__init__("this position can't occur: " + "; ".join(d.sentence for d in defects))


class GameError(BarragoonError, ValueError):
    """Something that the state of the game does not allow, such as answering an offer nobody made."""


class EngineError(BarragoonError, RuntimeError):
    """An engine that can't do what it was asked: it is missing, has died, keeps silent or talks nonsense."""


class EngineRequestError(EngineError, ValueError):
    """A request that no engine can fulfil, such as a search that is limited to 0 nodes, or level 11."""
