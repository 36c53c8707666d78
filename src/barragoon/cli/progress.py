"""Progress bars on stderr, where it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

    from barragoon.record import Record

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


def tracked_records(path: Path, what: str) -> Iterator[Record]:
    """The games of a file, or of stdin for ``-``; how much of it has been read is shown meanwhile."""
    from barragoon.record import read_records
    from barragoon.terminal.files import STANDARD, reject_directory

    reject_directory(path)
    if str(path) == STANDARD:
        yield from read_records(_tracked_lines(sys.stdin.buffer, what, None))
        return
    with path.open("rb") as file:
        yield from read_records(_tracked_lines(file, what, path))


def _tracked_lines(lines: Iterable[bytes], what: str, path: Path | None) -> Iterator[bytes]:
    """Yield the lines of a file and show how much of its size has been read."""
    size = path.stat().st_size if path and path.is_file() else None
    with progress_bar(what, size) as advance:
        for line in lines:
            yield line
            advance(len(line))
