"""What to use instead of a name that users of python-chess type first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

_POSITION = {
    "legal_moves": "legal_actions()",
    "generate_legal_moves": "legal_actions()",
    "push": "play(), which gives the next position; a Game has push() and pop()",
    "pop": "Game.pop(); a position never changes",
    "push_san": 'play("d2d5"), which gives the next position',
    "push_uci": 'play("d2d5"), which gives the next position',
    "fen": "to_fen()",
    "piece_at": "position[square]",
    "piece_map": "tiles(colour) and barragoons()",
    "pieces": "tiles(colour)",
    "is_game_over": "outcome(), which is None while the game goes on",
    "is_valid": "Setup.defects(); a Position is always valid",
    "result": "outcome().result",
    "fullmove_number": "number",
    "copy": "the position itself; it never changes",
    "parse_san": "Turn.parse()",
    "parse_uci": "Move.parse()",
    "peek": "Game.actions[-1]; a position has no history",
    "move_stack": "Game.actions; a position has no history",
    "set_fen": "Position.from_fen(); a position never changes",
    "board_fen": 'to_fen().split(" ")[0]',
    "is_capture": "kind(move)",
    "ply": "number and turn",
    "is_repetition": "Game.repetition(); a position has no history",
}
_GAME = {
    "piece_at": "position[square]",
    "piece_map": "position.tiles(colour) and position.barragoons()",
    "pieces": "position.tiles(colour)",
    "play": 'push("d2d5")',
    "number": "position.number",
    "fullmove_number": "position.number",
    "parse_san": "Turn.parse()",
    "set_fen": "Game(fen)",
    "reset": "Game()",
    "is_repetition": "repetition()",
    "can_claim_threefold_repetition": "may_claim()",
    "legal_moves": "legal_actions()",
    "generate_legal_moves": "legal_actions()",
    "push_san": 'push("d2d5") or push_turn("d2xd5@c4^")',
    "push_uci": 'push("d2d5")',
    "fen": "to_fen()",
    "board": "position",
    "turn": "position.turn, or position.actor for who must act now",
    "move_stack": "actions, or turns",
    "peek": "actions[-1]",
    "is_game_over": "is_over",
    "result": "outcome().result",
    "can_claim_draw": "may_claim()",
    "mainline_moves": "turns",
    "undo": "pop()",
}
_MODULE = {
    "Board": "Position, which never changes, or Game, which keeps the history",
    "Piece": "Tile or Face",
    "Color": "Colour",
    "WHITE": "Colour.WHITE",
    "BLACK": "Colour.BROWN",
    "BROWN": "Colour.BROWN",
    "SQUARES": "Square, an enum that can be iterated over",
    "parse_square": "Square.parse()",
    "pgn": "import barragoon.record",
    "record": "import barragoon.record",
    "engine": "import barragoon.engine",
    "svg": "import barragoon.svg",
    "STARTING_FEN": "Position.start().to_fen()",
    "COLORS": "Colour, an enum that can be iterated over",
    "square_name": "str(square)",
}
_MOVE = {
    "from_uci": "parse()",
    "null": "another action: nobody can pass",
    "uci": "str(move)",
    "from_square": "start",
    "to_square": "target",
}

HINTS = {"Position": _POSITION, "Game": _GAME, "module 'barragoon'": _MODULE, "Move": _MOVE}


def missing(owner: str, name: str) -> AttributeError:
    """The error for a name that is not there, with a hint where one is known.

    >>> print(missing("Game", "legal_moves"))
    Game has no attribute 'legal_moves': use legal_actions()
    """
    hint = HINTS[owner].get(name)
    return AttributeError(f"{owner} has no attribute {name!r}" + (f": use {hint}" if hint else ""))


class HintingType(type):
    """The type of a class that answers a missing class attribute with a hint.

    >>> from barragoon import Move
    >>> Move.from_uci("d2d5")
    Traceback (most recent call last):
    AttributeError: Move has no attribute 'from_uci': use parse()
    """

    if not TYPE_CHECKING:  # a type checker names a wrong attribute by itself

        def __getattr__(cls, name: str) -> NoReturn:
            """Refuse a name that is not there."""
            raise missing(cls.__name__, name)
