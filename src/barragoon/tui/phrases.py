"""What a terminal says about a position: who must do what, what is gone, how a face is crossed."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from barragoon.action import Move
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.game import Game
from barragoon.position import MoveKind, Position
from barragoon.square import Square
from barragoon.tile import COUNTS

MARKS = {MoveKind.FULL: "●", MoveKind.SHORT: "○", MoveKind.TAKES_TILE: "×", MoveKind.TAKES_BARRAGOON: "⊠"}
"""The mark of each kind of move: full, short, and what a capture takes."""

ASCII_MARKS = {MoveKind.FULL: "*", MoveKind.SHORT: "o", MoveKind.TAKES_TILE: "x", MoveKind.TAKES_BARRAGOON: "#"}
"""The same marks for terminals that know nothing else."""


def task(position: Position) -> str:
    """Who must act and how.

    >>> task(Position.start())
    'White moves a tile'
    """
    match position.hands:
        case ():
            return f"{position.turn} moves a tile"
        case (first, second):
            return f"{first} places a barragoon first, then {second}"
        case (only,) if only is not position.turn:
            return f"{only} places the last barragoon of the reserve"
    return f"{position.actor} places a barragoon"


def headline(game: Game) -> str:
    """How a game stands: its result, or who must act."""
    if outcome := game.outcome():
        return str(outcome)
    turn, position = game.unfinished, game.position
    if turn and turn.placements:
        return f"Now {position.actor} places a barragoon"
    if turn and position.hands == (position.turn,):
        return f"{position.actor} places the captured barragoon"
    return task(position)


def captured(position: Position) -> dict[Colour, list[int]]:
    """The values of the tiles that each colour has lost, since the full set.

    >>> captured(Position.start())[Colour.BROWN]
    []
    """
    return {colour: _missing(position, colour) for colour in Colour}


def _missing(position: Position, colour: Colour) -> list[int]:
    present = Counter(tile.value for tile in position.tiles(colour).values())
    return sorted((Counter(COUNTS) - present).elements())


def moves_by_tile(shown: Game | Position) -> dict[Square, list[Move]]:
    """The moves that are allowed now, tile by tile."""
    found: dict[Square, list[Move]] = {}
    for action in sorted(shown.legal_actions()):
        if isinstance(action, Move):
            found.setdefault(action.start, []).append(action)
    return found


def numbered_turns(game: Game) -> list[str]:
    """The turns with their numbers, White's and Brown's on one line; an unfinished one ends in dots.

    >>> game = Game()
    >>> game.push(Move.parse("d2d5"))
    >>> numbered_turns(game)
    ['  1. d2d5']
    """
    texts = [str(turn) for turn in game.turns] + ([f"{game.unfinished}..."] if game.unfinished else [])
    # A game that starts with a barragoon in hand starts in the middle of a turn, which is not among these.
    first = game.start.number * 2 + (game.start.turn is Colour.BROWN) + bool(game.start.hands)
    pairs = groupby(enumerate(texts, first), key=lambda item: item[0] // 2)
    return [_numbered(number, [*pair]) for number, pair in pairs]


def _numbered(number: int, pair: list[tuple[int, str]]) -> str:
    texts = ["..."] * (pair[0][0] % 2) + [text for _, text in pair]
    return f"{number:>3}. {' '.join(texts)}"


def describe(face: Face) -> str:
    """A face in words.

    >>> describe(Face.LEFT_TURN_NORTH)
    'Left Turn: enter heading east, leave north'
    """
    match sorted(face.crossings, key=lambda crossing: crossing.leaving.value):
        case []:
            return f"{face.symbol}: no tile crosses it"
        case [crossing] if crossing.is_turn:
            return f"{face.symbol}: enter heading {crossing.entering}, leave {crossing.leaving}"
        case [crossing]:
            return f"{face.symbol}: straight on heading {crossing.leaving}"
        case [one, other]:
            return f"{face.symbol}: straight on heading {one.leaving} or {other.leaving}"
    return f"{face.symbol}: enter from any side, turn left or right"


def draw_notice(game: Game) -> str:
    """What holds about a draw now: an open offer, a duty, or the right to offer one on a repetition."""
    if game.outcome():
        return ""
    if game.offer:
        return _about_offer(game)
    if game.duty:
        return f"The draw was declined: {_about_duty(game)}"
    if may_offer_repetition(game):
        return f"The same turns three times over: {game.position.turn.other} may offer a draw on it"
    return ""


def may_offer_repetition(game: Game) -> bool:
    """Whether the player who has just completed a turn may offer a draw on repetition."""
    return bool(game.repetition()) and not game.offer and len(game.turns) not in game.refusals()


def _about_offer(game: Game) -> str:
    assert game.offer is not None, "asked for only with an offer"
    sentence = f"{game.offer.player} offers a draw: {game.offer.player.other} accepts or declines"
    return f"{sentence}; if declined, {_about_duty(game)}" if game.offer.duty else sentence


def _about_duty(game: Game) -> str:
    duty = game.duty
    return f"{duty.player} must leave the repetition and not play {duty.forbidden}" if duty else "the game goes on"
