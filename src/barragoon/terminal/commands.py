"""The commands that players type: actions, turns, words, and the texts of events (event.py)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from barragoon.action import Move, Placement, Turn
from barragoon.colour import Colour
from barragoon.errors import GameError, NotationError
from barragoon.square import Square
from barragoon.terminal.phrases import ASCII_MARKS, MARKS, draw_notice, headline, moves_by_tile, numbered_turns
from barragoon.terminal.session import Session

HELP = """\
d2d5              move the tile on d2 to d5 (d2xd5: it captures)
@c4x              place a barragoon on c4 showing No Way; faces:
                  x No Way   + All Turns   | - Two Ways
                  ^ > Y <    One Way north, east, south, west
                  N E S W    Left Turn that leaves north, east, ...
                  n e s w    Right Turn that leaves north, east, ...
d2xd5@c4x         a whole turn; a line may hold several turns
moves [d2]        what may be done now, or by one tile
touch d2          touch a square (with touch-move)
take_back, undo   take back the last action (yours, against the computer)
draw              offer a draw
repetition        offer a draw on turns played three times over
accept, decline   answer the offer
resign            give the game up (or: resign white, resign brown)
save [FILE]       write a game file (save! FILE replaces one)
board turns fen   show the board, the turns, the FEN
help, quit"""

Command = Callable[[Session, list[str]], str]


def execute(session: Session, text: str) -> str:
    """Do what a player typed and say what came of it; an error of the library says why not."""
    words = text.split()
    if not words:
        return ""
    if command := _COMMANDS.get(words[0].lower()):
        return command(session, words[1:])
    if "_" in words[0]:  # the verb of an event, as in offer_draw white; no action has such a letter
        session.apply(" ".join(words).lower())
        return standing(session)
    return _act(session, words)


def play_word(session: Session, word: str) -> None:
    """Play a move, a turn, or the placements that complete one: ``d2d5``, ``d2xd5@c4x``, ``@e6x@c4^``."""
    if word.startswith("@"):
        session.act([Placement.parse("@" + text) for text in word[1:].split("@")])
    elif any(character.isdigit() for character in word):
        session.act_turn(Turn.parse(word))
    else:
        raise NotationError(word, "is neither an action such as d2d5 or @c4x nor a command: help lists them")


def standing(session: Session) -> str:
    """Where the game stands: who must act, and what holds about a draw."""
    game, naming = session.game, session.naming
    how = ": repetition does, an empty line goes on" if session.may_claim else ""
    return ". ".join(filter(None, (headline(game, naming), draw_notice(game, naming)))) + f"{how}."


def list_moves(session: Session, squares: list[Square] | None = None) -> str:
    """The moves that are allowed now, one line a tile; a mark shows the kind of each."""
    game = session.game
    signs = ASCII_MARKS if session.ascii_only else MARKS
    lines = []
    for start, moves in moves_by_tile(game).items():
        if squares is None or start in squares:
            targets = " ".join(f"{move.target}{signs[game.position.kind(move)]}" for move in moves)
            lines.append(f"{start}  {targets}")
    return "\n".join(lines)


# -- the commands ----------------------------------------------------------------------------------------------


def _act(session: Session, words: list[str]) -> str:
    for word in words:
        play_word(session, word)
    return "" if session.owed else standing(session)  # what the computer does is shown next


def _take_back(session: Session, words: list[str]) -> str:
    _expect_nothing(words)
    return f"Taken back: {session.take_back()}. {standing(session)}"


def _moves(session: Session, words: list[str]) -> str:
    position = session.game.position
    squares = [Square.parse(word) for word in words]
    if not position.hands:
        return list_moves(session, squares or None) or _why_no_moves(session, squares)
    empty = position.board.count(".")
    return f"{standing(session)} Any face on any of the {empty} empty squares, as in @{_an_empty_square(session)}x."


def _why_no_moves(session: Session, squares: list[Square]) -> str:
    if session.game.outcome() or not squares:
        return standing(session)
    return f"Nothing on {' '.join(map(str, squares))} may move now."


def _an_empty_square(session: Session) -> Square:
    return next(square for square in Square if session.game.position[square] is None)


def _touch(session: Session, words: list[str]) -> str:
    square = Square.parse(_only(words, "a square, as in touch d2"))
    if not session.game.touch_move:
        raise GameError("this game is played without touch-move")
    bound = session.touch(square)
    moves = [action for action in session.game.legal_actions() if isinstance(action, Move)]
    return f"{square} is touched: {list_moves(session)}" if bound and moves else f"Touching {square} binds nobody."


def _resign(session: Session, words: list[str]) -> str:
    colours = {str(colour).lower(): colour for colour in Colour}
    player = colours.get(words[0].lower()) if words else session.naming.you or session.game.position.actor
    if player is None:
        raise NotationError(words[0], "is not a player: white or brown was expected")
    session.resign(player)
    return standing(session)


def _draw(session: Session, words: list[str]) -> str:
    _expect_nothing(words)
    session.offer_draw()
    return standing(session)


def _repetition(session: Session, words: list[str]) -> str:
    _expect_nothing(words)
    session.claim_repetition()
    return standing(session)


def _accept(session: Session, words: list[str]) -> str:
    _expect_nothing(words)
    session.answer_draw(accept=True)
    return standing(session)


def _decline(session: Session, words: list[str]) -> str:
    _expect_nothing(words)
    session.answer_draw(accept=False)
    return f"Declined. {standing(session)}"


def _save(session: Session, words: list[str]) -> str:
    path = session.save(Path(" ".join(words)) if words else None)
    return f"Saved in {path}."


def _save_over(session: Session, words: list[str]) -> str:
    path = session.save(Path(_only(words, "a file, as in save! game.bgn")), replace=True)
    return f"Saved in {path}."


def _turns(session: Session, words: list[str]) -> str:
    _expect_nothing(words)
    return "\n".join(numbered_turns(session.game)) or "Nothing has been played yet."


def _fen(session: Session, words: list[str]) -> str:
    _expect_nothing(words)
    return session.game.position.to_fen()


def _help(_: Session, words: list[str]) -> str:
    _expect_nothing(words)
    return HELP


def _expect_nothing(words: list[str]) -> None:
    if words:
        raise NotationError(" ".join(words), "was not expected: this command stands alone")


def _only(words: list[str], expected: str) -> str:
    if len(words) != 1:
        raise NotationError(" ".join(words), f"is not {expected}")
    return words[0]


_COMMANDS: dict[str, Command] = {
    "take_back": _take_back,
    "undo": _take_back,
    "moves": _moves,
    "touch": _touch,
    "resign": _resign,
    "draw": _draw,
    "repetition": _repetition,
    "accept": _accept,
    "decline": _decline,
    "save": _save,
    "save!": _save_over,
    "turns": _turns,
    "fen": _fen,
    "help": _help,
    "?": _help,
}
