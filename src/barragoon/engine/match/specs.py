"""Engine specs: the texts by which the command line names engines."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from barragoon.engine.base import AbstractEngine
from barragoon.engine.match.players import GreedyPlayer, RandomPlayer
from barragoon.engine.native import HASH, LEVELS, MOST_HASH, MOST_SEED, MOST_THREADS, Engine
from barragoon.engine.search.time_budget import OVERHEAD
from barragoon.engine.ubi_engine import UbiEngine, words_of
from barragoon.errors import NotationError

Maker: TypeAlias = Callable[[], AbstractEngine]
"""Builds an engine, or starts its program."""

_WITH_OPTIONS = "ubi:"


@dataclass(frozen=True, slots=True)
class _Setting:
    """A whole number that a spec may set, as the keyword of the engine's constructor."""

    keyword: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class _Kind:
    """An engine with a name of its own, and its settings."""

    make: Callable[..., AbstractEngine]
    settings: dict[str, _Setting]


def _native(hash_megabytes: int = HASH, threads: int = 1, overhead: int = round(OVERHEAD * 1000)) -> Engine:
    return Engine(hash_megabytes=hash_megabytes, threads=threads, overhead=overhead / 1000)


_SEED = {"seed": _Setting("seed", 0, MOST_SEED)}
_KINDS = {
    "native": _Kind(
        _native,
        {
            "hash": _Setting("hash_megabytes", 1, MOST_HASH),
            "threads": _Setting("threads", 1, MOST_THREADS),
            "overhead": _Setting("overhead", 0, 3_600_000),
        },
    ),
    "random": _Kind(RandomPlayer, _SEED),
    "greedy": _Kind(GreedyPlayer, _SEED),
    **{f"level{level}": _Kind(partial(Engine, level=level), _SEED) for level in LEVELS},
}


def make_engine(spec: str) -> AbstractEngine:
    """The engine that a spec names: a name with settings, or the command that starts a program which speaks UBI.

    A command may follow the options that it is to be given, as in ``ubi:Hash=64,Threads=2 barragoon ubi``.

    >>> make_engine("random:seed=3").name
    'random'
    """
    return parse_spec(spec)()


def parse_spec(spec: str) -> Maker:
    """Read a spec, and start nothing yet; a spec that names no engine is a :class:`NotationError`."""
    name, _, settings = spec.partition(":")
    if kind := _KINDS.get(name):
        return partial(kind.make, **_settings(name, kind, settings))
    command, options = _command(spec)
    words = words_of(command)
    if not words or shutil.which(words[0]) is None:
        names = f"native, random, greedy, level{LEVELS[0]} to level{LEVELS[-1]}"
        raise NotationError(spec, f"is not an engine: {names}, or the command of one that speaks UBI, was expected")
    return partial(UbiEngine, words, options)


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


def _settings(name: str, kind: _Kind, text: str) -> dict[str, int]:
    settings: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        key, _, value = part.partition("=")
        setting = kind.settings.get(key)
        if setting is None or not (value.isascii() and value.isdigit()):
            known = ", ".join(f"{key}=NUMBER" for key in kind.settings)
            raise NotationError(part, f"is not an option of {name}: {known} were expected")
        if not setting.least <= int(value) <= setting.most:
            raise NotationError(part, f"is not possible: from {setting.least} to {setting.most} were expected")
        settings[setting.keyword] = int(value)
    return settings
