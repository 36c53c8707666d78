"""PNG and GIF."""

from __future__ import annotations

import sys
from io import BytesIO

import pytest
from PIL import Image

from barragoon import Colour, IllegalActionError, Position, Turn, render, svg

TURNS = [Turn.parse("d2d5"), Turn.parse("d8d6"), Turn.parse("d5xb4@d5^"), Turn.parse("d6d8")]


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("width", [32, 181, 1000])
def test_a_png_is_as_wide_as_asked(width: int) -> None:
    view = svg.View(coordinates=False)  # 724 by 924 units
    picture = opened(render.png(svg.board(Position.start(), view=view), width))
    assert picture.format == "PNG"
    assert picture.width == width
    assert abs(picture.height - width * 924 / 724) < 1


def test_a_png_is_the_same_each_time() -> None:
    picture = svg.diagram(Position.start())
    assert render.png(picture, 200) == render.png(picture, 200)


def test_frames_follow_the_game_action_by_action() -> None:
    frames = list(render.frames(Position.start(), TURNS))
    assert [str(turn) for _, turn in frames] == ["None", "d2d5", "d8d6", "d5xb4", "d5xb4@d5^", "d6d8"]
    assert [position.actor for position, _ in frames[3:5]] == [Colour.WHITE, Colour.BROWN]
    position = Position.start()
    for turn in TURNS:
        position = position.play_turn(turn)
    assert frames[-1][0] == position


def test_frames_refuse_what_the_rules_refuse() -> None:
    with pytest.raises(IllegalActionError):
        list(render.frames(Position.start(), [Turn.parse("d2d9")]))


def test_a_gif_shows_each_frame_and_the_last_one_longest() -> None:
    frames = list(render.frames(Position.start(), TURNS))
    film = opened(render.gif(frames, width=180, delay=500))
    assert film.format == "GIF"
    assert film.width == 180
    assert getattr(film, "n_frames", 1) == len(frames)
    durations = []
    for number in range(len(frames)):
        film.seek(number)
        durations.append(film.info["duration"])
    assert durations == [500, 500, 500, 300, 500, 1500]
    assert film.info["loop"] == 0


def test_a_gif_shows_the_diagrams_in_the_theme_s_own_colours() -> None:
    start, *_, last = render.frames(Position.start(), TURNS)
    view = svg.View(theme=svg.DARK)
    film = opened(render.gif([start, last], width=360, view=view))
    for number, (position, turn) in enumerate((start, last)):
        film.seek(number)
        alone = opened(render.png(svg.diagram(position, svg.Marks(last_turn=turn), view), 360)).convert("RGB")
        shown = film.convert("RGB")
        close = [
            max(abs(a - b) for a, b in zip(one, other, strict=True)) < 24
            for one, other in zip(_pixels(alone), _pixels(shown), strict=True)
        ]
        assert sum(close) > 0.995 * len(close)
        assert shown.getpixel((1, 1)) == tuple(bytes.fromhex(svg.DARK.page[1:]))


def _pixels(picture: Image.Image) -> list[bytes]:
    data = picture.tobytes()
    return [data[at : at + 3] for at in range(0, len(data), 3)]


def test_a_gif_of_one_position_is_a_still() -> None:
    assert getattr(opened(render.gif([(Position.start(), None)], width=96)), "n_frames", 1) == 1


def test_a_gif_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one position"):
        render.gif([])


def test_without_the_extra_an_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = svg.board(Position.start())
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"barragoon\[render\]"):
        render.png(picture, 96)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"barragoon\[render\]"):
        render.gif([(Position.start(), None)])
