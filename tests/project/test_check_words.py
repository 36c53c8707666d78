"""The check of words in tools/check_words.py: it finds what must not come back, and the tree has none of it."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "check_words.py"
CHECKER = runpy.run_path(str(TOOL), run_name="check_words")
Word, Where, check = CHECKER["Word"], CHECKER["Where"], CHECKER["check"]


def run(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), "--root", str(root), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def found(root: Path, word: object) -> list[tuple[str, int]]:
    return [(each.file, each.line) for each in check(root, (word,))]


def test_no_enforced_word_is_in_the_tree() -> None:
    done = run(ROOT)
    assert not done.stdout
    assert done.returncode == 0


def test_make_lint_runs_it() -> None:
    (recipe,) = re.findall(r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert "tools/check_words.py" in recipe


def test_a_word_that_came_back_fails_with_its_place_and_what_to_write(tmp_path: Path) -> None:
    write(tmp_path, "docs/page.md", "Fine.\n\nWhence it came nobody knows.\n")
    done = run(tmp_path)
    assert done.returncode == 1
    assert done.stdout == "docs/page.md:3: 'Whence' -> modern English\n"


@pytest.mark.parametrize("heading", ["### Mended", "### New", "### Bug fixes"])
def test_a_changelog_has_the_usual_headings(tmp_path: Path, heading: str) -> None:
    write(tmp_path, "CHANGELOG.md", f"# Changelog\n\n## Unreleased\n\n{heading}\n- A thing.\n")
    done = run(tmp_path)
    assert done.returncode == 1
    assert "Fixed" in done.stdout


def test_what_is_left_is_counted_by_file(tmp_path: Path) -> None:
    write(tmp_path, "src/a.py", "# whence\n# whence and whither\n")
    write(tmp_path, "src/b.py", "# whence\n")
    done = run(tmp_path, "--left")
    assert done.returncode == 0
    assert "2 src/a.py" in done.stdout
    assert "1 src/b.py" in done.stdout


@pytest.mark.parametrize("line", ["# spam", "x = spam_of", "x = SpamOf", "x = hasSpam", "'spam'", "_SPAM = 1"])
def test_a_word_is_found_in_comments_names_and_strings(tmp_path: Path, line: str) -> None:
    write(tmp_path, "src/a.py", line + "\n")
    assert found(tmp_path, Word("spam", "ham")) == [("src/a.py", 1)]


@pytest.mark.parametrize("line", ["# spamming", "x = antispam"])
def test_other_words_are_not_found(tmp_path: Path, line: str) -> None:
    write(tmp_path, "src/a.py", line + "\n")
    assert found(tmp_path, Word("spam", "ham")) == []


@pytest.mark.parametrize("name", ["a.py", "a.cpp", "a.ts"])
def test_a_word_of_names_is_not_sought_in_prose(tmp_path: Path, name: str) -> None:
    comment = "#" if name.endswith(".py") else "//"
    write(tmp_path, f"src/{name}", f"{comment} spam\nx = 'spam'\ny = no_spam\n")
    assert found(tmp_path, Word("spam", "ham", Where.NAMES)) == [(f"src/{name}", 3)]


def test_the_name_of_a_file_is_a_name(tmp_path: Path) -> None:
    write(tmp_path, "src/spam_store.py", "")
    assert found(tmp_path, Word("spam", "ham", Where.NAMES)) == [("src/spam_store.py", 0)]
    assert found(tmp_path, Word("spam", "ham", Where.FILES)) == []
    write(tmp_path, "src/spam.svelte.ts", "")
    assert found(tmp_path, Word("spam", "ham", Where.FILES)) == [("src/spam.svelte.ts", 0)]


def test_lines_and_files_may_be_allowed(tmp_path: Path) -> None:
    write(tmp_path, "src/a.py", "# spam, egg and spam\n")
    assert found(tmp_path, Word("spam", "ham")) == [("src/a.py", 1)]
    assert found(tmp_path, Word("spam", "ham", allowed="egg")) == []
    assert found(tmp_path, Word("spam", "ham", allowed_in=("src/a.*",))) == []


def test_a_changelog_may_quote_old_names(tmp_path: Path) -> None:
    write(tmp_path, "CHANGELOG.md", "- `spam` is `ham` now.\n- spam\n")
    assert found(tmp_path, Word("spam", "ham")) == [("CHANGELOG.md", 2)]
