"""Positions of random games, for measuring on."""

from __future__ import annotations

import random

import chess

from barragoon import Position

POSITIONS = 200
LONGEST = 200


def chess_positions() -> list[str]:
    """FENs of 200 chess positions, each after a random number of random moves and with a legal move left."""
    source = random.Random(1)
    found: list[str] = []
    while len(found) < POSITIONS:
        board = chess.Board()
        for _ in range(source.randrange(LONGEST)):
            if board.is_game_over():
                break
            board.push(source.choice(list(board.legal_moves)))
        if any(board.legal_moves):
            found.append(board.fen())
    return found


def barragoon_positions() -> list[str]:
    """FENs of 200 Barragoon positions, each after a random number of random actions and with one left."""
    source = random.Random(1)
    found: list[str] = []
    while len(found) < POSITIONS:
        position = Position.start()
        for _ in range(source.randrange(LONGEST)):
            legal = list(position.legal_actions())
            if not legal:
                break
            position = position.after(source.choice(legal))
        if len(position.legal_actions()):
            found.append(position.to_fen())
    return found
