"""``barragoon play --level``: games against the computer in typed lines, through the program itself."""

import random
import subprocess
from pathlib import Path

import pytest

from barragoon import Colour, Game, Position
from barragoon.engine.search import core
from barragoon.errors import EngineError
from barragoon.record import Record
from barragoon.tui.app import BarragoonApp
from cli.command_line import PROGRAM, Result, barragoon, rejected

AS_WHITE = ("play", "--level", "1", "--colour", "white", "--seed", "5")
THERE_AND_BACK = "d2d4 d8d6 d4d2 d6d8 "


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder / "barragoon"


def saved(path: Path | str) -> Record:
    return Record.parse(Path(path).read_text())


class Table:
    """A program in typed lines, and somebody who plays against it at random."""

    def __init__(self, *arguments: str) -> None:
        words = [*PROGRAM, "play", "--plain", *arguments]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def position(self) -> Position:
        """Where the game stands, as the program tells it."""
        assert self.process.stdout is not None
        self.say("fen")
        for line in self.process.stdout:
            if line.count("/") == 8:
                return Position.from_fen(line.strip())
        raise AssertionError("the program has gone")


@pytest.mark.parametrize(("colour", "seed"), [(Colour.WHITE, 1), (Colour.BROWN, 2)])
def test_a_whole_game_at_random_against_level_1(colour: Colour, seed: int) -> None:
    source = random.Random(seed)
    name = str(colour).lower()
    table = Table("--level", "1", "--colour", name, "--seed", str(seed), "--save", "game.bgn", "--express", "11")
    with table.process:
        for _ in range(400):
            position = table.position()
            if not position.legal_actions() or position.outcome():
                break
            if position.actor is not colour:  # it waits whether a draw is offered on a repetition
                table.say("")
                continue
            table.say(str(source.choice(sorted(position.legal_actions()))))
        table.say("quit")
    assert table.process.returncode == 0, "no line was rejected"
    game = saved("game.bgn").game()
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is not colour
    assert {position.actor for position in game.positions()} == set(Colour)


# -- options ---------------------------------------------------------------------------------------------------


def test_the_computer_answers() -> None:
    result = barragoon("play", "--level", "7", "--colour", "white", stdin="d2d5\n")
    assert result.code == 0
    said = ["The computer plays d8xd5 and takes your 3-tile.", "You place a barragoon first, then the computer."]
    assert result.out.splitlines()[-2:] == said


def test_it_begins_as_white() -> None:
    result = barragoon("play", "--level", "1", "--colour", "brown", stdin="")
    assert "You move a tile" in result.out
    assert "The computer plays " in result.out
    assert "     g    f    e    d    c    b    a" in result.out


def lots(*options: str) -> str:
    return barragoon("play", "--level", "1", *options, stdin="").out.splitlines()[0]


def test_lots_are_drawn() -> None:
    found = {lots("--seed", str(seed)) for seed in range(8)}
    assert found == {"The lots say: you play White.", "The lots say: you play Brown."}
    assert lots("--colour", "lots", "--seed", "3") == lots("--seed", "3")


def test_a_seed_repeats_the_game() -> None:
    script = "c2c3\ne2e3\nturns\n"
    assert barragoon(*AS_WHITE, stdin=script).out == barragoon(*AS_WHITE, stdin=script).out


def test_all_settings_together() -> None:
    settings = ("--open", "--express", "01", "--touch-move", "--colour", "white", "--white", "Ann")
    result = barragoon("play", "--level", "2", *settings, "--save", "game.bgn", stdin="touch d2\ne2e3\nd2d5\n")
    assert "line 2: e2e3: d2 was touched and must move" in result.err
    record = saved("game.bgn")
    assert (record.tags["White"], record.tags["Brown"]) == ("Ann", "Computer, level 2")
    assert (record.touch_move, record.start.stages) == (True, (0, 1))
    assert len(record.game().actions) >= 2


def test_a_name_tells_the_colour() -> None:
    assert "You move a tile" in barragoon("play", "--level", "1", "--white", "Ann", stdin="").out
    assert "The computer plays" in barragoon("play", "--level", "1", "--brown", "Ben", stdin="").out


def test_from_a_position() -> None:
    fen = "3z3/7/7/3z3/7/7/3D3/7/3ZZ2 w"
    result = barragoon("play", "--level", "1", "--colour", "white", "--fen", fen, stdin="d3xd6@a1x\nd3xd6\n@a9x\n")
    assert "line 1: it is the computer who must act now" in result.err
    assert "The computer places " in result.out
    assert "Now you place a barragoon." in result.out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--level", "0"], "there is no level 0: from 1 to 12 were expected"),
        (["--level", "13"], "there is no level 13"),
        (["--level", "high"], "'--level': Input should be a valid integer"),
        (["--level", "1", "--seed", "-1"], "a seed of -1 is not possible"),
        (["--level", "1", "--colour", "green"], "'green'"),
        (["--colour", "white"], "--colour is for a game against the computer"),
        (["--seed", "3"], "--seed is for a game against the computer"),
        (["--two", "--level", "3"], "--two is for two people"),
        (["--level", "1", "--lots"], "--colour lots"),
        (["--level", "1", "--express", "01"], "a handicap needs to know who has it"),
        (["--level", "1", "--white", "Ann", "--brown", "Ben", "--colour", "white"], "leave out --brown"),
        (["wrong.bgn"], "'many' is not a BrownLevel"),
    ],
)
def test_refuses(arguments: list[str], expected: str) -> None:
    Path("wrong.bgn").write_text('[BrownLevel "many"]\n\n*\n')
    assert expected in rejected("play", *arguments)


