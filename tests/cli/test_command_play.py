"""``barragoon play`` in typed lines: whole games from scripts."""

import os
import pty
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from barragoon import Colour, Game, Reason, Turn
from barragoon.cli import packages
from barragoon.record import Record
from barragoon.terminal import unsaved_copies
from barragoon.tui.app import BarragoonApp
from cli.command_line import INTERRUPTIBLE, barragoon, rejected

REPEATED = "d2d4 d8d6 d4d2 d6d8 " * 3


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder / "barragoon"


def saved(path: Path | str) -> Game:
    return Record.parse(Path(path).read_text()).game()


def play(script: str, *options: str | Path) -> Game:
    """Play a script of which every line is accepted and read the saved game."""
    result = barragoon("play", *options, "--save", "game.bgn", stdin=script)
    assert result.code == 0, result
    return saved("game.bgn")


# -- whole games -----------------------------------------------------------------------------------------------


def test_a_game_with_captures_undo_and_resignation(state: Path) -> None:
    script = """\
    # White loses a tile at once
    d2d5
    d8xd5
    @e4x
    @d4^
    c2c3
    c8c7
    undo
    c8c7
    c3xb4@g4x
    resign
    """
    game = play(script, "--white", "Ann", "--brown", "Ben")
    assert [str(turn) for turn in game.turns] == ["d2d5", "d8xd5@e4x@d4^", "c2c3", "c8c7", "c3xb4@g4x"]
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Colour.WHITE, Reason.RESIGNATION)
    assert '[White "Ann"]' in Path("game.bgn").read_text()
    assert not list(state.iterdir())


def test_a_resignation_is_taken_back_before_an_action() -> None:
    game = play("d2d5\nresign\nundo\nd8d6")
    assert [str(turn) for turn in game.turns] == ["d2d5", "d8d6"]
    assert game.outcome() is None


def test_turns_on_one_line() -> None:
    assert len(play("d2d5 d8xd5@e4x@d4^ c2c3").turns) == 3


def test_a_game_won_on_the_board() -> None:
    game = play("d2xd5@a1x@a2x", "--fen", "7/7/7/7/3z3/7/7/3D3/7 w - 24 00 1")
    assert str(game.outcome()) == "White wins: Brown has no tile left"


def test_saved_and_resumed() -> None:
    assert barragoon("play", stdin="d2d5\nd8xd5\nsave half\nquit\n").code == 0
    assert saved("half.bgn").unfinished is not None
    result = barragoon("play", "half.bgn", stdin="@e4x\n@d4^\nsave\n")
    assert result.code == 0
    assert "White (" not in result.out
    assert [str(turn) for turn in saved("half.bgn").turns] == ["d2d5", "d8xd5@e4x@d4^"]


def test_draw_offered_and_answered() -> None:
    game = play("d2d5\ndraw\ndecline\nd8d6\ndraw\naccept\n")
    assert str(game.outcome()) == "Draw: draw agreed"


def test_repetition_declined_and_left() -> None:
    script = f"{REPEATED}\nrepetition\ndecline\nd2d4\nmoves d2\nd2d5\n"
    result = barragoon("play", "--save", "game.bgn", stdin=script)
    assert "Brown may offer a draw on it" in result.out
    assert "White must leave the repetition and not play d2d4" in result.out
    assert result.err.startswith("line 4: d2d4: this would continue the repetition, and the draw was declined\n")
    assert result.code == 1
    assert "d4" not in next(line for line in result.out.splitlines() if line.startswith("d2  "))
    assert len(saved("game.bgn").turns) == 13


def test_repetition_accepted() -> None:
    outcome = play(f"{REPEATED}\nrepetition\naccept\n").outcome()
    assert outcome is not None
    assert outcome.reason is Reason.REPETITION


# -- the settings ----------------------------------------------------------------------------------------------


def test_settings() -> None:
    barragoon("play", "--open", "--express", "01", "--touch-move", stdin="d2d5\nsave game\n")
    game = saved("game.bgn")
    assert game.start.stages == (0, 1)
    assert game.start.board.count("+") == 8
    assert game.touch_move


def test_touch_move() -> None:
    result = barragoon("play", "--touch-move", stdin="touch d2\ne2e3\nd2d5\n")
    assert "d2 is touched" in result.out
    assert "line 2: e2e3: d2 was touched and must move" in result.err
    assert "touch-move" in barragoon("play", stdin="touch d2\n").err


def test_lots() -> None:
    result = barragoon("play", "--lots", "--white", "Ann", "--brown", "Ben", stdin="")
    assert result.out.startswith(("The lots say: Ann plays White", "The lots say: Ben plays White"))


def test_ascii() -> None:
    assert barragoon("play", "--ascii", stdin="moves\nd2d5 d8xd5\nboard\nturns\n").out.isascii()


