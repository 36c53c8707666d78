"""With what the games of an environment begin, and how long they may get."""

from __future__ import annotations

from dataclasses import dataclass

from barragoon.position import Position

MAX_ACTIONS = 800
"""Random games have 416 actions on average; one in a hundred is longer than this."""


@dataclass(frozen=True, slots=True)
class Start:
    """The options that all environments share.

    >>> Start(open=True, stages=(0, 1)).fen()
    '1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1 w - 24 01 1'
    """

    open: bool = False
    stages: tuple[int, int] = (0, 0)
    from_fen: str | None = None
    max_actions: int = MAX_ACTIONS

    def __post_init__(self) -> None:
        """Reject what no game can begin with."""
        if self.max_actions < 1:
            raise ValueError(f"max_actions is {self.max_actions}, and a game has at least one action")
        if Position.from_fen(self.fen()).outcome():
            raise ValueError(f"the game is over already in {self.from_fen!r}")

    def fen(self) -> str:
        """The position to begin with."""
        if self.from_fen is not None:
            return Position.from_fen(self.from_fen).to_fen()
        setup = Position.start(open=self.open).setup()
        setup.stages = self.stages
        return setup.position().to_fen()
