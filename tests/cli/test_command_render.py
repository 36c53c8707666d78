"""``barragoon render``."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from barragoon import Position, svg
from cli.command_line import barragoon, rejected

FEN = "3Ydv1/1zdz1S1/w2DN>1/1x5/x3xWx/V4xV/6d/1-1wZe1/6D"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.bgn"
    path.write_text("1. d2d5 d8xd5@e4x@d4^ 2. c2c3 *\n\n1. d2d4 *\n")
    return path


def test_svg_of_the_start(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert barragoon("render", "-o", out).code == 0
    assert out.read_text() == svg.board(Position.start(), view=svg.View(size=480))


def test_svg_to_stdout() -> None:
    assert barragoon("render", FEN, "-o", "-").out == svg.board(Position.from_fen(FEN), view=svg.View(size=480))
    assert barragoon("render", "-", "-o", "-", stdin=FEN).out == barragoon("render", FEN, "-o", "-").out


def test_png(tmp_path: Path) -> None:
    out = tmp_path / "board.png"
    assert barragoon("render", FEN, "-o", out, "--size", "200", "--targets", "d7").code == 0
    assert Image.open(BytesIO(out.read_bytes())).width == 200
    raw = barragoon("render", FEN, "-o", "-", "--format", "png", "--size", "200", "--targets", "d7").raw
    assert raw == out.read_bytes()


def test_options_change_the_picture(game: Path) -> None:
    options = [
        [], ["--theme", "dark"], ["--flip"], ["--no-coordinates"], ["--players"], ["--no-last"], ["--turn", "1"],
        ["--game", "2"], ["--arrow", "d2d5"], ["--arrow", "d2d5", "--arrow", "c2c4"], ["--targets", "c3"],
        ["--size", "300"],
    ]  # fmt: skip
    pictures = [barragoon("render", game, "-o", "-", *words) for words in options]
    assert all(picture.code == 0 for picture in pictures)
    assert len({picture.out for picture in pictures}) == len(options)


def test_gif(tmp_path: Path, game: Path) -> None:
    out = tmp_path / "game.gif"
    assert barragoon("render", game, "-o", out, "--size", "96").code == 0
    assert getattr(Image.open(BytesIO(out.read_bytes())), "n_frames", 0) == 1 + 3 + 2
    short = barragoon("render", game, "-o", "-", "--format", "gif", "--size", "96", "--turn", "1").raw
    assert getattr(Image.open(BytesIO(short)), "n_frames", 0) == 2


def test_drawing_a_gif_shows_progress(tmp_path: Path, game: Path) -> None:
    result = barragoon("render", game, "-o", tmp_path / "game.gif", "--size", "96", "--delay", "50", terminal=True)
    assert result.code == 0
    assert "Drawing 6 frames" in result.err


def test_gif_of_a_game_from_the_middle_of_a_turn(tmp_path: Path) -> None:
    path = tmp_path / "middle.bgn"
    path.write_text('[FEN "3z3/7/7/7/7/7/7/7/3Z3 w w 4 00 7"]\n\n7. @d5x d9d8 8. d1d2 *\n')
    data = barragoon("render", path, "-o", "-", "--format", "gif", "--size", "96").raw
    assert getattr(Image.open(BytesIO(data)), "n_frames", 0) == 3


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "--output is missing"),
        (["-o", "board"], "ends in none of .svg, .png and .gif"),
        (["-o", "board.jpeg"], "ends in none of"),
        (["-o", "board.svg", "--format", "bmp"], "bmp"),
        (["-o", "board.svg", "--size", "0"], "size"),
        (["-o", "board.svg", "--size", "100000"], "size"),
        (["-o", "board.svg", "--theme", "pink"], "pink"),
        (["-o", "board.gif"], "a GIF shows a game"),
        (["-o", "board.svg", "--targets", "z9"], "--targets: 'z9' is not a square"),
        (["-o", "board.svg", "--targets", "d5"], "--targets: there is no tile on d5"),
        (["-o", "board.svg", "--arrow", "d2"], "--arrow: 'd2' is not a move"),
        (["nonsense", "-o", "board.svg"], "FEN: column 1: 'nonsense'"),
        (["x" * 5000, "-o", "board.svg"], "FEN"),
        (["missing.bgn", "-o", "board.svg"], "missing.bgn: no such file or directory"),
        ([".", "-o", "board.svg"], "directory"),
        (["-o", "no/such/folder/board.svg"], "no such file or directory"),
        (["GAME", "-o", "board.gif", "--size", "2000"], "at most 1200 pixels"),
        (["GAME", "-o", "board.gif", "--turn", "7"], "the game has 3 whole turns"),
        (["GAME", "-o", "board.svg", "--game", "3"], "2 games"),
        (["-o", "board.svg", "--turn", "0"], "--turn is about a game"),
        ([FEN, "-o", "board.svg", "--game", "1"], "--game is about a game"),
        (["GAME", "-o", "board.svg", "--open"], "--open draws the start"),
        (["GAME", "-o", "board.svg", "--delay", "1000"], "--delay is about a GIF"),
        (["GAME", "-o", "board.gif", "--targets", "d2"], "--targets can't be shown in a GIF"),
        (["GAME", "-o", "board.gif", "--arrow", "d2d5"], "--arrow can't be shown in a GIF"),
    ],
)
def test_refuses(
    arguments: list[str], expected: str, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert expected in rejected("render", *(str(game) if word == "GAME" else word for word in arguments))
    assert list(tmp_path.iterdir()) == [game]


def test_a_broken_game_is_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "broken.bgn"
    path.write_text("1. d2d5 d8d9 *\n")
    assert rejected("render", path, "-o", tmp_path / "out.svg").startswith(f"{path}:1:9: 'd8d9' is not legal")


def test_garbage_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "garbage.bgn"
    path.write_bytes(b"\x00\xff garbage")
    assert rejected("render", path, "-o", tmp_path / "out.svg").startswith(f"{path}:1:")
    assert not (tmp_path / "out.svg").exists()
