"""An option that an engine can be given: a whole number within bounds."""

from __future__ import annotations

from dataclasses import dataclass

from barragoon.errors import NotationError

_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Option:
    """A whole number that can be set, within bounds.

    >>> Option("Hash", 16, 1, 1024).declaration()
    'option name Hash type spin default 16 min 1 max 1024'
    """

    name: str
    default: int
    least: int
    most: int

    def declaration(self) -> str:
        """The line that declares it."""
        return f"option name {self.name} type spin default {self.default} min {self.least} max {self.most}"

    def parse(self, text: str) -> int:
        """Read a value."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS and self._allows(int(text))):
            raise NotationError(text, f"is not a value of {self.name}: from {self.least} to {self.most} were expected")
        return int(text)

    def _allows(self, value: int) -> bool:
        return self.least <= value <= self.most
