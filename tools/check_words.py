"""Looks for words that must not come back into names, comments and docs; docs/glossary.md has the words to use.

    python tools/check_words.py            fail on a word that is gone and came back ("make lint" runs this)
    python tools/check_words.py --left     count what is left of every word in the list, file by file

A word is enforced once nothing is left of it: take ``enforced=False`` away from its line below. A line that must keep a
word, such as a field of protocol version 1, matches ``allowed``; a whole file is left out by ``allowed_in``.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent


class Where(Enum):
    """What part of a file a word is looked for in."""

    TEXT = auto()  # every line: names, comments, strings and prose
    NAMES = auto()  # identifiers of code, and the names of files
    FILES = auto()  # the names of files alone
    HEADINGS = auto()  # headings of the changelog


@dataclass(frozen=True)
class Word:
    """A word to avoid, as a pattern that ignores case, and what to write instead."""

    pattern: str
    instead: str
    where: Where = Where.TEXT
    enforced: bool = True
    allowed: str = ""
    allowed_in: tuple[str, ...] = ()

    @property
    def sought(self) -> re.Pattern[str]:
        """The pattern of the whole word; in names the parts of ``snake_case`` and ``camelCase`` are words."""
        return re.compile(rf"\b(?:{self.pattern})\b", re.IGNORECASE)


WORDS = (
    # Archaic or borrowed turns of English.
    Word("lest", "so that ... not"),
    Word("told", "say what is meant: reported, sent, shown, encoded", allowed=r"told[ _](apart|from)"),
    Word("mend(s|ed|ing)?", "fix"),
    Word("seldom", "rarely"),
    Word("dear(er|est)?", "expensive"),
    Word("reckon(s|ed|ing)?", "count, compute"),
    Word("yardstick", "measure"),
    Word("hither|thither|whither|whence|thence|thereof|whereof|naught|nought|betwixt|whilst|ere|oft", "modern English"),
    # The field has its own term.
    Word("tables? of positions", "transposition table"),
    Word("code paths?", "instruction set"),
    Word("BARRAGOON_PATH|path_core", "BARRAGOON_ISA, isa_core"),
    Word("fuses?", "circuit breaker"),
    Word("permille_full", "hashfull"),
    # Names that had many meanings.
    Word("office", "name what is in it: server_clock, signer, worker_pool"),
    Word("dress", "theme, colours", Where.NAMES),
    Word("wish(es)?", "request, command, limit", Where.NAMES),
    Word(
        "refus(e|es|ed|al|als|ing)",
        "decline a draw, reject a command, a face blocks",
        Where.NAMES,
        allowed=r"refused_after",  # a field of protocol version 1
        allowed_in=("tests/*",),  # the name of a test is a sentence: "a bad FEN is refused"
    ),
    Word("engine room|engine_room", "engine_client", Where.NAMES),
    Word("(?-i:Why)", "Rule", Where.NAMES),
    # A module is named by the thing in it.
    Word(
        "(asking|failing|running|thinking|solving|counting|explaining|attending|choosing|serving"
        "|keeping_time|describing|playing|loading|checking)",
        "a noun: what the module holds",
        Where.FILES,
    ),
    Word(
        "office|fuse|remembered|guard|site|measured_ping|roster|patience|pipes|contest",
        "the thing in it",
        Where.FILES,
    ),
    # Changelogs have the headings that readers and tools look for.
    Word("mended|repaired|improved|new|bug ?fixes", "Added, Changed, Removed, Fixed, Security", Where.HEADINGS),
)

FOLDERS = (
    *("src", "benches", "bindings", "docs", "engine", "examples", "tests", "tools", ".github"),
    *("web/src", "web/tests", "web/e2e", "web/benches"),
)
TOP = ("*.md", "Makefile", "pyproject.toml", "CMakeLists.txt", "web/*.md", "web/*.ts", "web/*.js")
CODE = frozenset((".py", ".pyi", ".cpp", ".hpp", ".ts", ".js", ".mjs", ".svelte"))
ENDINGS = CODE | {".css", ".md", ".toml", ".txt", ".yml", ".yaml"}
LEFT_OUT = (
    "tools/check_words.py",
    "tests/project/test_check_words.py",
    "docs/pictures/*",
    "tests/data/*",  # games and their faults, among them old words that are still read
    "src/barragoon/server/page/*",  # the built page
    "src/barragoon/server/store/migrations/*",  # what was released
    "*/node_modules/*",
    "*/__pycache__/*",
)

_STRINGS_AND_COMMENTS = re.compile(
    r"""//[^\n]*|/\*.*?\*/|<!--.*?-->|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL
)
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_CODE_SPAN = re.compile(r"`[^`]*`")


