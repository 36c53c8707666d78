"""Progress bars on stderr, where it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

    from barragoon.record import Headers, Record

Item = TypeVar("Item")

Advance: TypeAlias = Callable[[int], None]
"""Says how much more has been done."""

_shown: list[Progress] = []


@contextmanager
def progress_bar(what: str, total: int | None = None) -> Iterator[Advance]:
    """A bar that is gone when the work ends; without a total it only shows that something happens."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    # Rich would redirect stdout to stderr while a bar is shown; without_bar takes the bar away instead.
    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        task = progress.add_task(escape(what), total=total)
        _shown.append(progress)
        try:
            yield lambda amount: progress.update(task, advance=amount)
        finally:
            _shown.remove(progress)


@contextmanager
def without_bar() -> Iterator[None]:
    """Take a bar away while something is said, so that they don't overwrite each other."""
    bars = [*_shown]
    for bar in bars:
        bar.stop()
    yield
    for bar in bars:
        bar.start()


def tracked(items: Sequence[Item], what: str) -> Iterator[Item]:
    """Yield the items and show how many are done."""
    with progress_bar(what, len(items)) as advance:
        for item in items:
            yield item
            advance(1)


def tracked_records(path: Path, what: str | None, where: Callable[[Headers], bool] | None = None) -> Iterator[Record]:
    """The games of a file, or of stdin for ``-``; how much of it has been read is shown meanwhile, if it has a name."""
    from barragoon.record import read_records

    yield from read_records(_tracked_lines(path, what), where=where)


def tracked_headers(path: Path, what: str) -> Iterator[Headers]:
    """The headers of the games of a file; how much of it has been read is shown meanwhile."""
    from barragoon.record import read_headers

    yield from read_headers(_tracked_lines(path, what))


def _tracked_lines(path: Path, what: str | None) -> Iterator[bytes]:
    """Yield the lines of a file, or of stdin for ``-``, and show how much of them has been read."""
    from barragoon.terminal.files import STANDARD, reject_directory

    reject_directory(path)
    if str(path) == STANDARD:
        yield from _tracked(sys.stdin.buffer, what, None)
        return
    with path.open("rb") as file:
        yield from _tracked(file, what, path)


def _tracked(lines: Iterable[bytes], what: str | None, path: Path | None) -> Iterator[bytes]:
    if what is None:
        yield from lines
        return
    size = path.stat().st_size if path and path.is_file() else None
    with progress_bar(what, size) as advance:
        for line in lines:
            yield line
            advance(len(line))
