"""The options of UBI: what can be set, and setting it in an engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from barragoon.engine.base import AbstractEngine
from barragoon.engine.native import HASH, LEVELS, MOST_CONTEMPT, MOST_HASH, MOST_SEED, MOST_THREADS, Engine
from barragoon.engine.option import Option
from barragoon.engine.python_engine import PythonEngine
from barragoon.engine.search.request import MOST_LINES
from barragoon.engine.search.time_budget import OVERHEAD
from barragoon.errors import NotationError

HASH_OPTION = Option("Hash", HASH, 1, MOST_HASH)
THREADS = Option("Threads", 1, 1, MOST_THREADS)
MULTIPV = Option("MultiPV", 1, 1, MOST_LINES)
MOVE_OVERHEAD = Option("MoveOverhead", round(OVERHEAD * 1000), 0, 10_000)
LEVEL = Option("Level", 0, 0, LEVELS[-1])
SEED = Option("Seed", 0, 0, MOST_SEED)
CONTEMPT = Option("Contempt", 0, -MOST_CONTEMPT, MOST_CONTEMPT)
OPTIONS = (HASH_OPTION, THREADS, MULTIPV, LEVEL, SEED, MOVE_OVERHEAD, CONTEMPT)


class Options:
    """The values that are set now; ``apply`` carries a new one out."""

    def __init__(self, options: Sequence[Option], apply: Callable[[Option, int], None]) -> None:
        self._apply = apply
        self._values = {option: option.default for option in options}

    def __getitem__(self, option: Option) -> int:
        """The value that is set now, or the default of an option that this engine does not have."""
        return self._values.get(option, option.default)

    def declarations(self) -> list[str]:
        """The lines that declare them."""
        return [option.declaration() for option in self._values]

    def set(self, name: str, text: str) -> None:
        """Set an option by its name, in which capitals do not matter."""
        option = next((option for option in self._values if option.name.lower() == name.lower()), None)
        if option is None:
            names = ", ".join(option.name for option in self._values) or "none"
            raise NotationError(name, f"is not an option here: {names} are")
        value = option.parse(text)
        self._apply(option, value)
        self._values[option] = value


def options_of(engine: AbstractEngine) -> Options:
    """The options of an engine: the native one's own, what a Python engine declares, none for others."""
    if isinstance(engine, PythonEngine):
        return Options(engine.options, lambda option, value: engine.set_option(option.name, value))
    return _native_options(engine) if isinstance(engine, Engine) else Options((), lambda _option, _value: None)


def _native_options(engine: Engine) -> Options:
    def apply(option: Option, value: int) -> None:
        if option is HASH_OPTION:
            engine.set_hash(value)
        elif option is THREADS:
            engine.set_threads(value)
        elif option is LEVEL:
            engine.set_level(value or None, options[SEED])
        elif option is SEED:
            engine.set_level(options[LEVEL] or None, value)
        elif option is MOVE_OVERHEAD:
            engine.overhead = value / 1000
        elif option is CONTEMPT:
            engine.set_contempt(value)

    options = Options(OPTIONS, apply)
    return options
