"""``barragoon play``: a game at this terminal, full-screen or in typed lines, for two or against the computer."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barragoon.cli.arguments import read_position, read_stages
from barragoon.cli.exit_code import NO
from barragoon.cli.output import complain, say
from barragoon.cli.packages import require
from barragoon.game import Game, Variant
from barragoon.terminal.failure import FailureError
from barragoon.terminal.seating import Seats, Side, seat

if TYPE_CHECKING:
    from barragoon.terminal.session import Session


def play(  # noqa: PLR0913 - one parameter an option
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A game file to go on with.")] = None,
    *,
    level: Annotated[
        int | None,
        typer.Option(metavar="1-12", help="Play against the computer: 1 is for a first game, 12 full strength."),
    ] = None,
    colour: Annotated[
        Side | None, typer.Option(help="Your colour against the computer; lots, if nothing else is said.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Let the computer play the same again, whenever you do; drawn if not given.")
    ] = None,
    two: Annotated[bool, typer.Option("--two", help="Play a game for two; asks nothing.")] = False,
    game_number: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game left unsaved.")] = False,
    open_start: Annotated[bool, typer.Option("--open", help="Play the open variant.")] = False,
    fen: Annotated[str | None, typer.Option(help="Begin from this position.")] = None,
    express: Annotated[
        str | None, typer.Option(metavar="WB", help="Express stages of White and Brown, such as 01.")
    ] = None,
    touch_move: Annotated[bool, typer.Option("--touch-move", help="A tile once touched must move.")] = False,
    white: Annotated[str, typer.Option(metavar="NAME", help="Who plays White.")] = "",
    brown: Annotated[str, typer.Option(metavar="NAME", help="Who plays Brown.")] = "",
    lots: Annotated[bool, typer.Option("--lots", help="Draw lots for the colours of the two.")] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters only.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Type lines instead of using the full screen.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the game is saved; plain games save at the end.")
    ] = None,
) -> None:
    """Play in this terminal: against the computer (--level), or a game for two (--two). Without either it asks.

    Without a terminal, or with --plain, actions are read as lines from stdin (type help); the exit code is 1 if a line
    of a script was rejected. A script is asked nothing: without --level its game is for two. A copy of an unsaved game
    stays in the user's state folder. A game file remembers the computer and its level.
    """
    from barragoon.terminal.session import Session

    file = _last_copy() if resume else file
    if file is not None:
        if open_start or fen is not None or express is not None or lots:
            raise FailureError("a game that goes on keeps its start: leave out --open, --fen, --express and --lots")
        session = Session.resume(file, game_number)
        session.game.touch_move = session.game.touch_move or touch_move
    else:
        session = Session.begin(_new_game(fen, express, open_start=open_start, touch_move=touch_move))
    seats = Seats(level, colour, seed, two, white, brown, lots)
    notice = seat(session, seats)
    _save_to(session, save)
    session.ascii_only = ascii_only or not _knows_unicode()
    undecided = file is None and seats.undecided
    if not plain and _has_full_screen():
        _play_full_screen(session, notice, ask=undecided)
        return
    if undecided and sys.stdin.isatty():
        from barragoon.cli.seat_prompt import ask_for_seats

        notice = seat(session, ask_for_seats())
    if notice:
        say(notice)
    _play_lines(session, save_at_end=save is not None)


def _last_copy() -> Path:
    from barragoon.terminal.unsaved_copies import kept_copies, state_folder

    copies = kept_copies()
    if not copies:
        raise FailureError(f"no unsaved game is kept in {state_folder()}")
    return copies[-1]


def _new_game(fen: str | None, express: str | None, *, open_start: bool, touch_move: bool) -> Game:
    stages = read_stages(express)
    if fen is not None:
        setup = read_position(fen, open_start=open_start).setup()
        setup.stages = stages or setup.stages
        return Game(setup.position(), touch_move=touch_move)
    variant = Variant.OPEN if open_start else Variant.CLOSED
    return Game.new(variant, stages=stages or (0, 0), touch_move=touch_move)


def _save_to(session: Session, save: Path | None) -> None:
    if save is None:
        return
    if save.exists() and save != session.file:
        raise FailureError(f"--save: {save} exists already; to go on with it: barragoon play {save}")
    if not os.access(save.absolute().parent, os.W_OK | os.X_OK):
        raise FailureError(f"--save: {save} can't be written: its folder is missing or closed to writing")
    session.file = save


def _has_full_screen() -> bool:
    """Whether there is a terminal and the package for it; says so if only the package is missing."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        require("textual", "tui", "lines are typed here, because the full-screen board")
    except FailureError as missing:
        complain(str(missing))
        return False
    return True


def _play_lines(session: Session, *, save_at_end: bool) -> None:
    from barragoon.terminal.line_game import LineGame

    game = LineGame(session)
    try:
        all_done = game.play()
        if save_at_end and session.unsaved:
            session.save()
    finally:
        _say_farewell(session)
    if not all_done and not game.interactive:
        raise typer.Exit(NO)


def _play_full_screen(session: Session, seat_notice: str, *, ask: bool) -> None:
    from barragoon.terminal.unsaved_copies import kept_copies
    from barragoon.tui.app import BarragoonApp

    kept = [copy for copy in kept_copies() if copy != session.copy]
    notice = "A game left unsaved is kept: barragoon play --resume goes on with it." if kept else ""
    app = BarragoonApp(session, notice=" ".join(filter(None, (seat_notice, notice))), ask=ask)
    app.run()
    _say_farewell(session)
    if app.return_code:
        raise typer.Exit(app.return_code)


def _say_farewell(session: Session) -> None:
    if farewell := session.farewell():
        typer.echo(farewell, err=True)


def _knows_unicode() -> bool:
    try:
        "●►┗".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
