"""Engines by name, for the command line."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable

from barragoon.engine.baseline import GreedyPlayer, RandomPlayer
from barragoon.engine.external import UbiEngine
from barragoon.engine.interface import AbstractEngine
from barragoon.engine.native import Engine
from barragoon.errors import NotationError

_KEYS = {
    "native": {"level": "level", "seed": "seed", "hash": "hash_megabytes", "threads": "threads"},
    "random": {"seed": "seed"},
    "greedy": {"seed": "seed"},
}
_MAKERS: dict[str, Callable[..., AbstractEngine]] = {
    "native": Engine,
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
}


def make_engine(spec: str) -> AbstractEngine:
    """The engine that a text names: a name with options, or the command that starts a program which speaks UBI.

    >>> make_engine("random:seed=3").name
    'random'
    """
    name, _, options = spec.partition(":")
    if name in _MAKERS:
        return _MAKERS[name](**_options(name, options))
    return UbiEngine(spec)


def check_spec(spec: str) -> None:
    """Refuse a text that names no engine, before a match is begun with it."""
    name, _, options = spec.partition(":")
    if name in _MAKERS:
        _options(name, options)
    elif not spec.strip() or shutil.which(shlex.split(spec)[0]) is None:
        names = ", ".join(_MAKERS)
        raise NotationError(spec, f"is not an engine: {names}, or the command of one that speaks UBI, was expected")


def _options(name: str, text: str) -> dict[str, int]:
    options: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        if key not in _KEYS[name] or not value.isdigit():
            known = ", ".join(f"{key}=NUMBER" for key in _KEYS[name])
            raise NotationError(part, f"is not an option of {name}: {known} were expected")
        options[_KEYS[name][key]] = int(value)
    return options
