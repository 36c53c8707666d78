"""Draws what the page's board is made of into web/src/board/drawings.json: faces, tiles, marks, letters, colours.

The page has no drawings of its own. Run it after changing barragoon.svg; tests/pictures/test_page_drawings.py fails
when the file is not what this script draws.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path

from barragoon import Face
from barragoon.position import MoveKind
from barragoon.square import FILES, RANKS
from barragoon.svg import DARK, LIGHT, Theme, TileColours
from barragoon.svg.faces import CUBE, cube, draw_face
from barragoon.svg.font import centred
from barragoon.svg.overlay import target
from barragoon.svg.tiles import draw_tile
from barragoon.tile import Tile

FILE = Path(__file__).parent.parent / "web" / "src" / "board" / "drawings.json"
_TILES = "ZDVzdv"
_LETTER = 19


def _css(name: str) -> str:
    return f"var(--{name.replace('_', '-')})"


def _tile_colours(colour: str) -> TileColours:
    return TileColours(**{field.name: _css(f"{colour}_{field.name}") for field in fields(TileColours)})


def _variables() -> Theme:
    """A theme whose colours are the page's CSS variables."""
    plain = {field.name: _css(field.name) for field in fields(Theme) if field.name not in {"white", "brown"}}
    return Theme(white=_tile_colours("white"), brown=_tile_colours("brown"), **plain)


def _colours(theme: Theme) -> dict[str, str]:
    """The value of every variable."""
    flat: dict[str, str] = {}
    for name, value in asdict(theme).items():
        parts = (
            {f"{name}_{part}": colour for part, colour in value.items()} if isinstance(value, dict) else {name: value}
        )
        flat |= {f"--{part.replace('_', '-')}": colour for part, colour in parts.items()}
    return flat


def drawings() -> str:
    """The file's text."""
    theme = _variables()
    letters = [*FILES, *RANKS]
    drawn = {
        "cells": {
            **{face.value: draw_face(face, theme) for face in Face},
            **{letter: draw_tile(Tile.parse(letter), theme) for letter in _TILES},
        },
        "cube": cube(theme),
        "cubeSide": CUBE,
        "targets": {kind.value: target(kind, theme) for kind in MoveKind},
        "letters": {letter: centred(letter, 0j, _LETTER, theme.lettering) for letter in letters},
        "steps": {step: centred(step, 0j, 15.5, theme.paper) for step in "1234"},
        "swapped": {face.value: face.swapped().value for face in Face},
        "mirrored": {face.value: face.mirrored().value for face in Face},
        "rotated": {face.value: face.rotated().value for face in Face},
        "light": _colours(LIGHT),
        "dark": _colours(DARK),
    }
    return json.dumps(drawn, indent=2) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(drawings(), encoding="utf-8")
