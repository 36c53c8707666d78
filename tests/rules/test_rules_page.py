"""The page docs/rules.md: its pictures are those that docs/make_pictures.py draws, and it shows them all."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "rules.md", DOCS.parent / "README.md")
PICTURES: dict[str, str] = runpy.run_path(str(DOCS / "make_pictures.py"))["pictures"]()


def linked() -> set[str]:
    text = "".join(page.read_text("utf-8") for page in PAGES)
    return {match[1] for match in re.finditer(r"pictures/([\w-]+\.svg)", text)}


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_current(name: str) -> None:
    drawn = (DOCS / "pictures" / name).read_text("utf-8")
    assert drawn == PICTURES[name] + "\n", "run docs/make_pictures.py"


def test_there_are_no_other_pictures() -> None:
    assert {path.name for path in (DOCS / "pictures").iterdir()} == set(PICTURES)


def test_every_picture_is_shown_and_every_link_leads_to_one() -> None:
    assert linked() == set(PICTURES)


def test_every_section_of_the_rulebook_is_there() -> None:
    numbers = re.findall(r"^#+ ([\d.]+) ", PAGES[0].read_text("utf-8"), re.MULTILINE)
    assert " ".join(numbers) == "1 2 3 3.1 3.2 4 4.1 4.2 4.3 4.4 4.5 4.6 5 6 7"
