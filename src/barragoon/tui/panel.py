"""The panel beside the board and the line of keys: whose action it is, the players, the face in hand, the turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from barragoon.colour import Colour
from barragoon.position import Position
from barragoon.terminal import commands
from barragoon.terminal.phrases import ASCII_MARKS, MARKS, captured, describe, headline, numbered_turns
from barragoon.terminal.session import Session
from barragoon.tui.entry import Entry

if TYPE_CHECKING:
    from barragoon.tui.app import BarragoonApp

KEYS = {
    "choose": "Enter choose  n p next  u take back  d draw  R resign  s save  ? help  q quit",
    "target": "Enter move  n p next target  Esc let go  u take back  f flip  ? help  q quit",
    "place": "1 No Way  2 One Way  3 Two Ways  4 Left  5 Right  6 All  r turn  Enter place",
    "wait": "m move at once  u take back  d draw  R resign  f flip  ? help  q quit",
    "over": "u take back  s save  f flip  : type  ? help  q quit",
}

HELP = f"""\
arrows, h j k l   move the cursor
Enter, Space      choose a tile, its target, the barragoon's square
n p               next, previous tile or target
Esc               let the tile go
1 2 3 4 5 6       take No Way, One Way, Two Ways, Left Turn,
                  Right Turn, All Turns; once more turns it
r, Shift+arrows   turn the barragoon, let it point somewhere
u  f  s  q        take back, flip the board, save, quit
m                 make the computer move at once
d  R              offer or answer a draw, resign
:  @              type instead

White's tiles have hollow pips or round brackets (3), Brown's
full pips or square brackets [3].
A chosen tile shows its targets: ● full move, ○ short move,
round red edges: takes a tile, square ones: takes a barragoon.
With the mouse, a second click places the barragoon.

{commands.HELP}"""


def fill(app: BarragoonApp) -> None:
    """Bring all texts up to date."""
    session, entry = app.session, app.entry
    line = app.query_one("#headline", Static)
    line.update(headline(session.game, session.naming))
    line.set_class(session.game.outcome() is not None, "over")
    app.query_one("#players", Static).update(_players(session, flipped=entry.flipped))
    app.query_one("#face", Static).update(_hint(entry))
    turns = numbered_turns(session.game)
    app.query_one("#turn-list", Static).update("\n".join(turns) or "No turn yet.")
    app.query_one("#turns", VerticalScroll).scroll_end(animate=False)
    app.query_one("#keys", Static).update(KEYS[_phase(entry)])


def _phase(entry: Entry) -> str:
    if entry.session.game.outcome():
        return "over"
    if entry.session.owed:
        return "wait"
    if entry.placing:
        return "place"
    return "choose" if entry.chosen is None else "target"


def _players(session: Session, *, flipped: bool) -> Text:
    """The players as they sit at the board, with the reserve and the rules below them."""
    position = session.game.position
    seats = (Colour.WHITE, Colour.BROWN) if flipped else (Colour.BROWN, Colour.WHITE)
    lines = [_player(session, colour) for colour in seats]
    return Text("\n").join([*lines, Text(f"Reserve {position.reserve}{_rules(session, position)}", "#cfc3ab")])


def _player(session: Session, colour: Colour) -> Text:
    position = session.game.position
    acts = colour is position.actor and not session.game.outcome()
    mark = (">" if session.ascii_only else "►") if acts else " "
    lost = captured(position)[colour]
    gone = f"  lost {' '.join(map(str, lost))}" if lost else ""
    return Text(f"{mark} {session.name(colour)}{gone}", "bold" if acts else "", no_wrap=True, overflow="ellipsis")


def _rules(session: Session, position: Position) -> str:
    """The rules that are not the usual ones."""
    stages = f"  Express {position.stages[0]}/{position.stages[1]}" if any(position.stages) else ""
    return stages + ("  Touch-move" if session.game.touch_move else "")


def _hint(entry: Entry) -> str:
    """The face in hand in words, or what is under the cursor."""
    if entry.placing:
        return describe(entry.face)
    face = entry.session.game.position.barragoons().get(entry.cursor)
    if face:
        return f"{entry.cursor} {describe(face)}"
    kind = entry.targets().get(entry.cursor)
    marks = ASCII_MARKS if entry.session.ascii_only else MARKS
    return f"{entry.cursor} {marks[kind]} {kind.value}" if kind else str(entry.cursor)
