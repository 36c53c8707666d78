"""The commands of UBI, the engine protocol, and how their lines are read (docs/ubi.md has the grammar).

Reading a line changes nothing: it gives a command, or a :class:`NotationError` that says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from barragoon.action import Action, parse_action
from barragoon.engine.limit import Clock, Limit
from barragoon.errors import EngineError, NotationError
from barragoon.position import Position


@dataclass(frozen=True, slots=True)
class Nothing:
    """A blank line."""


@dataclass(frozen=True, slots=True)
class Ubi:
    """``ubi``: give name, author and options."""


@dataclass(frozen=True, slots=True)
class IsReady:
    """``isready``: reply ``readyok`` when everything before is done."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """``ubinewgame``: forget everything that earlier searches learnt."""


@dataclass(frozen=True, slots=True)
class SetPosition:
    """``position …``: set the position for the next commands."""

    start: Position
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class SetOption:
    """``setoption name … value …``."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Go:
    """``go …``: search; ``only`` are the ``searchmoves``."""

    limit: Limit
    only: tuple[Action, ...] = ()
    ponder: bool = False


@dataclass(frozen=True, slots=True)
class Perft:
    """``go perft N``: count action sequences."""

    depth: int


@dataclass(frozen=True, slots=True)
class Stop:
    """``stop``: end the search now."""


@dataclass(frozen=True, slots=True)
class PonderHit:
    """``ponderhit``: the expected action was played; from now on the clock counts."""


@dataclass(frozen=True, slots=True)
class Display:
    """``d``: draw the position."""


@dataclass(frozen=True, slots=True)
class Evaluate:
    """``eval``: explain what the position is worth."""


@dataclass(frozen=True, slots=True)
class Bench:
    """``bench [DEPTH]``: search some fixed positions and count the nodes."""

    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Quit:
    """``quit``: the end."""


Command: TypeAlias = (
    Nothing | Ubi | IsReady | NewGame | SetPosition | SetOption | Go | Perft | Stop | PonderHit | Display | Evaluate
    | Bench | Quit
)  # fmt: skip

DEEPEST: Final = 100
"""The largest depth; no machine searches or counts deeper."""

_NUMBER = re.compile(r"[0-9]{1,15}")
_PLAIN: dict[str, Callable[[], Command]] = {
    "ubi": Ubi, "isready": IsReady, "ubinewgame": NewGame, "stop": Stop, "ponderhit": PonderHit,
    "d": Display, "eval": Evaluate, "quit": Quit,
}  # fmt: skip
_NUMBERED = ("movetime", "nodes", "depth", "wtime", "btime", "winc", "binc")


def parse_command(line: str) -> Command:
    """Read a line.

    >>> parse_command("go depth 5")
    Go(limit=Limit(depth=5, nodes=None, seconds=None, clock=None, infinite=False), only=(), ponder=False)
    >>> parse_command("go depth deep")
    Traceback (most recent call last):
    barragoon.errors.NotationError: 'deep' is not a number: depth expects one
    """
    words = line.split()
    if not words:
        return Nothing()
    name, *others = words
    if name in _PLAIN:
        if others:
            raise NotationError(" ".join(words), f"has too many words: {name} stands alone")
        return _PLAIN[name]()
    if name in _WITH_WORDS:
        return _WITH_WORDS[name](others)
    raise NotationError(name, "is not a command: ubi, position, go, stop, quit and others are (docs/ubi.md)")


# -- position ------------------------------------------------------------------------------------------------------


def _position(words: list[str]) -> SetPosition:
    cut = words.index("moves") if "moves" in words else len(words)
    actions = tuple(map(parse_action, words[cut + 1 :]))
    match words[:cut]:
        case [("startpos" | "openpos") as start]:
            return SetPosition(Position.start(open=start == "openpos"), actions)
        case ["fen", _, *_] as fen:
            return SetPosition(Position.from_fen(" ".join(fen[1:])), actions)
    raise NotationError(" ".join(words[:cut]), "is not a position: startpos, openpos or fen FEN was expected")


