"""Pictures as PNG, and games as animated GIF; both need the ``render`` extra."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from barragoon.action import Placement, Turn
from barragoon.position import Position
from barragoon.svg import DEFAULT_VIEW, Marks, View, diagram

if TYPE_CHECKING:
    from PIL import Image

_MISSING = "PNG and GIF pictures need the 'render' extra: pip install 'barragoon[render]'"
_COLOURS = 96
_APART = 8
_SAMPLES = 12


def png(picture: str, width: int) -> bytes:
    """An SVG picture as PNG, that many pixels wide; the height follows.

    >>> from barragoon import svg
    >>> png(svg.board(Position.start()), 96)[1:4]
    b'PNG'
    """
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError(_MISSING) from error
    # Our pictures need no fonts (svg/font.py), so don't spend time on loading the system's.
    return resvg_py.svg_to_bytes(svg_string=picture, width=width, skip_system_fonts=True)


def frames(start: Position, turns: Iterable[Turn]) -> Iterator[tuple[Position, Turn | None]]:
    """The positions of a game, action by action, each with the turn as far as it has been played.

    >>> [str(turn) for position, turn in frames(Position.start(), [Turn.parse("d2d5"), Turn.parse("d8d6")])]
    ['None', 'd2d5', 'd8d6']
    """
    position = start
    yield position, None
    for turn in turns:
        placed: list[Placement] = []
        position = position.play(turn.move)
        yield position, Turn(turn.move, (), turn.capture)
        for placement in turn.placements:
            position = position.play(placement)
            placed.append(placement)
            yield position, Turn(turn.move, tuple(placed), turn.capture)


def gif(
    frames: Iterable[tuple[Position, Turn | None]],
    *,
    width: int = 360,
    delay: int = 1000,
    view: View = DEFAULT_VIEW,
) -> bytes:
    """An animated GIF that shows each position with its last turn, ``delay`` milliseconds each, and starts again.

    A position in which a barragoon has still to be placed is shown for a shorter time, the last one for longer.

    >>> gif(frames(Position.start(), [Turn.parse("d2d5")]), width=96)[:6]
    b'GIF89a'
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError(_MISSING) from error
    shown = list(frames)
    if not shown:
        raise ValueError("a GIF needs at least one position")
    pictures = [_picture(position, turn, width, view) for position, turn in shown]
    palette = _palette(pictures)
    first, *rest = (picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures)
    delays = [delay * 6 // 10 if position.hands else delay for position, _ in shown]
    delays[-1] = 3 * delay
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=rest, duration=delays, loop=0, optimize=True)
    return file.getvalue()


def _picture(position: Position, turn: Turn | None, width: int, view: View) -> Image.Image:
    from PIL import Image

    return Image.open(BytesIO(png(diagram(position, Marks(last_turn=turn), view), width))).convert("RGB")


def _palette(pictures: Sequence[Image.Image]) -> Image.Image:
    """One palette for all, from pictures spread evenly over the game.

    Our pictures are flat: their commonest colours are the theme's, which so stay exact, and then the blends at edges.
    """
    from PIL import Image

    counted: Counter[tuple[int, ...]] = Counter()
    for picture in pictures[:: -(-len(pictures) // _SAMPLES)]:
        for count, colour in picture.getcolors(picture.width * picture.height) or ():
            assert isinstance(colour, tuple), "the pictures have three channels"
            counted[colour] += count
    palette = Image.new("P", (1, 1))
    commonest = sorted(counted, key=lambda colour: (-counted[colour], colour))
    palette.putpalette([channel for colour in _apart(commonest) for channel in colour])
    return palette


def _apart(colours: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The first colours, without those that can hardly be told from an earlier one.

    Pillow looks colours up on a coarse grid, and would mistake one for its near neighbour.
    """
    kept: list[tuple[int, ...]] = []
    for colour in colours:
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= _APART for other in kept):
            kept.append(colour)
        if len(kept) == _COLOURS:
            break
    return kept
