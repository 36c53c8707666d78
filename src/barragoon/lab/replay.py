"""A stored game played through again: the facts that tables are made of."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from barragoon.action import Action, Move, Placement, all_actions
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.game import Game, Variant
from barragoon.movement import VALUES
from barragoon.position import Position

PHASES = {"early": range(12, 15), "middle": range(8, 12), "late": range(8)}
"""The phases of a game by the tiles on the board."""

OPENING_TURNS = 6
"""How many turns of a game the table of openings knows."""


class PhasePosition(NamedTuple):
    """A position in which a turn begins, one a game and phase, drawn by lot: independent of all others."""

    phase: str
    mover: str
    differences: tuple[int, int, int]
    """White's 2-, 3- and 4-tiles less Brown's."""
    score: int
    """White's, as the search saw it."""


class PlacementFact(NamedTuple):
    """Who placed what, and when; the role is that of a capturer, of the one whose tile was captured, or of a player
    who took a barragoon and sets it down again."""

    index: int
    role: str
    phase: str
    kind: str
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
    chosen: dict[str, tuple[random.Random, int]] = {}
    found: dict[str, PhasePosition] = {}
    position = start_of_row(row)
    for index, (position, action, after) in enumerate(steps_of(row)):
        phase = phase_of(position)
        if isinstance(action, Move):
            turns.append([action])
            facts.turns += 1
            if index >= row["opening_length"]:
                _draw(chosen, found, _phase_position(phase, position, row["scores"][index]), row["game_id"])
            _count_capture(facts, position, action)
        else:
            turns[-1].append(action)
            facts.placements.append(_placement(index, position, action, phase))
        position = after
    facts.tiles_left = {colour: len(position.tiles(colour)) for colour in Colour}
    facts.opening = _canonical(turns[:OPENING_TURNS])
    facts.positions = list(found.values())
    return facts


def start_of_row(row: dict[str, Any]) -> Position:
    """Where the game began."""
    stages = (int(row["stages"][0]), int(row["stages"][1]))
    return Game.new(Variant(row["variant"].capitalize()), stages=stages).position


def steps_of(row: dict[str, Any]) -> Iterator[tuple[Position, Action, Position]]:
    """Each position of a game, what was done in it, and what followed."""
    position, actions = start_of_row(row), all_actions()
    for number in row["actions"]:
        if number >= len(actions) or (position.hands == ()) is isinstance(actions[number], Placement):
            raise BrokenGameError(f"game {row['game_id']}: the action {number} is not legal")
        after = position.after(actions[number])
        yield position, actions[number], after
        position = after


def phase_of(position: Position) -> str:
    """Which phase of the game it is.

    >>> phase_of(Position.start())
    'early'
    """
    tiles = sum(position.board.count(letter) for letter in VALUES)
    return next(name for name, counts in PHASES.items() if tiles in counts)


def kind_of(face: Face) -> str:
    """What a face is called, whichever way it points.

    >>> kind_of(Face.parse("^")), kind_of(Face.parse("+"))
    ('One Way', 'All Turns')
    """
    words = face.name.split("_")
    return " ".join(word.capitalize() for word in words[:2])


def _phase_position(phase: str, position: Position, score: int) -> PhasePosition:
    count = position.board.count
    differences = (count("Z") - count("z"), count("D") - count("d"), count("V") - count("v"))
    return PhasePosition(phase, str(position.turn).lower(), differences, score)


def _draw(
    chosen: dict[str, tuple[random.Random, int]], found: dict[str, PhasePosition], candidate: PhasePosition, game: int
) -> None:
    """Keep one position of each phase, each of them with the same chance; the same one whenever it is drawn again."""
    dice, seen = chosen.get(candidate.phase) or (random.Random(f"{game} {candidate.phase}"), 0)  # noqa: S311
    if dice.randrange(seen + 1) == 0:
        found[candidate.phase] = candidate
    chosen[candidate.phase] = (dice, seen + 1)


def _count_capture(facts: GameFacts, position: Position, move: Move) -> None:
    taken = position.board[move.target]
    if taken in VALUES:
        facts.tiles_taken += 1
        facts.first_taker = facts.first_taker or position.turn
    elif taken != ".":
        facts.barragoons_taken += 1


def _placement(index: int, position: Position, placement: Placement, phase: str) -> PlacementFact:
    if position.actor is not position.turn:
        role = "lost a tile"
    else:
        role = "took a tile" if _took_tile(position) else "took a barragoon"
    return PlacementFact(index, role, phase, kind_of(placement.face), position.actor)


def _took_tile(position: Position) -> bool:
    """Whether the capturer who places now took a tile: the reserve holds two for each tile that is still there."""
    tiles = sum(position.board.count(letter) for letter in VALUES)
    barragoons = 63 - tiles - position.board.count(".")
    # Eight barragoons lie on the board at first. One that was taken is in hand, and no more in the reserve.
    return barragoons + position.reserve + len(position.hands) == 32 and position.reserve % 2 == 0 and (
        barragoons == 8 + 24 - position.reserve - 1
    )


def _canonical(turns: list[list[Action]]) -> tuple[str, ...]:
    plain = tuple("".join(map(str, turn)) for turn in turns)
    mirrored = tuple("".join(str(action.mirrored()) for action in turn) for turn in turns)
    return min(plain, mirrored)