def test_the_engine_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise EngineError(core.HOW_TO_BUILD)

    monkeypatch.setattr("barragoon.engine.native.new_core", missing)
    assert rejected("play", "--level", "3") == core.HOW_TO_BUILD
    assert barragoon("play", "--two", stdin="d2d5\n").code == 0


# -- files -----------------------------------------------------------------------------------------------------


def test_a_saved_game_remembers_the_computer() -> None:
    barragoon(*AS_WHITE, "--save", "game.bgn", stdin="c2c3\n")
    whole = barragoon(*AS_WHITE, stdin="c2c3\ne2e3\nturns\n").out.splitlines()[-1]
    assert barragoon("play", "game.bgn", stdin="e2e3\nturns\n").out.splitlines()[-1] == whole
    tags = saved("game.bgn").tags
    assert (tags["BrownLevel"], tags["BrownSeed"], tags["Brown"]) == ("1", "5", "Computer, level 1")


def test_another_level_another_colour_nobody() -> None:
    barragoon(*AS_WHITE, "--save", "game.bgn", stdin="c2c3\n")
    barragoon("play", "game.bgn", "--level", "4", "--colour", "brown", "--save", "game.bgn", stdin="fen\nsave\n")
    tags = saved("game.bgn").tags
    assert (tags["WhiteLevel"], tags["White"], tags["Brown"]) == ("4", "Computer, level 4", "?")
    assert "computer" not in barragoon("play", "game.bgn", "--two", stdin="undo\n").out


def test_a_game_of_two_goes_on_against_the_computer() -> None:
    Path("two.bgn").write_text("1. d2d4 *\n")
    assert "You move a tile." in barragoon("play", "two.bgn", "--level", "1", stdin="").out


def test_resume(state: Path) -> None:
    barragoon(*AS_WHITE, stdin="c2c3\n")
    assert len(list(state.iterdir())) == 1
    result = barragoon("play", "--resume", stdin="e2e3\n")
    assert "The computer plays" in result.out


# -- draws -----------------------------------------------------------------------------------------------------


def test_an_offer_is_answered() -> None:
    result = barragoon(*AS_WHITE, stdin="draw\naccept\nrepetition\n")
    assert "The computer declines the draw.\nYou move a tile." in result.out
    assert "nobody has offered a draw" in result.err


def repeated(*lines: str) -> Result:
    """Complete a repetition against the computer and go on."""
    Path("circle.bgn").write_text((THERE_AND_BACK * 3).removesuffix("d6d8 ") + "*\n")
    return barragoon("play", "circle.bgn", "--level", "1", stdin="\n".join(["d6d8", *lines]))


def test_a_repetition_waits_for_the_offer() -> None:
    assert "you may offer a draw on it: repetition does, an empty line goes on." in repeated().out
    assert "The computer accepts the draw.\nDraw: the same turns three times over" in repeated("repetition").out
    assert "The computer plays" in repeated("", "turns").out
    assert "The computer plays" not in repeated("turns").out


def test_its_pending_answer_is_given_on_resuming() -> None:
    Path("offer.bgn").write_text('[BrownLevel "1"]\n[DrawOffer "White"]\n\n*\n')
    assert "The computer declines the draw." in barragoon("play", "offer.bgn", stdin="").out


def test_a_take_back_includes_the_computers_answer_too() -> None:
    out = barragoon(*AS_WHITE, stdin="c2c3\nundo\nfen\n").out
    assert "Taken back: c2c3 " in out
    assert out.splitlines()[-1] == Game().position.to_fen()


# -- the question ----------------------------------------------------------------------------------------------


def answering(monkeypatch: pytest.MonkeyPatch, *answers: str) -> Result:
    lines = iter(answers)

    def typed(_: str) -> str:
        for line in lines:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", typed)
    return barragoon("play", "--plain", terminal=True)


def test_asked_at_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    result = answering(monkeypatch, "13", "3", "green", "white")
    assert "You move a tile" in result.out
    assert result.err.splitlines()[:2] == [
        "barragoon: '13' is not among the answers",
        "barragoon: 'green' is not among the answers",
    ]
    assert "The lots say: you play" in answering(monkeypatch, "3", "").out
    assert "White moves a tile" in answering(monkeypatch, "").out
    for answers in ((), ("quit",), ("3",)):
        result = answering(monkeypatch, *answers)
        assert (result.code, result.out) == (0, "")


def test_asked_on_the_full_screen_only_when_nothing_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(BarragoonApp, "run", lambda app: asked.append(app.asks))
    for options in ([], ["--open"], ["--two"], ["--level", "2"], ["--white", "Ann"]):
        barragoon("play", *options, terminal=True)
    assert asked == [True, True, False, False, False]
