"""Barragoon: the complete rules of the board game as a Python library.

>>> import barragoon as b
>>> position = b.Position.start()
>>> position = position.play("d2d5")
>>> print(position.actor)
Brown
"""

from typing import TYPE_CHECKING, NoReturn

from barragoon.action import Action, Actions, Move, Placement, Turn, Turns, all_actions, parse_action
from barragoon.cell import Cell
from barragoon.colour import Colour, draw_lots
from barragoon.errors import BarragoonError, EngineError, GameError, IllegalActionError, NotationError, PositionError
from barragoon.event import (
    AcceptDraw,
    Act,
    ClaimRepetition,
    DeclineDraw,
    Event,
    LoseOnTime,
    OfferDraw,
    Resign,
    TakeBack,
    Touch,
    parse_event,
)
from barragoon.face import Crossing, Face, Symbol
from barragoon.game import DrawOffer, Game, Variant
from barragoon.heading import Heading
from barragoon.legal import LegalActions
from barragoon.objection import Objection, Rule
from barragoon.outcome import Outcome, Reason
from barragoon.path import Path
from barragoon.perft import divide, perft
from barragoon.position import MoveKind, Position
from barragoon.python_chess_hints import missing
from barragoon.repetition import Duty
from barragoon.setup import Defect, Setup
from barragoon.square import Square
from barragoon.tile import TILES, Tile

if not TYPE_CHECKING:  # a type checker names a wrong attribute by itself

    def __getattr__(name: str) -> NoReturn:
        """Refuse a name that is not there, with a hint for users of python-chess."""
        raise missing("module 'barragoon'", name)


__version__ = "0.1.0"

__all__ = [
    "TILES",
    "AcceptDraw",
    "Act",
    "Action",
    "Actions",
    "BarragoonError",
    "Cell",
    "ClaimRepetition",
    "Colour",
    "Crossing",
    "DeclineDraw",
    "Defect",
    "DrawOffer",
    "Duty",
    "EngineError",
    "Event",
    "Face",
    "Game",
    "GameError",
    "Heading",
    "IllegalActionError",
    "LegalActions",
    "LoseOnTime",
    "Move",
    "MoveKind",
    "NotationError",
    "Objection",
    "OfferDraw",
    "Outcome",
    "Path",
    "Placement",
    "Position",
    "PositionError",
    "Reason",
    "Resign",
    "Rule",
    "Setup",
    "Square",
    "Symbol",
    "TakeBack",
    "Tile",
    "Touch",
    "Turn",
    "Turns",
    "Variant",
    "all_actions",
    "divide",
    "draw_lots",
    "parse_action",
    "parse_event",
    "perft",
]
