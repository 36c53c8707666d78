"""Why an action is not legal, as an objection with a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from barragoon.action import Action, Move, Placement, Turn
from barragoon.face import Crossing, Face
from barragoon.objection import Objection, Rule
from barragoon.path import Path, paths
from barragoon.tile import Tile

if TYPE_CHECKING:
    from barragoon.position import Position
    from barragoon.square import Square


def explain(position: Position, action: Action) -> Objection | None:
    """The first rule that an action breaks in a position, or None when it is legal."""
    if isinstance(action, Placement):
        return _explain_placement(position, action)
    if position.hands:
        sentence = f"{position.actor} must place a barragoon before anything else"
        return Objection(Rule.PLACEMENT_DUE, sentence)
    if position.has_lost(position.turn):
        return Objection(Rule.GAME_OVER, f"the game is over: {position.outcome()}")
    return _explain_start(position, action)


def explain_capture(position: Position, turn: Turn) -> Objection | None:
    """Object to a turn that is written as a capture where there is nothing to capture."""
    if turn.capture and position[turn.move.target] is None:
        return Objection(
            Rule.NOTHING_TO_CAPTURE, f"there is nothing to capture on {turn.move.target}", turn.move.target
        )
    return None


def _explain_placement(position: Position, placement: Placement) -> Objection | None:
    if not position.hands:
        return Objection(Rule.NO_PLACEMENT_DUE, f"no barragoon is to be placed now: {position.turn} moves a tile")
    if position[placement.square] is not None:
        return Objection(Rule.SQUARE_TAKEN, f"{placement.square} is not empty", placement.square)
    return None


def _explain_start(position: Position, move: Move) -> Objection | None:
    tile = position[move.start]
    if not isinstance(tile, Tile):
        return Objection(Rule.NO_TILE, f"there is no tile on {move.start}", move.start)
    if tile.colour is not position.turn:
        sentence = f"the tile on {move.start} is {tile.colour}'s, and it is {position.turn}'s turn"
        return Objection(Rule.NOT_YOUR_TILE, sentence, move.start, tile)
    return _explain_target(position, move, tile)


def _explain_target(position: Position, move: Move, tile: Tile) -> Objection | None:
    length, target = move.start.distance(move.target), position[move.target]
    if length not in (tile.value, tile.value - 1):
        sentence = f"a {tile.name} moves {tile.value} squares or {tile.value - 1}, and {move.target} is {length} away"
        return Objection(Rule.WRONG_DISTANCE, sentence, move.target, tile, length)
    if isinstance(target, Tile) and target.colour is tile.colour:
        return Objection(Rule.OWN_TILE, f"{move.target} holds a tile of your own", move.target)
    if target is not None and length < tile.value:
        return Objection(Rule.SHORT_CAPTURE, "a short move can't capture", move.target, tile)
    if target is Face.ALL_TURNS and tile.value == 2:
        return Objection(Rule.TWO_TAKES_ALL_TURNS, "a 2-tile can't capture All Turns", move.target, tile)
    return _explain_paths(position, move)


def _explain_paths(position: Position, move: Move) -> Objection | None:
    """Object with the path that gets furthest, unless one gets through."""
    stops = [(path, _first_block(position, path)) for path in paths(move.start, move.target)]
    if any(step is None for _, step in stops):
        return None
    furthest, step = max(((path, step) for path, step in stops if step is not None), key=lambda stop: stop[1])
    square, crossing = furthest.crossings[step]
    turned = any(earlier.is_turn for _, earlier in furthest.crossings[:step])
    return _object_to_crossing(position, square, crossing, already_turned=turned)


def _first_block(position: Position, path: Path) -> int | None:
    """The number of the first crossing on a path that the board blocks."""
    for step, (square, crossing) in enumerate(path.crossings):
        cell = position[square]
        if isinstance(cell, Tile) or (isinstance(cell, Face) and crossing not in cell.crossings):
            return step
    return None


def _object_to_crossing(position: Position, square: Square, crossing: Crossing, *, already_turned: bool) -> Objection:
    cell = position[square]
    if not isinstance(cell, Face):
        return Objection(Rule.TILE_IN_THE_WAY, f"a tile stands in the way on {square}", square, cell)
    rule, sentence = Rule.FACE_BLOCKS, f"{cell.symbol} on {square} can't be crossed"
    if already_turned and cell.exits(crossing.entering):
        rule = Rule.ALREADY_TURNED
        sentence = f"already turned once, and {cell.symbol} on {square} would be a second turn"
    elif cell.crossings:
        how = f"leaving {crossing.leaving}" if crossing.is_turn else "straight on"
        sentence += f" heading {crossing.entering} and {how}"
    return Objection(rule, sentence, square, cell, entering=crossing.entering, leaving=crossing.leaving)
