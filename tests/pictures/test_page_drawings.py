"""The page draws with the library's own pictures."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
DRAW = runpy.run_path(str(ROOT / "tools" / "draw_page.py"))


def test_the_drawings_of_the_page_are_current() -> None:
    assert DRAW["FILE"].read_text(encoding="utf-8") == DRAW["drawings"](), "run tools/draw_page.py"