# -- what can be asked -----------------------------------------------------------------------------------------


def test_questions() -> None:
    out = barragoon("play", stdin="moves d2\nmoves\nfen\nboard\nd2d5\nturns\nhelp\nEXIT\nnot read\n").out
    assert "d2  b3● c3○ e3○ f3● c4● d4○ e4● d5●" in out
    assert "f1  d3● e3○ g3○ g4●" in out
    assert "1vd1dv1/2zdz2" in out
    assert "  1. d2d5\n" in out
    assert "take back the last action" in out


def test_no_moves() -> None:
    assert "Nothing on c1 may move now." in barragoon("play", stdin="moves c1\n").out
    assert "Brown wins: White has no tile left." in barragoon("play", "--fen", "7/7/7/7/3z3/7/7/7/7", stdin="moves").out


def test_two_placements_at_once() -> None:
    assert len(play("d2d5 d8xd5 @e4x@d4^").turns) == 2
    result = barragoon("play", stdin="d2d5 d8xd5\n@e4x@e4x\nturns\n")
    assert "e4 is not empty" in result.err
    assert result.out.endswith("  1. d2d5 d8xd5...\n")


def test_moves_while_placing() -> None:
    out = barragoon("play", stdin="d2d5 d8xd5\nmoves\n").out
    assert "White places a barragoon first, then Brown. Any face on any of the 42 empty squares" in out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "'dance' is neither an action such as d2d5 or @c4x nor a command"),
        ("d2d6", "a 3-tile moves 3 squares or 2, and d6 is 4 away"),
        ("d2xd5", "there is nothing to capture on d5"),
        ("h2h4", "'h2' is not a square from a1 to g9"),
        ("@c4x", "no barragoon is to be placed now"),
        ("@c4q", "'q' is not a face"),
        ("undo", "nothing has been played yet"),
        ("undo twice", "'twice' was not expected"),
        ("accept", "nobody has offered a draw"),
        ("draw\ndraw", "White has offered a draw already"),
        ("repetition", "not one sequence three times over"),
        ("resign green", "'green' is not a player"),
        ("moves z9", "'z9' is not a square"),
        ("touch", "is not a square, as in touch d2"),
        ("save", "the game has no file yet"),
        ("save /no/such/folder/game", "/no/such/folder/game.bgn: no such file or directory"),
        ("save! state.d", "a file was expected, and this is a directory"),
        ("save! a\x00b", "this can't be the name of a file"),
        ("resign brown\nd2d5", "the game is over: White wins: Brown resigned"),
        ("\x00\x1b[2J", "is not a move"),
    ],
)
def test_a_game_goes_on_after_a_rejected_line(line: str, answer: str) -> None:
    Path("state.d").mkdir()
    result = barragoon("play", stdin=f"{line}\nfen\n")
    assert result.code == 1
    assert answer in result.err
    assert "Traceback" not in result.err
    assert "1vd1dv1" in result.out


def test_a_turn_is_played_whole_or_not_at_all() -> None:
    result = barragoon("play", stdin="d2d5\nd8xd5@e4x@e4x\nturns\n")
    assert "e4 is not empty" in result.err
    assert result.out.endswith("  1. d2d5\n")


def test_garbage_on_stdin() -> None:
    result = barragoon("play", stdin=b"\xff\xfe\nd2d5\n")
    assert result.code == 1
    assert result.err.startswith("line 1: ")
    assert "Brown moves a tile" in result.out


# -- files -----------------------------------------------------------------------------------------------------


def test_an_unsaved_game_is_kept_and_resumed(state: Path) -> None:
    result = barragoon("play", stdin="d2d5\n")
    (copy,) = state.iterdir()
    assert f"The game is kept in {copy}" in result.err
    assert barragoon("play", "--resume", stdin="d8d6\n").code == 0
    assert list(state.iterdir()) == [copy]
    assert len(saved(copy).turns) == 2
    assert barragoon("play", "--resume", stdin="save done\n").code == 0
    assert not list(state.iterdir())
    assert len(saved("done.bgn").turns) == 2


def test_nothing_to_resume() -> None:
    assert "no unsaved game is kept" in rejected("play", "--resume")


def test_no_folder_for_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    result = barragoon("play", stdin="d2d5\nd8d6\n")
    assert result.code == 0
    assert result.err.count("No copy of the game can be kept") == 1


def test_an_older_file_is_not_overwritten() -> None:
    Path("old.bgn").write_text("precious")
    result = barragoon("play", stdin="d2d5\nsave old.bgn\n")
    assert "old.bgn exists already" in result.err
    assert Path("old.bgn").read_text() == "precious"
    assert "exists already" in rejected("play", "--save", "old.bgn")
    assert barragoon("play", stdin="d2d5\nsave! old.bgn\n").code == 0
    assert len(saved("old.bgn").turns) == 1


