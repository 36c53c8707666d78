"""The pages for readers: their links lead somewhere, and the commands that they name exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", ".github/*.md", "web/*.md", "engine/*.md", "bindings/*.md")
    for path in ROOT.glob(pattern)
)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"|!\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LONGEST = 120


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@cache
def anchors(page: Path) -> frozenset[str]:
    """What a link to a heading of a page may say after #, as GitHub makes it."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for groups in LINK.findall(CODE.sub("", page.read_text("utf-8"))):
        target, _, anchor = "".join(groups).partition("#")
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), f"{target} does not exist"
        if anchor:
            assert anchor in anchors(file), f"{target}#{anchor}: there is no such heading"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_make_target_exists(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE)) | {"play", "page"}
    named = re.findall(
        r"(?:^|`)make ([a-z][a-z-]*(?: [a-z][a-z-]*)*)(?=`|\s{2,}| [A-Z#]|$)", page.read_text("utf-8"), re.MULTILINE
    )
    assert {target for words in named for target in words.split()} <= targets


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_file_that_is_run_exists(page: Path) -> None:
    for file in re.findall(r"\bpython ((?:tools|benches|docs|examples|tests)/[\w/]+\.py)", page.read_text("utf-8")):
        assert (ROOT / file).exists(), f"{file} does not exist"


@pytest.mark.parametrize(
    "page", [*sorted((ROOT / "docs").glob("architecture*/**/*.md")), ROOT / "docs/architecture.md"], ids=page_name
)
def test_lines_of_the_architecture_pages_fit_a_screen(page: Path) -> None:
    lines = page.read_text("utf-8").splitlines()
    assert [line for line in lines if len(line) > LONGEST and not line.startswith("|")] == []


def test_the_servers_architecture_names_every_module() -> None:
    text = (ROOT / "docs" / "architecture" / "server.md").read_text("utf-8")
    server = ROOT / "src" / "barragoon" / "server"
    covered = ("__init__", "env", "page")  # of migrations and routes, which are named as packages
    modules = [file for file in server.rglob("*.py") if file.stem not in covered and file.parent.name != "versions"]
    assert [str(file.relative_to(server)) for file in modules if f"`{file.stem}`" not in text] == []


def test_the_changelog_has_one_unreleased_section_with_the_usual_headings() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert text.count("\n## Unreleased\n") == 1
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    for section in sections:
        headings = re.findall(r"^### (.+)$", section, re.MULTILINE)
        assert len(headings) == len(set(headings))
        assert set(headings) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_workflow_runs_what_ci_runs() -> None:
    assert re.search(r"^\s*run: \.ci/run$", (ROOT / ".github/workflows/ci.yml").read_text("utf-8"), re.MULTILINE)
    assert (ROOT / ".ci/run").exists()


def admin_commands(page: str) -> set[tuple[str, ...]]:
    """The commands of "barragoon admin" that a page names, such as ("players", "show")."""
    from barragoon.cli.admin import app

    groups = {group.name: group.typer_instance for group in app.registered_groups}
    found = set()
    for line in re.findall(r"barragoon admin ([a-z]+(?: [a-z]+)?)", page):
        first, *second = line.split()
        found.add((first, *second) if first in groups else (first,))
    return found


def test_every_admin_command_that_is_named_exists(capsys: pytest.CaptureFixture[str]) -> None:
    from barragoon.cli import run

    named = {command for page in PAGES for command in admin_commands(page.read_text("utf-8"))}
    assert len(named) > 20
    for command in sorted(named):
        assert run(["admin", *command, "--help"]) == 0, command
        shown = capsys.readouterr().out
        assert f"barragoon admin {' '.join(command)}" in " ".join(shown.split()), command


def test_every_option_of_an_admin_command_exists(capsys: pytest.CaptureFixture[str]) -> None:
    """In docs/operating.md, where commands are meant to be typed as they are."""
    from barragoon.cli import run

    page = (ROOT / "docs/operating.md").read_text("utf-8")
    lines = re.findall(r"`(barragoon admin [^`]*)`|^(barragoon admin .*)$", page, re.MULTILINE)
    for line in ("".join(groups) for groups in lines):
        (command,) = admin_commands(line)
        run(["admin", *command, "--help"])
        shown = capsys.readouterr().out
        assert set(re.findall(r"--[a-z]+", line)) <= set(re.findall(r"--[a-z]+", shown)), line
