"""Asking at a prompt who plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import typer

from barragoon.cli.output import complain
from barragoon.engine.native import LEVELS
from barragoon.terminal.seating import Seats, Side

Choice = TypeVar("Choice")


def ask_for_seats() -> Seats:
    """Ask for the computer's level and the human's colour, or for a game for two."""
    levels = {str(level): level for level in LEVELS} | {"": None}
    level = _choice(f"The computer's level, {LEVELS[0]} to {LEVELS[-1]}, or Enter for a game for two: ", levels)
    if level is None:
        return Seats(two=True)
    sides = {side.value: side for side in Side} | {"": Side.LOTS}
    return Seats(level, _choice("Your colour, white or brown, or Enter to draw lots: ", sides))


def _choice(prompt: str, choices: Mapping[str, Choice]) -> Choice:
    """Ask until the input is one of the choices; the end of the input leaves the program."""
    while True:
        try:
            text = input(prompt).strip().lower()
        except EOFError:
            raise typer.Exit from None
        if text in ("q", "quit", "exit"):
            raise typer.Exit
        if text in choices:
            return choices[text]
        complain(f"{text!r} is not among the answers")
