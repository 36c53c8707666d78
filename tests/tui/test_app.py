"""The full-screen board, played through its keys and the mouse."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

from barragoon import Colour, Face, Game, Position, Reason, Square, Turn
from barragoon.record import Record
from barragoon.terminal.session import Session
from barragoon.tui import cells
from barragoon.tui.app import BarragoonApp
from barragoon.tui.board import Board
from barragoon.tui.dialogues import ChoiceDialogue, FileNameDialogue, TextDialogue
from barragoon.tui.tray import Tray

Play = Callable[[Pilot[None]], Awaitable[None]]
THERE_AND_BACK = ("d2d4", "d8d6", "d4d2", "d6d8")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@dataclass
class Seen:
    """What the screen showed at the end."""

    app: BarragoonApp
    texts: dict[str, str]
    rejected: bool
    screen: type[object]
    cell_size: cells.Size
    typed: str

    @property
    def game(self) -> Game:
        return self.app.session.game

    @property
    def turns(self) -> list[str]:
        return [str(turn) for turn in self.game.turns]


def look(app: BarragoonApp) -> Seen:
    return Seen(
        app,
        {str(line.id): str(line.content) for line in app.screen_stack[0].query(Static) if line.id},
        app.query_one("#message").has_class("rejected"),
        type(app.screen),
        app.query_one(Board).cell_size,
        app.query_one("#typed", Input).value,
    )


def run(play: Play, session: Session | None = None, *, size: tuple[int, int] = (80, 24)) -> Seen:
    """Open the board, play, look, and close it."""
    app = BarragoonApp(session or Session.begin(Game()))
    seen: list[Seen] = []

    async def test() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            seen.append(look(app))
            await play(pilot)
            await pilot.pause()
            if app.screen_stack and app.is_running:
                seen.append(look(app))

    asyncio.run(test())
    return seen[-1]


def presses(*keys: str) -> Play:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)

    return play


def typed(line: str) -> list[str]:
    names = {"@": "at", "^": "circumflex_accent", " ": "space", ".": "full_stop", "/": "slash", "!": "exclamation_mark"}
    return ["colon", *(names.get(character, character) for character in line), "enter"]


# -- playing ---------------------------------------------------------------------------------------------------


def test_a_whole_game_with_keys_alone(folder: Path) -> None:
    seen = run(
        presses(
            # d2 to d5: the cursor starts on d1
            *("up", "enter", "up", "up", "up", "enter"),
            # Brown's d8 takes it
            *("up", "k", "up", "space", "down", "j", "down", "space"),
            # White places a Left Turn on e4, Brown an arrow to the west on d4
            *("right", "4", "r", "enter"),
            *("left", "up", "2", "shift+left", "enter"),
            # White takes the barragoon on b4 with the tile on c2, by way of c3
            *("down", "down", "left", "enter", "up", "enter"),
            *("up", "up", "up", "up", "up", "enter", "down", "enter"),
            *("down", "down", "down", "down", "enter", "up", "left", "enter"),
            *("left", "up", "1", "enter"),
            *("R", "y"),
        )
    )
    assert seen.turns == ["d2d5", "d8xd5@e4E@d4<", "c2c3", "c8c7", "c3xb4@a4x"]
    outcome = seen.game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Colour.WHITE, Reason.RESIGNATION)
    (copy,) = (folder / "state" / "barragoon").iterdir()
    assert Record.parse(copy.read_text()).game() == seen.game


def test_what_is_always_seen() -> None:
    async def play(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, BarragoonApp)
        assert look(app).texts["headline"] == "White moves a tile"
        await pilot.press(*typed("d2d5 d8xd5"))
        seen = look(app)
        assert seen.texts["headline"] == "White places a barragoon first, then Brown"
        assert "lost 3" in seen.texts["players"]
        assert "Reserve 22" in seen.texts["players"]
        assert seen.texts["turn-list"] == "  1. d2d5 d8xd5..."
        assert seen.texts["keys"].startswith("1 No Way  2 One Way")
        await pilot.press(*typed("@e4x"))
        assert look(app).texts["headline"] == "Now Brown places a barragoon"
        await pilot.press(*typed("resign"))
        assert look(app).texts["headline"] == "White wins: Brown resigned"
        assert app.query_one("#headline").has_class("over")

    run(play)


def test_illegal_tries_are_explained() -> None:
    seen = run(presses("up", "enter", "up", "enter"))
    assert seen.texts["message"] == "A 3-tile moves 3 squares or 2, and d3 is 1 away."
    assert seen.rejected
    seen = run(presses("up", "enter", "up", "enter", "left"))
    assert not seen.rejected


def test_next_and_previous() -> None:
    seen = run(presses("n", "enter", "n", "n", "p", "enter"))
    assert seen.turns == ["b1a3"]


def test_take_back() -> None:
    seen = run(presses(*typed("d2d5 d8d6"), "escape", "u", "u", "u"))
    assert seen.turns == []
    assert "Nothing has been played yet" in seen.texts["message"]


def test_escape_lets_go() -> None:
    assert run(presses("up", "enter", "escape")).app.entry.chosen is None


def test_flip() -> None:
    seen = run(presses("f", "up", "up"))
    assert seen.app.entry.cursor is Square.D1
    assert run(presses("f", "left")).app.entry.cursor is Square.E1


def test_typing() -> None:
    seen = run(presses("at", *"c4x", "enter"))
    assert seen.texts["message"].startswith("No barragoon is to be placed now")
    seen = run(presses(*typed("fen")))
    assert seen.texts["message"].startswith("1vd1dv1/")
    assert run(presses(*typed("moves"))).screen is TextDialogue
    assert run(presses("colon", "enter", "n")).app.entry.cursor is Square.B1


def test_typing_in_one_burst() -> None:
    async def play(pilot: Pilot[None]) -> None:
        for key, character in [("colon", ":"), *((letter, letter) for letter in "d2d5"), ("enter", "\r")]:
            pilot.app.post_message(events.Key(key, character))
        await pilot.pause()

    seen = run(play)
    assert (seen.turns, seen.typed) == (["d2d5"], "")


def test_the_keys_are_the_boards_after_a_typed_action() -> None:
    seen = run(presses(*typed("d2d5 d8xd5"), "6"))
    assert (seen.typed, seen.app.entry.face) == ("", Face.ALL_TURNS)
    seen = run(presses(*typed("resign"), "u"))
    assert (seen.typed, seen.game.outcome()) == ("", None)


def test_the_line_stays_open_after_a_refusal() -> None:
    seen = run(presses(*typed("d2d6"), "6"))
    assert (seen.typed, seen.rejected) == ("6", True)
    seen = run(presses(*typed("d2d5 d8d1"), "6"))
    assert (seen.typed, seen.turns) == ("6", ["d2d5"])


def test_placing_begins_on_an_empty_square() -> None:
    seen = run(presses(*typed("d2d5 d8xd5"), *typed("@d1x")))
    assert seen.app.entry.cursor is not Square.D1
    assert seen.game.position[seen.app.entry.cursor] is None
    assert seen.app.entry.ghost() is Face.NO_WAY


def test_an_empty_square_is_named_as_it_is_written() -> None:
    assert run(presses("enter")).texts["message"] == "d1 is empty: choose one of White's tiles."


# -- draws and endings -----------------------------------------------------------------------------------------


def test_draw_offered_and_accepted() -> None:
    outcome = run(presses("d", "a")).game.outcome()
    assert outcome is not None
    assert outcome.reason is Reason.AGREEMENT


def test_draw_offered_and_left_open() -> None:
    seen = run(presses("d", "escape"))
    assert seen.texts["message"] == "White offers a draw: Brown accepts or declines."
    seen = run(presses("d", "escape", "d", "down", "enter"))
    assert seen.game.offer is None
    assert seen.game.outcome() is None


def test_repetition() -> None:
    game = Game()
    for turn in THERE_AND_BACK * 3:
        game.push_turn(Turn.parse(turn))
    seen = run(presses("d", "r", "d", *typed("d2d4")), Session(game))
    assert seen.game.duty is not None
    message = seen.texts["message"]
    assert message.startswith("This would continue the repetition, and the draw was declined.")
    assert message.endswith("White must leave the repetition and not play d2d4.")


def test_resigning_twice() -> None:
    seen = run(presses("R", "y", "R"))
    assert seen.texts["message"] == "The game is over: Brown wins: White resigned."


def test_resigning_can_be_taken_back() -> None:
    assert run(presses("R", "escape")).game.outcome() is None
    seen = run(presses(*typed("d2d5"), "escape", "R", "enter", "u"))
    assert seen.game.outcome() is None


# -- the mouse -------------------------------------------------------------------------------------------------


def at(app: BarragoonApp, square: Square) -> tuple[int, int]:
    size = app.query_one(Board).cell_size
    return 3 + square.file * size.width + 2, 1 + (8 - square.rank) * size.height


def test_the_mouse() -> None:
    async def play(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, BarragoonApp)
        for square in (Square.D2, Square.D5, Square.D8, Square.D5):
            await pilot.click(Board, offset=at(app, square))
        await pilot.click(Tray, offset=(12, 0))
        assert app.entry.face is Face.ONE_WAY_EAST
        await pilot.click(Board, offset=at(app, Square.E4))
        assert app.entry.ghost() is Face.ONE_WAY_EAST
        assert str(app.session.game.unfinished) == "d8xd5"
        await pilot.click(Board, offset=at(app, Square.E4))
        assert str(app.session.game.unfinished) == "d8xd5@e4>"
        await pilot.click(Board, offset=(0, 0))  # the frame

    run(play)


# -- files and leaving -----------------------------------------------------------------------------------------


def test_save_and_leave(folder: Path) -> None:
    seen = run(presses(*typed("d2d5"), "escape", "s", *"x", "enter", "q"))
    assert seen.app.return_code == 0
    assert not seen.app.is_running
    (path,) = folder.glob("*.bgn")
    assert Record.parse(path.read_text()).game() == seen.game
    assert not list((folder / "state" / "barragoon").iterdir())


def test_saving_again_asks_nothing(folder: Path) -> None:
    session = Session(Game(), file=folder / "game.bgn")
    seen = run(presses(*typed("d2d5"), "escape", "s"), session)
    assert "Saved in" in seen.texts["message"]
    assert not seen.app.session.unsaved


def test_an_older_file_is_asked_about(folder: Path) -> None:
    (folder / "barragoon.bgn").write_text("precious")
    seen = run(presses(*typed("d2d5"), "escape", "s", "enter", "escape"))
    assert (folder / "barragoon.bgn").read_text() == "precious"
    assert seen.app.session.unsaved
    seen = run(presses(*typed("d2d5"), "escape", "s", "enter", "y"))
    assert "d2d5" in (folder / "barragoon.bgn").read_text()


def test_saving_where_nothing_can_be_saved() -> None:
    session = Session(Game(), file=Path("/no/such/folder/game.bgn"))
    seen = run(presses("s"), session)
    assert "No such file" in seen.texts["message"]


def test_leaving_an_unsaved_game(folder: Path) -> None:
    copies = folder / "state" / "barragoon"
    assert run(presses(*typed("d2d5"), "escape", "q")).screen is ChoiceDialogue
    for copy in copies.iterdir():
        copy.unlink()
    seen = run(presses(*typed("d2d5"), *typed("quit"), "k"))
    assert len(list(copies.iterdir())) == 1
    assert "go on with: barragoon play" in seen.app.session.farewell()
    run(presses(*typed("d2d5"), "escape", "q", "d"), Session.resume(next(copies.iterdir())))
    assert not list(copies.iterdir())
    assert run(presses(*typed("d2d5"), "escape", "q", "s")).screen is FileNameDialogue


def test_ctrl_c_keeps_the_copy(folder: Path) -> None:
    seen = run(presses(*typed("d2d5"), "escape", "ctrl+c"))
    assert seen.app.return_code == 130
    assert len(list((folder / "state" / "barragoon").iterdir())) == 1


def test_help() -> None:
    seen = run(presses("question_mark"))
    assert seen.screen is TextDialogue
    assert run(presses("question_mark", "escape")).screen is not TextDialogue


def test_the_input_line_takes_the_letters() -> None:
    seen = run(presses("colon", "d", "u", "R"))
    assert seen.typed == "duR"


# -- sizes and looks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "expected"),
    [((80, 24), cells.SMALL), ((60, 24), cells.SMALL), ((84, 36), cells.MEDIUM), ((120, 40), cells.LARGE)],
)
def test_squares_as_large_as_fit(size: tuple[int, int], expected: cells.Size) -> None:
    seen = run(presses("up", "enter", "n"), size=size)
    assert seen.cell_size == expected


@pytest.mark.parametrize("size", [(59, 24), (80, 23), (20, 5)])
def test_a_terminal_that_is_too_small(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[None]) -> None:
        notice = pilot.app.query_one("#cramped")
        assert notice.display
        assert pilot.app.screen.get_widget_at(0, 0)[0] is notice
        await pilot.resize_terminal(60, 24)
        assert not notice.display
        assert pilot.app.focused is pilot.app.query_one(Board)

    assert run(play, size=size).texts["cramped"] == "A larger terminal is needed: at least 60×24"


@pytest.mark.parametrize(("size", "white", "brown"), [((80, 24), "(3)", "[3]"), ((84, 36), "○", "●")])
def test_the_sides_differ_in_shape(size: tuple[int, int], white: str, brown: str) -> None:
    async def play(pilot: Pilot[None]) -> None:
        board = pilot.app.query_one(Board)
        lines = ["".join(segment.text for segment in board.render_line(y)) for y in range(board.size.height)]
        north, south = "".join(lines[: len(lines) // 3]), "".join(lines[-len(lines) // 3 :])
        assert (white in north, white in south) == (False, True)
        assert (brown in north, brown in south) == (True, False)

    run(play, size=size)


def test_resizing() -> None:
    async def play(pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(120, 40)
        assert pilot.app.query_one(Board).cell_size == cells.LARGE
        await pilot.resize_terminal(80, 24)
        assert pilot.app.query_one(Board).cell_size == cells.SMALL

    run(play)


def test_ascii_only() -> None:
    position = Position.from_fen("3Ydv1/1zdz1S1/w2DN>1/1x5/x3xWx/V4xV/6d/1-1wZe1/6D")

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press(*["up"] * 6, "enter", "n")
        board = pilot.app.query_one(Board)
        lines = ["".join(segment.text for segment in board.render_line(y)) for y in range(board.size.height)]
        assert all(line.isascii() for line in lines)
        assert "( 3 )" in "\n".join(lines)
        assert "[ 3 ]" in "\n".join(lines)

    for size in ((80, 24), (120, 40)):
        seen = run(play, Session(Game(position), ascii_only=True), size=size)
        assert all(text.isascii() for name, text in seen.texts.items())
