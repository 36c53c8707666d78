"""Engines by name, for the command line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial

from barragoon.engine.base import AbstractEngine
from barragoon.engine.match.players import GreedyPlayer, RandomPlayer
from barragoon.engine.native import HASH, LEVELS, Engine
from barragoon.engine.search.time_budget import OVERHEAD
from barragoon.engine.ubi_engine import UbiEngine, words_of
from barragoon.errors import NotationError

_KEYS = {
    "native": {"hash": "hash_megabytes", "threads": "threads", "overhead": "overhead"},
    "random": {"seed": "seed"},
    "greedy": {"seed": "seed"},
    **{f"level{level}": {"seed": "seed"} for level in LEVELS},
}

_WITH_OPTIONS = "ubi:"


def _native(hash_megabytes: int = HASH, threads: int = 1, overhead: int = round(OVERHEAD * 1000)) -> Engine:
    return Engine(hash_megabytes=hash_megabytes, threads=threads, overhead=overhead / 1000)


_MAKERS: dict[str, Callable[..., AbstractEngine]] = {
    "native": _native,
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    **{f"level{level}": partial(Engine, level=level) for level in LEVELS},
}


def make_engine(spec: str) -> AbstractEngine:
    """The engine that a text names: a name with options, or the command that starts a program which speaks UBI.

    A command may follow the options that it is to be given, as in ``ubi:Hash=64,Threads=2 barragoon ubi``.

    >>> make_engine("random:seed=3").name
    'random'
    """
    name, _, options = spec.partition(":")
    if name in _MAKERS:
        return _MAKERS[name](**_options(name, options))
    return UbiEngine(*_command(spec))


def check_spec(spec: str) -> None:
    """Refuse a text that names no engine, before a match is begun with it."""
    name, _, _ = spec.partition(":")
    if name in _MAKERS:
        make_engine(spec).close()
        return
    command, _ = _command(spec)
    words = words_of(command)
    if not words or shutil.which(words[0]) is None:
        names = f"native, random, greedy, level{LEVELS[0]} to level{LEVELS[-1]}"
        raise NotationError(spec, f"is not an engine: {names}, or the command of one that speaks UBI, was expected")


def _command(spec: str) -> tuple[str, dict[str, str]]:
    """A command, and the options before it."""
    if not spec.startswith(_WITH_OPTIONS):
        return spec, {}
    text, _, command = spec.removeprefix(_WITH_OPTIONS).partition(" ")
    options = dict(part.partition("=")[::2] for part in filter(None, text.split(",")))
    for name, value in options.items():
        if not (name and value):
            raise NotationError(text, "is not a list of options: NAME=VALUE,… was expected before the command")
    return command, options


def _options(name: str, text: str) -> dict[str, int]:
    options: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        if key not in _KEYS[name] or not value.isdigit():
            known = ", ".join(f"{key}=NUMBER" for key in _KEYS[name])
            raise NotationError(part, f"is not an option of {name}: {known} were expected")
        options[_KEYS[name][key]] = int(value)
    return options
