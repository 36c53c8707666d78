"""docs/glossary.md: every name in it is still in the code, so that it can't go out of date unseen."""

from __future__ import annotations

import importlib
import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "glossary.md").read_text("utf-8")

# Where the names of a column are looked for, as whole words.
SOURCES = {
    "Python": ["src/barragoon/**/*.py", "src/barragoon/**/*.pyi"],
    "C++": ["engine/src/**/*.[ch]pp", "bindings/*.cpp"],
    "JSON": ["src/barragoon/server/messages.py", "src/barragoon/**/*.py", "engine/src/game/*", "docs/protocol.md"],
    "TypeScript": ["web/src/**/*.ts", "web/src/**/*.svelte"],
}
# Packages that a dotted Python name may begin with; other names are found in barragoon itself.
PACKAGES = {
    "engine": "barragoon.engine",
    "record": "barragoon.record",
    "svg": "barragoon.svg",
    "messages": "barragoon.server.messages",
}


def rows() -> Iterator[dict[str, str]]:
    """Every row of every table, by its columns."""
    columns: list[str] = []
    for line in TEXT.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("| ") else []
        if cells and cells[0] == "term":
            columns = cells
        elif cells:
            yield dict(zip(columns, cells, strict=True))


ROWS = list(rows())
NAMES = sorted(
    {(column, name) for row in ROWS for column in SOURCES for name in re.findall(r"`([^`]+)`", row.get(column, ""))}
)


@cache
def source(column: str) -> str:
    """All that a column's names are looked for in, with the names of the files."""
    files = {path for pattern in SOURCES[column] for path in ROOT.glob(pattern) if path.is_file()}
    return "\n".join(f"{path.name.partition('.')[0]}\n{path.read_text('utf-8')}" for path in sorted(files))


def is_found(column: str, name: str) -> bool:
    return re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", source(column)) is not None


def has(owner: object, name: str) -> bool:
    """Whether a module or a class has a name, be it an attribute that only instances have."""
    if hasattr(owner, name) or not inspect.isclass(owner):
        return hasattr(owner, name)
    own = [each for each in inspect.getmro(owner) if each.__module__.startswith("barragoon")]
    annotated = any(name in inspect.get_annotations(each) for each in own)
    return annotated or any(f"self.{name} = " in inspect.getsource(each) for each in own)


@pytest.mark.parametrize(("column", "name"), NAMES)
def test_the_name_is_in_the_code(column: str, name: str) -> None:
    assert is_found(column, re.split(r"\.|::", name)[-1]), f"{name} is not in {', '.join(SOURCES[column])}"


@pytest.mark.parametrize("name", [name for column, name in NAMES if column == "Python" and "." in name])
def test_a_dotted_python_name_can_be_imported(name: str) -> None:
    first, *rest = name.split(".")
    owner: object = importlib.import_module(PACKAGES.get(first, "barragoon"))
    for part in rest if first in PACKAGES else [first, *rest]:
        assert has(owner, part), f"{name}: there is no {part}"
        owner = getattr(owner, part, None)


def test_a_python_name_that_is_a_class_is_public() -> None:
    """Capitalised names without a package are what the library exports, or the docs would send readers astray."""
    library = importlib.import_module("barragoon")
    names = [name for column, name in NAMES if column == "Python" and re.fullmatch(r"[A-Z][a-z]\w*", name)]
    private = {"LiveGame", "Mailbox", "Session"}
    assert [name for name in names if not hasattr(library, name) and name not in private] == []


def test_there_are_enough_terms_and_each_is_explained_once() -> None:
    terms = [row["term"] for row in ROWS]
    assert len(terms) >= 60
    assert {term for term in terms if terms.count(term) > 1} == {"node"}  # of a search, and of a file
    assert all(len(row["meaning"]) > 10 for row in ROWS)
    assert all(cell for row in ROWS for cell in row.values())


@pytest.mark.parametrize(("column", "language"), [("German", "de"), ("French", "fr"), ("Italian", "it")])
def test_the_page_uses_the_words_of_the_rulebooks(column: str, language: str) -> None:
    messages = json.loads((ROOT / f"web/src/languages/{language}.json").read_text("utf-8"))
    symbols = {row["term"]: row[column] for row in ROWS if row.get("Python", "").startswith("`Symbol.")}
    assert len(symbols) == 6
    for term, word in symbols.items():
        if word != "—":
            assert messages[f"symbol.{term.lower().replace(' ', '_')}"] == word
    assert (term := next(row for row in ROWS if row["term"] == "touch-move")[column]).lower()
    assert messages["start.touch"].split()[0].lower() in term.lower()


def test_a_name_that_is_gone_would_be_noticed() -> None:
    assert not is_found("Python", "Office7")
    assert not is_found("C++", "no_such_name")
    assert not has(importlib.import_module("barragoon.square").Square, "reserve")
