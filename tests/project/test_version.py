"""The version is written in src/barragoon/__init__.py; whatever repeats it says the same."""

import re
from pathlib import Path

import pytest

from barragoon import __version__

ROOT = Path(__file__).parents[2]
REPEATED = {
    "CITATION.cff": r"^version: (\S+)$",
    "docs/operating.md": r"barragoon-(\d+\.\d+\.\d+)",
    "docs/ubi.md": r"^id name Barragoon (\S+)$",
}


@pytest.mark.parametrize("name", REPEATED)
def test_what_repeats_the_version_says_the_same(name: str) -> None:
    found = re.findall(REPEATED[name], (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    assert set(found) == {__version__}


def test_the_changelog_has_its_sections_in_order() -> None:
    """Unreleased and dated versions, newest first; in each Added, Changed and Fixed, and nothing twice."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    headings = [section.partition("\n")[0] for section in sections]
    dated = [heading for heading in headings if heading != "Unreleased"]
    assert headings in (["Unreleased", *dated], dated)
    assert all(re.fullmatch(r"\d+\.\d+\.\d+, \d{4}-\d\d-\d\d", heading) for heading in dated)
    numbers = [[int(part) for part in heading.partition(",")[0].split(".")] for heading in dated]
    assert numbers == sorted(numbers, reverse=True)
    for section in sections:
        kinds = re.findall(r"^### (.*)$", section, re.MULTILINE)
        assert kinds == [kind for kind in ("Added", "Changed", "Fixed") if kind in kinds]
        items = re.findall(r"^- .*(?:\n  .*)*", section, re.MULTILINE)
        assert len(items) == len(set(items)), "something is said twice"
