"""The shapes on the terminal's board."""

import pytest

from barragoon import Face
from barragoon.tui.glyphs import ASCII, UNICODE, Pen, face_picture, pips


@pytest.mark.parametrize("pen", [ASCII, UNICODE])
@pytest.mark.parametrize("height", [2, 3])
def test_every_face_has_a_shape_of_its_own(pen: Pen, height: int) -> None:
    pictures = {face_picture(face, pen, height) for face in Face}
    assert len(pictures) == len(Face)
    assert all(len(row) == 3 for picture in pictures for row in picture)
    assert all(len(picture) == height for picture in pictures)


def test_arrows_start_where_a_tile_enters() -> None:
    assert face_picture(Face.RIGHT_TURN_WEST, UNICODE, 3) == (" ┃ ", "◄┛ ", "   ")
    assert face_picture(Face.LEFT_TURN_WEST, UNICODE, 3) == ("   ", "◄┓ ", " ┃ ")
    assert face_picture(Face.TWO_WAYS_NORTH, UNICODE, 2) == (" ▲ ", " ▼ ")
    assert face_picture(Face.ONE_WAY_SOUTH, UNICODE, 2) == (" ┃ ", " ▼ ")


def test_pips() -> None:
    assert [sum(row.count("●") for row in pips(value, "●")) for value in (2, 3, 4)] == [2, 3, 4]