def test_a_file_that_holds_more_is_not_overwritten() -> None:
    both = "1. d2d5 *\n\n1. d2d4 {A comment.} *\n"
    Path("both.bgn").write_text(both)
    result = barragoon("play", "both.bgn", "--game", "2", stdin="d8d6\nsave\nsave both.bgn\n")
    assert "the game has no file yet" in result.err
    assert "exists already" in result.err
    assert Path("both.bgn").read_text() == both


def test_state_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    assert unsaved_copies.state_folder() == Path("/home/ann/.local/state/barragoon")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["missing.bgn"], "missing.bgn: no such file or directory"),
        (["."], "directory"),
        (["bad.bgn"], "bad.bgn:1:1:"),
        (["good.bgn", "--game", "2"], "there is one game"),
        (["good.bgn", "--open"], "keeps its start"),
        (["--save", "/no/such/folder/x.bgn"], "--save: /no/such/folder/x.bgn can't be written"),
        (["broken.bgn"], "broken.bgn:1:9: 'd8d9' is not legal"),
        (["--express", "03"], "--express: '03'"),
        (["--express", "x"], "--express: 'x'"),
        (["--lots"], "--lots needs both names"),
        (["--fen", "nonsense"], "FEN: column 1"),
        (["--fen", "7/7/7/7/7/7/7/7/7", "--open"], "--open"),
    ],
)
def test_refuses(arguments: list[str], expected: str) -> None:
    Path("bad.bgn").write_bytes(b"\xff\x00 nonsense")
    Path("good.bgn").write_text("1. d2d5 *\n")
    Path("broken.bgn").write_text("1. d2d5 d8d9 *\n")
    assert expected in rejected("play", *arguments)


# -- terminals -------------------------------------------------------------------------------------------------


def test_somebody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    prompts: list[str] = []
    lines = iter(["d2d6", "d2d5"])

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        for line in lines:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", typed)
    result = barragoon("play", "--plain", "--white", "Ann", terminal=True)
    assert result.code == 0
    assert prompts == ["White (Ann)> ", "White (Ann)> ", "Brown> "]
    assert "5 x . x D x . x" in result.out


def test_the_full_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[BarragoonApp] = []

    def open_and_leave(app: BarragoonApp) -> None:
        opened.append(app)
        app.session.act_turn(Turn.parse("d2d5"))

    monkeypatch.setattr(BarragoonApp, "run", open_and_leave)
    monkeypatch.setattr(BarragoonApp, "return_code", 130)
    result = barragoon("play", terminal=True)
    assert result.code == 130
    assert "The game is kept in" in result.err
    assert opened[0].session.ascii_only


def test_without_textual_lines_are_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_typed(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", nothing_typed)
    monkeypatch.setattr(packages, "find_spec", lambda _: None)
    result = barragoon("play", "--two", terminal=True)
    assert result.code == 0
    assert "lines are typed here" in result.err
    assert result.err.count("pip install 'barragoon[tui]'") == 1
    assert "5 x . x . x . x" in result.out


def test_an_older_game_is_mentioned(monkeypatch: pytest.MonkeyPatch, state: Path) -> None:
    notices: list[str] = []
    monkeypatch.setattr(BarragoonApp, "run", lambda app: notices.append(app.notice))
    barragoon("play", terminal=True)
    state.mkdir(parents=True)
    (state / "older.bgn").write_text("1. d2d5 *")
    barragoon("play", terminal=True)
    assert notices[0] == ""
    assert "--resume" in notices[1]


def test_a_real_terminal(state: Path) -> None:
    leader, follower = pty.openpty()
    command = [*INTERRUPTIBLE, "play", "--plain", "--white", "Ann"]
    with subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, start_new_session=True) as child:
        os.close(follower)
        try:
            read_until(leader, "White (Ann)> ")
            os.write(leader, b"d2d5\n")
            read_until(leader, "Brown> ")
            time.sleep(0.5)  # the prompt is shown a moment before the line is read
            child.send_signal(signal.SIGINT)
            read_until(leader, "The game is kept in")
            assert child.wait(30) == 130
        finally:
            child.kill()
    os.close(leader)
    assert len(list(state.iterdir())) == 1


def read_until(leader: int, text: str) -> None:
    """Read what a program shows until a text appears."""
    seen = b""
    deadline = time.monotonic() + 30
    while text.encode() not in seen and time.monotonic() < deadline:
        if select.select([leader], [], [], 0.2)[0]:
            try:
                seen += os.read(leader, 65536)
            except OSError:  # the other side has gone
                break
    assert text.encode() in seen, seen.decode(errors="replace")
