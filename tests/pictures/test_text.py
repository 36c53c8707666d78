"""Boards as text."""

from __future__ import annotations

from unicodedata import east_asian_width

import pytest

from barragoon import TILES, Colour, Face, Position, Setup, Square, text
from barragoon.text import Style

MIDDLE = Position.from_fen("3Ydv1/1zdz1S1/w2DN>1/1x5/x3xWx/V4xV/6d/1-1wZe1/6D")


def cells(board: str) -> list[list[str]]:
    """The cells of a Unicode board, row by row from the top."""
    return [[part[1:3] for part in line.split("│")[1:-1]] for line in board.splitlines() if "│" in line]


def test_every_cell_has_two_characters_of_its_own() -> None:
    shown = [text.cell(cell) for cell in (*Face, *TILES, None)]
    assert len(set(shown)) == len(shown)
    assert {len(characters) for characters in shown} == {2}


def test_a_face_with_one_crossing_shows_the_way_in_and_the_way_out() -> None:
    assert [text.cell(face) for face in Face] == [
        *("╳╳", "↑↑", "→→", "↓↓", "←←", "↑↓", "←→"),
        *("→↑", "↓→", "←↓", "↑←", "←↑", "↑→", "→↓", "↓←", "↶↷"),
    ]


def test_each_square_shows_its_cell() -> None:
    rows = cells(text.board(MIDDLE))
    for square in Square:
        assert rows[8 - square.rank][square.file] == text.cell(MIDDLE[square])


def test_brown_sees_the_board_and_its_arrows_turned() -> None:
    assert cells(text.board(MIDDLE, orientation=Colour.BROWN)) == [
        [text.cell(cell.swapped() if isinstance(cell, Face) else cell) for cell in (MIDDLE[s] for s in rank)]
        for rank in (list(Square)[start : start + 7][::-1] for start in range(0, 63, 7))
    ]


@pytest.mark.parametrize(
    ("orientation", "ranks", "files"), [("w", "987654321", "abcdefg"), ("b", "123456789", "gfedcba")]
)
@pytest.mark.parametrize("style", Style)
def test_coordinates(orientation: str, ranks: str, files: str, style: Style) -> None:
    lines = text.board(MIDDLE, orientation=Colour(orientation), style=style).splitlines()
    assert "".join(line[0] for line in lines[:-1]).replace(" ", "") == ranks
    assert lines[-1].replace(" ", "") == files


def test_files_stand_under_their_columns() -> None:
    lines = text.board(Setup({Square.D5: TILES[0]})).splitlines()
    row = next(line for line in lines if "W2" in line)
    assert row.index("W2") <= lines[-1].index("d") <= row.index("W2") + 1


@pytest.mark.parametrize("style", Style)
def test_all_lines_fit_a_terminal_and_end_without_blanks(style: Style) -> None:
    lines = text.board(Position.start(open=True), style=style).splitlines()
    assert len(lines) <= 23
    assert all(len(line) <= 40 and line == line.rstrip() for line in lines)


def test_no_character_is_two_columns_wide() -> None:
    board = text.board(Setup(dict(zip(Square, (*Face, *TILES), strict=False))))
    assert not [letter for letter in board if east_asian_width(letter) in "WF"]


@pytest.mark.parametrize("orientation", Colour)
def test_ascii_is_ascii_and_writes_the_characters_of_the_fen(orientation: Colour) -> None:
    board = text.board(MIDDLE, style=Style.ASCII, orientation=orientation)
    assert board.isascii()
    rows = [line[2:].replace(" ", "") for line in board.splitlines()[:-1]]
    written = "".join(rows if orientation is Colour.BROWN else reversed(rows))
    squares = written if orientation is Colour.WHITE else "".join(row[::-1] for row in rows)
    assert squares == MIDDLE.board
