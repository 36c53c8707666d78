"""Reading game files, ours beside python-chess: whole games of 80 turns each, as each library writes them, in one run.

Every game is read with its turns checked against the rules, and its turns are asked for; python-chess makes a node of
each move while it reads, so our nodes are asked for in a row of their own. "annotated" has a comment with an evaluation
after each turn, and a variation after every tenth.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from functools import partial
from unittest.mock import patch

import chess
import chess.pgn

from barragoon import Game
from barragoon.record import Line, Node, Record, native_replay, read_headers, read_records
from clock import best_seconds

GAMES = 60
TURNS = 80


def chess_games() -> str:
    """A file of random chess games, as python-chess writes them."""
    source = random.Random(1)
    texts: list[str] = []
    while len(texts) < GAMES:
        board = chess.Board()
        while board.ply() < TURNS and not board.is_game_over():
            board.push(source.choice(list(board.legal_moves)))
        if board.ply() == TURNS:
            texts.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(texts) + "\n"


def random_records() -> list[Record]:
    """Random games of Barragoon that have not ended after 80 turns."""
    source = random.Random(1)
    found: list[Record] = []
    while len(found) < GAMES:
        game = Game()
        while len(game.turns) < TURNS and (legal := list(game.legal_actions())):
            game.push(source.choice(legal))
        if len(game.turns) == TURNS:
            found.append(Record.from_game(game, {"Event": "Random", "White": "Ann", "Brown": "Ben"}))
    return found


def annotated(record: Record) -> Record:
    """The same with comments, and with variations, each the turn itself once more."""
    for number, node in enumerate(record.main.nodes):
        node.after.append(f"[%eval {number % 7 / 10}]")
        if number % 10 == 9:
            node.variations.append(Line([Node(node.turn)]))
    return record


def chess_annotated(text: str) -> str:
    """A file of chess games with the same comments and variations."""
    texts = []
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        for number, node in enumerate(list(game.mainline())):
            node.comment = f"[%eval {number % 7 / 10}]"
            if number % 10 == 9:
                node.parent.add_variation(node.move)
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def read_chess(text: str) -> int:
    """Read every game and ask for its moves."""
    stream, moves = io.StringIO(text), 0
    while (game := chess.pgn.read_game(stream)) is not None:
        moves += len(list(game.mainline_moves()))
    return moves


def skim_chess(text: str) -> int:
    """Read the headers of every game."""
    stream, games = io.StringIO(text), 0
    while chess.pgn.read_headers(stream) is not None:
        games += 1
    return games


def read_turns(text: str) -> int:
    """Read every game and ask for its turns."""
    return sum(len(record.mainline()) for record in read_records(io.StringIO(text)))


def read_nodes(text: str) -> int:
    """Read every game and ask for its nodes."""
    return sum(len(record.main.nodes) for record in read_records(io.StringIO(text)))


def read_without_native(text: str) -> int:
    """Read every game by the rules in Python alone."""
    with patch.object(native_replay, "compiled", return_value=None):
        return read_nodes(text)


def skim(text: str) -> int:
    """Read the headers of every game."""
    return sum(1 for _ in read_headers(io.StringIO(text)))


def main() -> None:
    """Print games a second of processor time for each, with the ratio to python-chess."""
    theirs = chess_games()
    ours = "\n".join(map(str, random_records()))
    their_notes, our_notes = chess_annotated(theirs), "\n".join(str(annotated(record)) for record in random_records())
    groups: list[dict[str, Callable[[], int]]] = [
        {
            "python-chess": partial(read_chess, theirs),
            "barragoon, turns": partial(read_turns, ours),
            "barragoon, nodes": partial(read_nodes, ours),
            "barragoon, nodes, without the native module": partial(read_without_native, ours),
        },
        {
            "python-chess, annotated": partial(read_chess, their_notes),
            "barragoon, annotated, nodes": partial(read_nodes, our_notes),
        },
        {
            "python-chess, headers": partial(skim_chess, theirs),
            "barragoon, headers": partial(skim, ours),
        },
    ]
    for group in groups:
        first, *_ = group
        best = best_seconds({name: partial(_itself, run) for name, run in group.items()}, rounds=5)
        for name, seconds in best.items():
            ratio = best[first] / seconds
            print(f"{name:44} {GAMES / seconds:7.0f} games/s: {ratio:5.2f} × python-chess")


def _itself(run: Callable[[], int]) -> Callable[[], int]:
    return run


if __name__ == "__main__":
    main()
