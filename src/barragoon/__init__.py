"""Barragoon: the complete rules of the board game as a Python library.

>>> import barragoon as b
>>> position = b.Position.start()
>>> position = position.play(b.Move.parse("d2d5"))
>>> print(position.actor)
Brown
"""

from barragoon.action import Action, Move, Placement, Turn, all_actions, parse_action
from barragoon.cell import Cell
from barragoon.colour import Colour, draw_lots
from barragoon.errors import BarragoonError, EngineError, GameError, IllegalActionError, NotationError, PositionError
from barragoon.face import Crossing, Face, Symbol
from barragoon.game import DrawOffer, Game, Variant
from barragoon.heading import Heading
from barragoon.legal import LegalActions
from barragoon.objection import Objection, Why
from barragoon.outcome import Outcome, Reason
from barragoon.path import Path
from barragoon.perft import divide, perft
from barragoon.position import MoveKind, Position
from barragoon.repetition import Duty
from barragoon.setup import Defect, Setup
from barragoon.square import Square
from barragoon.tile import TILES, Tile

__version__ = "0.1.0"

__all__ = [
    "TILES",
    "Action",
    "BarragoonError",
    "Cell",
    "Colour",
    "Crossing",
    "Defect",
    "DrawOffer",
    "Duty",
    "EngineError",
    "Face",
    "Game",
    "GameError",
    "Heading",
    "IllegalActionError",
    "LegalActions",
    "Move",
    "MoveKind",
    "NotationError",
    "Objection",
    "Outcome",
    "Path",
    "Placement",
    "Position",
    "PositionError",
    "Reason",
    "Setup",
    "Square",
    "Symbol",
    "Tile",
    "Turn",
    "Variant",
    "Why",
    "all_actions",
    "divide",
    "draw_lots",
    "parse_action",
    "perft",
]