class Found(NamedTuple):
    """A word in a line of a file; line 0 is the file's name."""

    file: str
    line: int
    word: Word
    text: str

    def __str__(self) -> str:
        """Give the place, the word and what to write instead."""
        return f"{self.file}:{self.line}: {self.text!r} -> {self.word.instead}"


def files(root: Path) -> Iterator[str]:
    """Every file that is written by hand, as a path from the root."""
    paths = [path for folder in FOLDERS for path in (root / folder).rglob("*")]
    paths += [path for pattern in TOP for path in root.glob(pattern)]
    for path in sorted({*paths}):
        name = path.relative_to(root).as_posix()
        written = path.suffix in ENDINGS or path.name == "Makefile"
        if written and path.is_file() and not any(fnmatch(name, pattern) for pattern in LEFT_OUT):
            yield name


def check(root: Path, words: tuple[Word, ...] = WORDS) -> Iterator[Found]:
    """Every word of the list in every file."""
    for file in files(root):
        text = (root / file).read_text(encoding="utf-8")
        parts = {where: list(_parts(file, text, where)) for where in Where}
        joined = {where: "\n".join(part for _, part, _ in parts[where]) for where in Where}
        for word in words:
            sought = word.sought
            if any(fnmatch(file, pattern) for pattern in word.allowed_in) or not sought.search(joined[word.where]):
                continue
            for line, part, whole in parts[word.where]:
                match = sought.search(part)
                if match and not (word.allowed and re.search(word.allowed, whole)):
                    yield Found(file, line, word, match[0])


def _parts(file: str, text: str, where: Where) -> Iterator[tuple[int, str, str]]:
    """What a word is looked for in: the number of the line, the part of it, the whole of it."""
    stem = Path(file).name.partition(".")[0]
    lines = list(enumerate(text.splitlines(), 1))
    match where:
        case Where.TEXT if file == "CHANGELOG.md":  # it quotes old names
            return ((number, _CODE_SPAN.sub("", line), line) for number, line in lines)
        case Where.TEXT:
            return ((number, _spaced(line), line) for number, line in lines)
        case Where.NAMES:
            names = _names(file, text) if Path(file).suffix in CODE else ()
            return ((number, _spaced(name), name) for number, name in ((0, stem), *names))
        case Where.FILES:
            return iter([(0, stem, file)])
    headings = ((number, line) for number, line in lines if file == "CHANGELOG.md" and line.startswith("#"))
    return ((number, line, line) for number, line in headings)


def _spaced(line: str) -> str:
    """A line with its names taken apart, so that ``_told_by`` holds the word "told"."""
    return f"{line} " + " ".join(
        " ".join(_PARTS.findall(name)) for name in re.findall(r"\w*(?:_|[a-z][A-Z])\w*", line) if name
    )


def _names(file: str, text: str) -> Iterator[tuple[int, str]]:
    if file.endswith((".py", ".pyi")):
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME:
                yield token.start[0], token.string
        return
    blanked = _STRINGS_AND_COMMENTS.sub(lambda match: "\n" * match[0].count("\n"), text)
    for number, line in enumerate(blanked.splitlines(), 1):
        for name in re.findall(r"[A-Za-z_]\w*", line):
            yield number, name


def left(found: list[Found]) -> str:
    """How often each word of the list still occurs, with its files."""
    lines = []
    for word in WORDS:
        count = Counter(each.file for each in found if each.word is word)
        state = "enforced" if word.enforced else "not enforced yet"
        lines.append(f"{word.pattern} ({word.where.name.lower()}, {state}): {count.total()}")
        lines += [f"    {number:4} {file}" for file, number in count.most_common()]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Check the tree and say what was found."""
    parser = argparse.ArgumentParser(description="Look for words that must not come back.")
    parser.add_argument("--left", action="store_true", help="count what is left of every word, file by file")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to look at")
    options = parser.parse_args(arguments)
    if options.left:
        print(left(list(check(options.root))))
        return 0
    found = list(check(options.root, tuple(word for word in WORDS if word.enforced)))
    for each in found:
        print(each)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