# -- setoption -----------------------------------------------------------------------------------------------------


def _setoption(words: list[str]) -> SetOption:
    match words:
        case ["name", name, "value", *value] if value:
            return SetOption(name, " ".join(value))
    raise NotationError(" ".join(words), "is not an option: name NAME value VALUE was expected")


# -- go ------------------------------------------------------------------------------------------------------------


def _go(words: list[str]) -> Go | Perft:
    if words[:1] == ["perft"]:
        return Perft(_only_depth(*words))
    words, only = _split_searchmoves(words)
    numbers, flags = _numbers_and_flags(words)
    return Go(_limit(numbers, infinite="infinite" in flags), only, ponder="ponder" in flags)


def _split_searchmoves(words: list[str]) -> tuple[list[str], tuple[Action, ...]]:
    """Take out the actions after ``searchmoves``, which go on until the next word that is none."""
    if "searchmoves" not in words:
        return words, ()
    if words.count("searchmoves") > 1:
        raise NotationError("searchmoves", "comes twice")
    begin = words.index("searchmoves")
    known = {*_NUMBERED, "ponder", "infinite"}
    end = next((n for n in range(begin + 1, len(words)) if words[n] in known), len(words))
    if end == begin + 1:
        raise NotationError("searchmoves", "needs at least one action after it")
    return words[:begin] + words[end:], tuple(dict.fromkeys(map(parse_action, words[begin + 1 : end])))


def _numbers_and_flags(words: list[str]) -> tuple[dict[str, int], set[str]]:
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    rest = iter(words)
    for word in rest:
        if word in numbers or word in flags:
            raise NotationError(word, "comes twice")
        if word in _NUMBERED:
            numbers[word] = (_depth if word == "depth" else _number)(word, next(rest, ""))
        elif word in {"ponder", "infinite"}:
            flags.add(word)
        else:
            names = " ".join((*_NUMBERED, "infinite", "ponder", "searchmoves", "perft"))
            raise NotationError(word, f"is not known to go: {names} are")
    return numbers, flags


def _number(name: str, text: str) -> int:
    if not text:
        raise NotationError(name, "needs a number after it")
    if not _NUMBER.fullmatch(text):
        raise NotationError(text, f"is not a number: {name} expects one")
    return int(text)


def _depth(name: str, text: str) -> int:
    depth = _number(name, text)
    if depth > DEEPEST:
        raise NotationError(text, f"is too deep: {DEEPEST} is the most")
    return depth


def _limit(numbers: dict[str, int], *, infinite: bool) -> Limit:
    clock = _clock(numbers)
    if not numbers:
        return Limit(infinite=True)
    seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
    try:
        return Limit(numbers.get("depth"), numbers.get("nodes"), seconds, clock, infinite)
    except EngineError as error:
        raise NotationError("go", f"can't be done: {error}") from None


def _clock(numbers: dict[str, int]) -> Clock | None:
    given = numbers.keys() & {"wtime", "btime", "winc", "binc"}
    if not given:
        return None
    if not given >= {"wtime", "btime"}:
        raise NotationError(" ".join(sorted(given)), "is not a clock: wtime and btime were expected together")
    white, brown, *increments = (numbers.get(name, 0) / 1000 for name in ("wtime", "btime", "winc", "binc"))
    return Clock(white, brown, *increments)


# -- bench and perft -----------------------------------------------------------------------------------------------


def _bench(words: list[str]) -> Bench:
    if not words:
        return Bench()
    depth = _only_depth("bench", *words)
    if depth == 0:
        raise NotationError("0", "is not a depth of bench: 1 or more was expected")
    return Bench(depth)


def _only_depth(name: str, *others: str) -> int:
    """The depth in a command that has nothing else."""
    if len(others) != 1:
        raise NotationError(" ".join((name, *others)), f"is not understood: {name} and a depth were expected")
    return _depth(name, others[0])


_WITH_WORDS: dict[str, Callable[[list[str]], Command]] = {
    "position": _position,
    "setoption": _setoption,
    "go": _go,
    "bench": _bench,
}
