"""The lines that an engine writes in UBI while it searches, read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import TypeAlias

from barragoon.action import Action, parse_action
from barragoon.colour import Colour
from barragoon.engine.line import SearchLine
from barragoon.engine.score import Score
from barragoon.engine.search.thread import BestAction
from barragoon.errors import BarragoonError, NotationError
from barragoon.position import Position

NO_ACTION = ("(none)", "none")

_NUMBERS = {"depth": "depth", "seldepth": "seldepth", "multipv": "rank", "nodes": "nodes", "hashfull": "hashfull"}
_NUMBER = re.compile(r"-?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class Other:
    """A line that says nothing about the search."""


Reply: TypeAlias = SearchLine | BestAction | Other


def parse_reply(text: str, position: Position) -> Reply:
    """Read a line that an engine writes while it searches a position.

    >>> start = Position.start()
    >>> parse_reply("bestmove d2d5 ponder d8d6", start).ponder
    Move.parse('d8d6')
    >>> print(parse_reply("info depth 3 score win 2 nodes 90 time 4 pv d2d5", start).score)
    wins in 2
    """
    match text.split():
        case ["bestmove", *words]:
            return _best(words, text)
        case ["info", "string", *_]:
            return Other()
        case ["info", *words] if "score" in words:
            return _line(words, position, text)
    return Other()


def _best(words: list[str], text: str) -> BestAction:
    match words:
        case [action] if action in NO_ACTION:
            return BestAction(None)
        case [action]:
            return BestAction(parse_action(action))
        case [action, "ponder", ponder]:
            return BestAction(parse_action(action), parse_action(ponder))
    raise NotationError(text, "is not an answer: bestmove ACTION [ponder ACTION] was expected")


def _line(words: list[str], position: Position, text: str) -> SearchLine:
    cut = words.index("pv") if "pv" in words else len(words)
    facts = dict(pairwise(words[:cut]))
    numbers = {name: _number(facts[word], text) for word, name in _NUMBERS.items() if word in facts}
    seconds = _number(facts.get("time", "0"), text) / 1000
    score = _score(words[words.index("score") + 1 :], position.actor, text)
    return SearchLine(score, legal_prefix(position, words[cut + 1 :]), seconds=seconds, **numbers)


def _score(words: list[str], actor: Colour, text: str) -> Score:
    makers = {"cp": Score.cp, "win": Score.win, "loss": Score.loss}
    match words:
        case [kind, number, *_] if kind in makers:
            return makers[kind](_number(number, text), actor)
    raise NotationError(text, "has no score: cp, win or loss and a number were expected")


def _number(text: str, line: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(line, f"has {text!r} where a number was expected")
    return int(text)


def legal_prefix(position: Position, words: list[str]) -> tuple[Action, ...]:
    """The actions of a line as far as they can be played: a transposition table may continue a line wrongly."""
    played: list[Action] = []
    for action in takewhile(lambda action: action is not None, map(_action_or_none, words)):
        assert action is not None, "takewhile stops there"
        if action not in position.legal_actions():
            break
        position = position.after(action)
        played.append(action)
    return tuple(played)


def _action_or_none(text: str) -> Action | None:
    try:
        return parse_action(text)
    except BarragoonError:
        return None
