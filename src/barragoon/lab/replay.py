"""A stored game played through again: the facts that tables are made of."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from barragoon.action import Action, Move, Placement, all_actions
from barragoon.cell import EMPTY
from barragoon.colour import Colour
from barragoon.game import Game, Variant
from barragoon.movement import VALUES
from barragoon.position import Position

PHASES = {"early": range(12, 15), "middle": range(8, 12), "late": range(8)}
"""The phases of a game by the tiles on the board."""

LOST_TILE, TOOK_TILE, TOOK_BARRAGOON = "lost a tile", "took a tile", "took a barragoon"
"""Why somebody places a barragoon."""

OPENING_TURNS = 6
"""How many turns of a game the table of openings knows."""

_ACTIONS = tuple(all_actions())  # a plain tuple is read faster


class PhasePosition(NamedTuple):
    """A position in which a turn begins, one a game and phase, drawn by lot: independent of all others."""

    phase: str
    mover: str
    differences: tuple[int, int, int]
    """White's 2-, 3- and 4-tiles less Brown's."""
    score: int
    """White's, as the search saw it."""


class PlacementFact(NamedTuple):
    """Who placed what, why and when; ``at`` is the index of the action."""

    at: int
    role: str
    phase: str
    symbol: str
    actor: Colour


@dataclass(slots=True)
class GameFacts:
    """What the tables want to know of a game."""

    turns: int = 0
    tiles_taken: int = 0
    barragoons_taken: int = 0
    first_taker: Colour | None = None
    tiles_left: dict[Colour, int] = field(default_factory=dict)
    opening: tuple[str, ...] = ()
    """The first turns, in the one of the two mirror images that comes first in the alphabet."""
    positions: list[PhasePosition] = field(default_factory=list)
    placements: list[PlacementFact] = field(default_factory=list)


class BrokenGameError(ValueError):
    """A stored game that is not one by the rules."""


def facts_of(row: dict[str, Any]) -> GameFacts:
    """Play the game of a row through."""
    facts = GameFacts()
    turns: list[list[Action]] = []
    lots: dict[str, _Lot] = {}
    found: dict[str, PhasePosition] = {}
    end, taken = start_of_row(row), EMPTY
    phase = phase_of(end)
    for index, (position, action, after) in enumerate(steps_of(row)):
        if isinstance(action, Move):
            turns.append([action])
            if taken in VALUES:
                phase = phase_of(position)
            if index >= row["opening_length"] and _is_drawn(lots, phase, row["game_id"]):
                found[phase] = _phase_position(phase, position, row["scores"][index])
            taken = position.board[action.target]
            _count_capture(facts, position, taken)
        else:
            turns[-1].append(action)
            symbol = str(action.face.symbol)
            facts.placements.append(PlacementFact(index, _role(position, taken), phase, symbol, position.actor))
        end = after
    facts.turns = len(turns)
    facts.tiles_left = {colour: len(end.tiles(colour)) for colour in Colour}
    facts.opening = _canonical(turns[:OPENING_TURNS])
    facts.positions = list(found.values())
    return facts


def start_of_row(row: dict[str, Any]) -> Position:
    """Where the game began."""
    stages = (int(row["stages"][0]), int(row["stages"][1]))
    return Game.new(Variant(row["variant"].capitalize()), stages=stages).position


def steps_of(row: dict[str, Any]) -> Iterator[tuple[Position, Action, Position]]:
    """Each position of a game, what was done in it, and what followed."""
    position = start_of_row(row)
    for number in row["actions"]:
        if number >= len(_ACTIONS) or (position.hands == ()) is isinstance(_ACTIONS[number], Placement):
            raise BrokenGameError(f"game {row['game_id']}: the action {number} is not legal")
        after = position.after(_ACTIONS[number])
        yield position, _ACTIONS[number], after
        position = after


def phase_of(position: Position) -> str:
    """Which phase of the game it is.

    >>> phase_of(Position.start())
    'early'
    """
    tiles = sum(position.board.count(letter) for letter in VALUES)
    return next(name for name, counts in PHASES.items() if tiles in counts)


def _phase_position(phase: str, position: Position, score: int) -> PhasePosition:
    count = position.board.count
    differences = (count("Z") - count("z"), count("D") - count("d"), count("V") - count("v"))
    return PhasePosition(phase, str(position.turn).lower(), differences, score)


class _Lot:
    """Draws one of many that come by one after another, each of them with the same chance."""

    def __init__(self, seed: str) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - nobody gains by guessing it
        self._seen = 0

    def takes_next(self) -> bool:
        self._seen += 1
        return self._dice.random() * self._seen < 1


def _is_drawn(lots: dict[str, _Lot], phase: str, game: int) -> bool:
    """Whether this position stands for its phase of the game, until a later one does."""
    if phase not in lots:
        lots[phase] = _Lot(f"{game} {phase}")
    return lots[phase].takes_next()


def _count_capture(facts: GameFacts, position: Position, taken: str) -> None:
    if taken in VALUES:
        facts.tiles_taken += 1
        facts.first_taker = facts.first_taker or position.turn
    elif taken != EMPTY:
        facts.barragoons_taken += 1


def _role(position: Position, taken: str) -> str:
    if position.actor is not position.turn:
        return LOST_TILE
    return TOOK_TILE if taken in VALUES else TOOK_BARRAGOON


def _canonical(turns: list[list[Action]]) -> tuple[str, ...]:
    plain = tuple("".join(map(str, turn)) for turn in turns)
    mirrored = tuple("".join(str(action.mirrored()) for action in turn) for turn in turns)
    return min(plain, mirrored)
