"""A small stroke font of our own, so that a picture needs no installed font and looks the same everywhere.

Each glyph is one line of even width, as on road signs. Capitals and figures are 10 high and the small letters 7;
the baseline is at 0. A glyph is stored as its width and its path.
"""

from __future__ import annotations

from barragoon.svg.element import element, number, shift

CAPITAL = 10
SMALL = 7
_STROKE = 1.3
_GAP = 2.6

# Parts that many letters share: the bowl of b, d, o, p, the arch of h, m, n.
_BOWL = "M0 -4.2a2.8 2.8 0 0 1 5.6 0v1.4a2.8 2.8 0 0 1 -5.6 0z"
_ARCH = "a2.6 2.6 0 0 1 5.2 0V0"

GLYPHS: dict[str, tuple[float, str]] = {
    "0": (6, "M0 -7a3 3 0 0 1 6 0v4a3 3 0 0 1 -6 0z"),
    "1": (3, "M0 -7.9L3 -10V0"),
    "2": (6, "M0 -7a3 3 0 1 1 5.07 2.17L0 0H6"),
    "3": (5.8, "M.4 -8.4A2.6 2.45 0 1 1 2.8 -5.3H2.4H2.8A2.75 2.65 0 1 1 .1 -1.9"),
    "4": (6.2, "M4.5 0V-10L0 -2.8H6.2"),
    "5": (5.8, "M5.2 -10H.9L.5 -5.4A3 3.05 0 1 1 .1 -1.6"),
    "6": (6, "M4.3 -10L.55 -4.73A3 3 0 1 0 3 -6A3 3 0 0 0 .55 -4.73"),
    "7": (6, "M0 -10H6L2 0"),
    "8": (6, "M3 -5.3A2.6 2.35 0 1 1 3 -10A2.6 2.35 0 1 1 3 -5.3A3 2.65 0 1 1 3 0A3 2.65 0 1 1 3 -5.3"),
    "9": (6, "M1.7 0L5.45 -5.27A3 3 0 1 0 3 -4A3 3 0 0 0 5.45 -5.27"),
    "a": (
        5.1,
        "M.6 -6.1A3.4 3.4 0 0 1 2.6 -7A2.5 2.5 0 0 1 5.1 -4.5V0M5.1 -4H2A2 2 0 0 0 2 0H2.4A2.7 2.7 0 0 0 5.1 -2",
    ),
    "b": (5.6, _BOWL + "M0 -10V0"),
    "c": (5, "M5 -6A2.8 2.8 0 0 0 0 -4.2V-2.8A2.8 2.8 0 0 0 5 -1"),
    "d": (5.6, _BOWL + "M5.6 -10V0"),
    "e": (5.6, "M0 -3.5H5.6V-4.2A2.8 2.8 0 0 0 0 -4.2V-2.8A2.8 2.8 0 0 0 5.1 -1.2"),
    "f": (3.6, "M3.6 -10H3.2A1.9 1.9 0 0 0 1.3 -8.1V0M0 -6.8H3.4"),
    "g": (5.6, _BOWL + "M5.6 -7V.4A2.5 2.5 0 0 1 3.1 2.9A4 4 0 0 1 .6 2.2"),
    "h": (5.2, "M0 -10V0M0 -4.4" + _ARCH),
    "i": (0, "M0 -7V0M0 -9.8V-9.7"),
    "j": (1.4, "M1.4 -7V1.1A1.8 1.8 0 0 1 -.4 2.9M1.4 -9.8V-9.7"),
    "k": (4.8, "M0 -10V0M4.6 -7L0 -2.6M1.7 -4.2L4.8 0"),
    "l": (1.8, "M0 -10V-1.7A1.7 1.7 0 0 0 1.7 0"),
    "m": (8.8, "M0 -7V0M0 -4.8a2.2 2.2 0 0 1 4.4 0V0M4.4 -4.8a2.2 2.2 0 0 1 4.4 0V0"),
    "n": (5.2, "M0 -7V0M0 -4.4" + _ARCH),
    "o": (5.6, _BOWL),
    "p": (5.6, _BOWL + "M0 -7V3"),
    "q": (5.6, _BOWL + "M5.6 -7V3"),
    "r": (3, "M0 -7V0M0 -4.4A2.6 2.6 0 0 1 3 -6.9"),
    "s": (4.8, "M4.6 -6A3 3 0 0 0 2.5 -7H2.2A1.75 1.75 0 0 0 2.2 -3.5H2.7A1.75 1.75 0 0 1 2.7 0H2.3A3 3 0 0 1 0 -1.1"),
    "t": (3.4, "M1.3 -9V-1.8A1.8 1.8 0 0 0 3.1 0H3.4M0 -6.8H3.4"),
    "u": (5.2, "M5.2 0V-7M0 -7V-2.6A2.6 2.6 0 0 0 5.2 -2.6"),
    "v": (5.4, "M0 -7L2.7 0L5.4 -7"),
    "w": (8, "M0 -7L2 0L4 -6.6L6 0L8 -7"),
    "x": (5, "M0 -7L5 0M5 -7L0 0"),
    "y": (5.4, "M0 -7L2.8 -.2M5.4 -7L2.4 1.7A1.8 1.8 0 0 1 .3 2.9"),
    "z": (4.8, "M0 -7H4.8L0 0H4.8"),
    "B": (5.8, "M0 -5.3H3.2A2.35 2.35 0 0 0 3.2 -10H0V0H3.15A2.65 2.65 0 0 0 3.15 -5.3"),
    "E": (5, "M5 -10H0V0H5M0 -5.2H4.4"),
    "N": (6.2, "M0 0V-10L6.2 0V-10"),
    "S": (6, "M5.6 -8.6A3.8 3.8 0 0 0 3 -10A2.5 2.4 0 0 0 3 -5.2A2.6 2.6 0 0 1 3 0A4 4 0 0 1 .1 -1.5"),
    "W": (9.2, "M0 -10L2.4 0L4.6 -9.4L6.8 0L9.2 -10"),
    "Y": (6.2, "M0 -10L3.1 -4.8L6.2 -10M3.1 -4.8V0"),
    "^": (5, "M0 -6L2.5 -10L5 -6"),
    ">": (5, "M0 -7.5L5 -4.5L0 -1.5"),
    "<": (5, "M5 -7.5L0 -4.5L5 -1.5"),
    "|": (0, "M0 -10.5V1"),
    "-": (4.6, "M0 -4.2H4.6"),
    "+": (5.4, "M0 -4.2H5.4M2.7 -6.9V-1.5"),
    " ": (1.8, ""),
}


def width(words: str) -> float:
    """How wide words are when capitals are 10 high.

    >>> width("e") < width("east")
    True
    """
    return sum(GLYPHS[letter][0] for letter in words) + _GAP * (len(words) - 1)


def letters(words: str, start: complex, height: float, colour: str) -> str:
    """Words that begin at a point on their baseline, with capitals of that height."""
    drawn, at = [], 0.0
    for letter in words:
        advance, path = GLYPHS[letter]
        if path:
            drawn.append(element("path", d=path, transform=shift(complex(at))))
        at += advance + _GAP
    scale = f"{shift(start)} scale({number(height / CAPITAL)})"
    return element("g", *drawn, transform=scale, **_line(colour))


def centred(words: str, middle: complex, height: float, colour: str) -> str:
    """Words around a point; those without a capital or a figure are centred on the small letters."""
    tall = any(letter.isdigit() or letter.isupper() for letter in words)
    scale = height / CAPITAL
    down = (CAPITAL if tall else SMALL) / 2
    return letters(words, middle + complex(-width(words) / 2, down) * scale, height, colour)


def _line(colour: str) -> dict[str, str | float]:
    return {
        "fill": "none",
        "stroke": colour,
        "stroke_width": _STROKE,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
