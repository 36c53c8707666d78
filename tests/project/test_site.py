"""The documentation site: it is built without warnings, its links hold, its reference has everything public."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import barragoon
import barragoon.engine
import barragoon.record
import barragoon.svg
from site_links import problems_of

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
PACKAGES = (barragoon, barragoon.engine, barragoon.record, barragoon.svg)


def test_the_site_is_built_without_warnings_and_links_hold() -> None:
    pytest.importorskip("zensical", reason="the site needs zensical and mkdocstrings: the extra docs")
    pytest.importorskip("mkdocstrings", reason="the site needs zensical and mkdocstrings: the extra docs")
    program = [sys.executable, str(ROOT / "tools" / "build_site.py")]
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    page = (ROOT / "build" / "site" / "reference" / "position.html").read_text("utf-8")
    assert 'id="barragoon.position.Position.play"' in page
    assert "&gt;&gt;&gt;" in page, "examples are code"
    assert ":class:" not in page, "roles are links"


def test_broken_links_and_foreign_scripts_are_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<script src="https://example.org/x.js"></script><a href="b.html#there"></a><a href="b.html#gone"></a>'
        '<a href="c.html"></a><a href="https://example.org">elsewhere</a><h1 id="top"></h1><a href="#top"></a>'
    )
    (tmp_path / "b.html").write_text('<p id="there"></p>')
    assert [*problems_of(tmp_path)] == [
        "index.html: https://example.org/x.js would be loaded from elsewhere",
        "index.html: b.html#gone leads nowhere",
        "index.html: c.html leads nowhere",
    ]


def documented() -> set[str]:
    """The modules of the pages of the reference."""
    pages = (page.read_text("utf-8") for page in REFERENCE.glob("*.md"))
    return {name for page in pages for name in re.findall(r"^::: (\S+)", page, re.MULTILINE)}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_the_reference_has_every_public_name(package: object) -> None:
    names = {name: getattr(package, name) for name in package.__all__}  # type: ignore[attr-defined]
    homes = {name: getattr(value, "__module__", None) for name, value in names.items()}
    missing = {
        name for name, home in homes.items() if home and home.startswith("barragoon") and home not in documented()
    }
    assert missing == set()


def test_the_tutorial_shows_the_program_as_it_is() -> None:
    program = ast.parse((ROOT / "examples" / "look_ahead.py").read_text("utf-8"))
    page = (ROOT / "docs" / "tutorial" / "beat_level_3.md").read_text("utf-8")
    shown = "\n".join(line[4:] for line in page.splitlines() if line.startswith((">>> ", "... ")))
    for function in ("next_to_move", "worth", "after_reply", "choose"):
        [source] = [node for node in program.body if isinstance(node, ast.FunctionDef) and node.name == function]
        assert ast.unparse(source) in ast.unparse(ast.parse(shown)), function
