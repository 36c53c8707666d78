"""What a terminal says about a position: who must do what, what is gone, how a face is crossed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from barragoon.action import Action, Move, Placement, Turn
from barragoon.colour import Colour
from barragoon.face import Face
from barragoon.game import Game
from barragoon.outcome import Outcome
from barragoon.position import MoveKind, Position
from barragoon.square import Square
from barragoon.tile import COUNTS, Tile

MARKS = {MoveKind.FULL: "●", MoveKind.SHORT: "○", MoveKind.TAKES_TILE: "×", MoveKind.TAKES_BARRAGOON: "⊠"}
"""The mark of each kind of move: full, short, and what a capture takes."""

ASCII_MARKS = {MoveKind.FULL: "*", MoveKind.SHORT: "o", MoveKind.TAKES_TILE: "x", MoveKind.TAKES_BARRAGOON: "#"}
"""The same marks for terminals that know nothing else."""


@dataclass(frozen=True, slots=True)
class Naming:
    """How the players are spoken of: by their colours, or as you and the computer.

    >>> Naming().does(Colour.WHITE, "move"), Naming(Colour.WHITE).does(Colour.WHITE, "move")
    ('White moves', 'you move')
    """

    you: Colour | None = None

    def name(self, colour: Colour) -> str:
        """The player as a sentence names them."""
        if self.you is None:
            return str(colour)
        return "you" if colour is self.you else "the computer"

    def does(self, colour: Colour, verb: str) -> str:
        """The player with what they do."""
        return f"{self.name(colour)} {verb}" + ("" if colour is self.you else "s")


COLOURS = Naming()
"""Two people at one table."""


def capitalised(sentence: str) -> str:
    """A sentence with a capital at its beginning.

    >>> capitalised("you move a tile")
    'You move a tile'
    """
    return sentence[:1].upper() + sentence[1:]


def task(position: Position, naming: Naming = COLOURS) -> str:
    """Who must act and how.

    >>> task(Position.start())
    'White moves a tile'
    >>> task(Position.start(), Naming(Colour.BROWN))
    'The computer moves a tile'
    """
    return capitalised(_task(position, naming))


def _task(position: Position, naming: Naming) -> str:
    match position.hands:
        case ():
            return f"{naming.does(position.turn, 'move')} a tile"
        case (first, second):
            return f"{naming.does(first, 'place')} a barragoon first, then {naming.name(second)}"
        case (only,) if only is not position.turn:
            return f"{naming.does(only, 'place')} the last barragoon of the reserve"
    return f"{naming.does(position.actor, 'place')} a barragoon"


def headline(game: Game, naming: Naming = COLOURS) -> str:
    """How a game stands: its result, or who must act."""
    if outcome := game.outcome():
        return result(outcome, naming)
    turn, position = game.unfinished, game.position
    if turn and turn.placements:
        return f"Now {naming.does(position.actor, 'place')} a barragoon"
    if turn and position.hands == (position.turn,):
        return capitalised(f"{naming.does(position.actor, 'place')} the captured barragoon")
    return task(position, naming)


def result(outcome: Outcome, naming: Naming = COLOURS) -> str:
    """How a game ended.

    >>> from barragoon import Reason
    >>> result(Outcome(Colour.WHITE, Reason.BLOCKED), Naming(Colour.WHITE))
    "You win: none of Brown's tiles can move"
    """
    if outcome.winner is None:
        return str(outcome)
    return capitalised(naming.does(outcome.winner, "win")) + str(outcome).removeprefix(f"{outcome.winner} wins")


def account(before: Position, action: Action, naming: Naming) -> str:
    """What a player did, for an opponent who did not see it happen.

    >>> position = Position.from_fen("7/7/7/7/3z3/7/7/3D3/7 w")
    >>> account(position, Move.parse("d2d5"), Naming(Colour.BROWN))
    'The computer plays d2xd5 and takes your 2-tile'
    """
    player = before.actor
    if isinstance(action, Placement):
        return capitalised(f"{naming.does(player, 'place')} {action.face.symbol} on {action.square} ({action})")
    match before[action.target]:
        case Tile() as tile:
            taken = f" and takes {'your' if tile.colour is naming.you else 'the'} {tile.value}-tile"
        case Face() as face:
            taken = f" and takes {face.symbol}"
        case _:
            taken = ""
    return capitalised(f"{naming.does(player, 'play')} {Turn(action, (), bool(taken))}{taken}")


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


def draw_notice(game: Game, naming: Naming = COLOURS) -> str:
    """What holds about a draw now: an open offer, a duty, or the right to offer one on a repetition."""
    if game.outcome():
        return ""
    if game.offer:
        return capitalised(_about_offer(game, naming))
    if game.duty:
        return f"The draw was declined: {_about_duty(game, naming)}"
    player = game.may_claim()
    if player and naming.you in (None, player):  # the computer never claims
        return f"The same turns three times over: {naming.name(player)} may offer a draw on it"
    return ""


def _about_offer(game: Game, naming: Naming) -> str:
    assert game.offer is not None, "asked for only with an offer"
    player = game.offer.player
    answer = "accept or decline" if player.other is naming.you else "accepts or declines"
    sentence = f"{naming.does(player, 'offer')} a draw: {naming.name(player.other)} {answer}"
    return f"{sentence}; if declined, {_about_duty(game, naming)}" if game.offer.duty else sentence


def _about_duty(game: Game, naming: Naming) -> str:
    duty = game.duty
    if duty is None:
        return "the game goes on"
    return f"{naming.name(duty.player)} must leave the repetition and not play {duty.forbidden}"
