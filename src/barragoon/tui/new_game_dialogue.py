"""The dialogues before a new game: who is the opponent, and who plays which colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from barragoon.engine.native import LEVELS
from barragoon.terminal.seating import Seats, Side, seat
from barragoon.tui.dialogues import ChoiceDialogue

if TYPE_CHECKING:
    from barragoon.tui.app import BarragoonApp

_LEVELS = dict(zip("1234567890ef", LEVELS, strict=True))  # e for eleven, f for full strength
_REMARKS = {LEVELS[0]: ", for a first game", LEVELS[-1]: ", full strength"}
_TWO = "t"
_SIDES = {"l": Side.LOTS, "w": Side.WHITE, "b": Side.BROWN}


def ask_for_opponent(app: BarragoonApp) -> None:
    """Ask who plays, and begin; Esc leaves the program."""
    levels = [(key, f"Computer, level {level}{_REMARKS.get(level, '')}") for key, level in _LEVELS.items()]

    def take(key: str | None) -> None:
        if not key:
            app.exit()
        elif key != _TWO:
            _ask_for_colour(app, _LEVELS[key])

    choices = [*levels, (_TWO, "Two people at this keyboard")]
    app.push_screen(ChoiceDialogue("Who plays?", choices, escape="Leave"), take)


def _ask_for_colour(app: BarragoonApp, level: int) -> None:
    def take(key: str | None) -> None:
        if key:
            app.attempt(lambda: _seat(app, level, key))
        else:
            ask_for_opponent(app)

    choices = [("l", "Draw lots"), ("w", "White, who begins"), ("b", "Brown")]
    app.push_screen(ChoiceDialogue(f"Against the computer at level {level}: which colour is yours?", choices), take)


def _seat(app: BarragoonApp, level: int, key: str) -> str:
    notice = seat(app.session, Seats(level=level, side=_SIDES[key]))
    app.entry.sit()
    return notice
