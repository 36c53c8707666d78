"""The options of UBI: what can be set, and setting it in an engine."""

from __future__ import annotations

from dataclasses import dataclass

from barragoon.engine.native import HASH, LEVELS, MOST_CONTEMPT, MOST_HASH, MOST_SEED, MOST_THREADS, Engine
from barragoon.engine.search.request import MOST_LINES
from barragoon.engine.search.time_budget import OVERHEAD
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


HASH_OPTION = Option("Hash", HASH, 1, MOST_HASH)
THREADS = Option("Threads", 1, 1, MOST_THREADS)
MULTIPV = Option("MultiPV", 1, 1, MOST_LINES)
MOVE_OVERHEAD = Option("MoveOverhead", round(OVERHEAD * 1000), 0, 10_000)
LEVEL = Option("Level", 0, 0, LEVELS[-1])
SEED = Option("Seed", 0, 0, MOST_SEED)
CONTEMPT = Option("Contempt", 0, -MOST_CONTEMPT, MOST_CONTEMPT)
OPTIONS = (HASH_OPTION, THREADS, MULTIPV, LEVEL, SEED, MOVE_OVERHEAD, CONTEMPT)


class Options:
    """The values that are set now."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._values = {option: option.default for option in OPTIONS}

    def __getitem__(self, option: Option) -> int:
        """The value that is set now."""
        return self._values[option]

    def set(self, name: str, text: str) -> None:
        """Set an option by its name, in which capitals do not matter."""
        option = next((option for option in OPTIONS if option.name.lower() == name.lower()), None)
        if option is None:
            names = ", ".join(option.name for option in OPTIONS)
            raise NotationError(name, f"is not an option here: {names} are")
        value = option.parse(text)
        self._apply(option, value)
        self._values[option] = value

    def _apply(self, option: Option, value: int) -> None:
        if option is HASH_OPTION:
            self._engine.set_hash(value)
        elif option is THREADS:
            self._engine.set_threads(value)
        elif option is LEVEL:
            self._engine.set_level(value or None, self[SEED])
        elif option is SEED:
            self._engine.set_level(self[LEVEL] or None, value)
        elif option is MOVE_OVERHEAD:
            self._engine.overhead = value / 1000
        elif option is CONTEMPT:
            self._engine.set_contempt(value)
