"""The computer at the full-screen board: the real engine, the real keys."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from barragoon import Colour, Game, Position, Reason, Square, Turn
from barragoon.engine import Limit
from barragoon.engine.native import LEVELS
from barragoon.errors import GameError
from barragoon.terminal.computer import Computer, Owes
from barragoon.terminal.session import Session
from barragoon.tui.app import BarragoonApp
from barragoon.tui.dialogues import ChoiceDialogue

TIMEOUT = 20.0
THERE_AND_BACK = ("d2d4", "d8d6", "d4d2", "d6d8")
ENDLESS = Limit(infinite=True)

White, Brown = Colour.WHITE, Colour.BROWN


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def seated(colour: Colour, game: Game | None = None, *, level: int = 1, limit: Limit | None = None) -> Session:
    """A session in which the computer plays a colour."""
    session = Session(game or Game())
    session.seat(Computer(colour, level, seed=5, limit=limit))
    return session


def run(session: Session, play: Callable[[BarragoonApp, Pilot[None]], Awaitable[None]], **options: float) -> None:
    async def test() -> None:
        app = BarragoonApp(session, beat=options.get("beat", 0))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await play(app, pilot)

    asyncio.run(test())


# While a search runs, every key takes the pilot a second, because it waits until the process is idle.


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Wait for the computer, as long as a busy machine may need."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline, "the computer did nothing"
        await pilot.pause(0.01)
    await pilot.pause()


def shown(app: BarragoonApp, name: str) -> str:
    return str(app.screen_stack[0].query_one(f"#{name}", Static).content)


def typed(line: str) -> list[str]:
    return ["colon", *({"@": "at"}.get(character, character) for character in line), "enter"]


# -- at the board ----------------------------------------------------------------------------------------------


def test_it_answers_a_move() -> None:
    session = seated(Brown)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        assert shown(app, "headline") == "You move a tile"
        assert shown(app, "players").splitlines()[:2] == ["  Brown (Computer, level 1)", "► White (you)"]
        await pilot.press(*typed("c2c3"))
        await until(pilot, lambda: len(session.game.actions) >= 2)
        assert session.game.actions[1] in Game().position.play(session.game.actions[0]).legal_actions()
        assert shown(app, "message").startswith("The computer plays ")

    run(session, play)


def test_it_begins_as_white_and_the_board_is_turned() -> None:
    session = seated(White)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: not session.owed)
        assert len(session.game.turns) == 1
        assert app.entry.flipped
        assert app.entry.cursor is Square.D9
        assert shown(app, "players").splitlines()[1] == "► Brown (you)"

    run(session, play)


def test_each_places_in_the_turn_of_the_other() -> None:
    game = Game(Position.from_fen("3z3/7/7/3z3/7/7/3D3/7/3ZZ2 w"))
    session = seated(Brown, game)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await pilot.press(*typed("d3d6"))
        await until(pilot, lambda: not session.owed)
        turn = game.unfinished
        assert turn is not None, "the computer has placed, and it is still White's turn"
        assert (len(turn.placements), shown(app, "headline")) == (1, "Now you place a barragoon")
        assert shown(app, "message").startswith("The computer places ")
        await pilot.press("enter")
        await until(pilot, lambda: not session.owed)
        assert len(game.turns) >= 2 or game.unfinished

    run(session, play)


def test_the_human_places_in_the_computers_turn() -> None:
    game = Game()
    for action in ("d2d5", "d8xd5"):
        game.push_turn(Turn.parse(action))
    session = seated(Brown, game)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        assert shown(app, "headline") == "You place a barragoon first, then the computer"
        assert app.entry.placing
        await pilot.press(*typed("@e4x"))
        await until(pilot, lambda: not session.owed)
        assert str(game.turns[1]).startswith("d8xd5@e4x@")
        assert shown(app, "headline") == "You move a tile"

    run(session, play)


def test_its_turn_is_its_own() -> None:
    session = seated(Brown, limit=ENDLESS)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await pilot.press(*typed("d2d4"))
        assert shown(app, "headline") == "The computer moves a tile"
        assert shown(app, "keys").startswith("m move at once")
        cursor = app.entry.cursor
        await pilot.press("n")
        assert app.entry.cursor is cursor
        await pilot.press("enter")
        assert shown(app, "message") == "It is the computer who must act now."
        with pytest.raises(GameError, match="the computer who must act"):
            session.act_turn(Turn.parse("d8d6"))
        await pilot.press("f")  # the board lives meanwhile
        assert app.entry.flipped
        assert len(session.game.actions) == 1

    run(session, play)


def test_a_key_makes_it_move_at_once() -> None:
    session = seated(Brown, limit=ENDLESS)

    async def play(_: BarragoonApp, pilot: Pilot[None]) -> None:
        await pilot.press(*typed("c2c3"), "m")
        await until(pilot, lambda: not session.owed)
        assert len(session.game.actions) >= 2

    run(session, play, beat=1000)


def test_take_back_while_it_thinks_and_play_on() -> None:
    session = seated(Brown, limit=ENDLESS)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await pilot.press(*typed("d2d5"), "u")
        assert (session.game.actions, shown(app, "message")) == ((), "Taken back: d2d5.")
        await pilot.press(*typed("c2c3"))
        await pilot.pause(0.1)
        assert len(session.game.actions) == 1, "the search about the first try was dropped"
        await pilot.press("m")
        await until(pilot, lambda: not session.owed)
        assert str(session.game.actions[0]) == "c2c3"

    run(session, play, beat=1000)


def test_leaving_while_it_thinks_is_prompt() -> None:
    session = seated(White, limit=ENDLESS)
    began = time.monotonic()

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)

    run(session, play)
    assert time.monotonic() - began < TIMEOUT
    assert session.game.actions == ()


def test_resigning_while_it_thinks() -> None:
    session = seated(Brown, limit=ENDLESS)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await pilot.press(*typed("d2d4"), "R")
        assert isinstance(app.screen, ChoiceDialogue)
        assert app.screen.prompt == "Do you give the game up?"
        await pilot.press("y")
        assert shown(app, "headline") == "The computer wins: White resigned"
        await pilot.pause(0.1)
        assert len(session.game.actions) == 1

    run(session, play)


def test_without_animations_there_is_no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    session = seated(White)

    async def play(_: BarragoonApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: session.game.actions)

    run(session, play, beat=1000)


# -- taking back, draws ----------------------------------------------------------------------------------------


def test_a_take_back_goes_to_the_humans_last_decision() -> None:
    session = seated(White, level=2)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: not session.owed)
        first = session.game.actions
        await pilot.press("u")
        assert "Nothing of yours has been played yet" in shown(app, "message")
        await pilot.press(*typed("c8c7"))
        await until(pilot, lambda: not session.owed)
        assert len(session.game.actions) > len(first) + 1
        await pilot.press("u")
        assert session.game.actions == first
        assert shown(app, "headline") == "You move a tile"

    run(session, play)


def test_an_early_draw_is_declined() -> None:
    session = seated(Brown)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await pilot.press("d")
        await until(pilot, lambda: not session.game.offer)
        assert shown(app, "message") == "The computer declines the draw."
        assert session.game.outcome() is None

    run(session, play)


def test_a_draw_is_accepted_when_worse() -> None:
    session = seated(Brown, Game(Position.from_fen("1v5/7/7/7/7/7/7/2ZDZ2/1VD1DV1 w")))

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await pilot.press("d")
        await until(pilot, session.game.outcome)
        outcome = session.game.outcome()
        assert outcome is not None
        assert outcome.reason is Reason.AGREEMENT
        assert shown(app, "message") == "The computer accepts the draw."

    run(session, play)


def test_the_right_to_offer_a_draw_on_a_repetition_is_not_taken_away() -> None:
    game = Game()
    for turn in (THERE_AND_BACK * 3)[:-1]:
        game.push_turn(Turn.parse(turn))
    session = seated(White, game, limit=ENDLESS)

    async def play(app: BarragoonApp, pilot: Pilot[None]) -> None:
        await pilot.press(*typed("d6d8"))
        assert isinstance(app.screen, ChoiceDialogue)
        assert app.screen.prompt == "The same turns three times over: you may offer a draw on it."
        assert session.owed is None
        await pilot.press("r")
        await until(pilot, game.outcome)
        assert shown(app, "message") == "The computer accepts the draw."
        await pilot.press("u", "escape")
        await pilot.pause()
        assert session.owed is Owes.ACTION
        await pilot.press("m")
        await until(pilot, lambda: session.owed is None)

    run(session, play)


# -- the question before a game --------------------------------------------------------------------------------


def chosen(*keys: str) -> BarragoonApp:
    app = BarragoonApp(Session(Game()), ask=True, beat=0)

    async def test() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, ChoiceDialogue)
            await pilot.press(*keys)
            await pilot.pause()

    asyncio.run(test())
    return app


def test_choosing_the_computer() -> None:
    computer = chosen("0", "w").session.computer
    assert computer is not None
    assert (computer.colour, computer.level) == (Brown, 10)
    strongest = chosen("f", "w").session.computer
    assert strongest is not None
    assert strongest.level == LEVELS[-1]
    app = chosen("down", "enter", "b")
    assert app.session.computer is not None
    assert (app.session.computer.level, app.entry.flipped) == (2, True)
    assert chosen("1", "l").session.computer is not None


def test_choosing_two_people() -> None:
    assert chosen("t").session.computer is None


def test_choosing_again_and_leaving() -> None:
    computer = chosen("5", "escape", "6", "w").session.computer
    assert computer is not None
    assert computer.level == 6
    assert not chosen("escape").is_running


def test_keys_typed_ahead_answer_once() -> None:
    app = BarragoonApp(Session(Game()), ask=True, beat=0)

    async def test() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for key in "45w":
                app.screen.post_message(events.Key(key, key))
            await pilot.pause()
            assert isinstance(app.screen, ChoiceDialogue)
            assert "level 4" in app.screen.prompt

    asyncio.run(test())
