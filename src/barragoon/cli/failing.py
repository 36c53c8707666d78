"""How a command fails: one sentence on stderr, an exit code that means something, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.util import find_spec

import typer

from barragoon.cli.progress import without_bar
from barragoon.errors import BarragoonError

NO = 1
"""Exit code of a check whose answer is no."""

BAD_INPUT = 2
"""Exit code for input or options that can't be used."""

UNDECIDED = 3
"""Exit code when a limit was reached before the answer was known."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""

BROKEN_PIPE = 141
"""Exit code when nobody reads the output any more, as shells have it."""


class FailureError(Exception):
    """A command can't go on; the sentence says why and what was expected."""

    def __init__(self, sentence: str, code: int = BAD_INPUT) -> None:
        """Take the sentence for the user and the exit code."""
        self.code = code
        super().__init__(sentence)


def require(package: str, extra: str, what_for: str) -> None:
    """Make sure that an optional package is there, or name the extra that brings it."""
    if find_spec(package) is None:
        raise FailureError(f"{what_for} needs the package {package}: pip install 'barragoon[{extra}]'")


def quietly(command: Callable[[], object]) -> int:
    """Run a command; the exit code that it returned, or that its failure deserves."""
    try:
        code = command()
        sys.stdout.flush()
    except BrokenPipeError:
        return _leave_the_pipe()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # Typer makes this of it
            return _leave_the_pipe()
        raise
    except KeyboardInterrupt:
        return INTERRUPTED
    except (FailureError, BarragoonError, OSError, typer.TyperException) as error:
        complain(sentence_of(error))
        return _code_of(error)
    return code if isinstance(code, int) else 0


def complain(sentence: str) -> None:
    """Say on stderr what is wrong, unless help was shown instead and nothing is left to say."""
    if sentence:
        with without_bar():
            typer.echo(f"barragoon: {sentence}", err=True)


def sentence_of(error: Exception) -> str:
    """What an error says to the user."""
    if isinstance(error, OSError) and error.strerror:
        reason = error.strerror[0].lower() + error.strerror[1:]
        return f"{error.filename}: {reason}" if error.filename else reason
    if isinstance(error, typer.TyperException):
        message = _one_line(error.format_message())
        return message and message + _hint(error)
    return str(error)


def _one_line(message: str) -> str:
    return " ".join(message.split()).rstrip(".")


def _hint(error: typer.TyperException) -> str:
    """Where to read more, when the command is known."""
    context = getattr(error, "ctx", None)
    return f" (see {context.command_path} --help)" if context else ""


def _code_of(error: Exception) -> int:
    if isinstance(error, FailureError):
        return error.code
    return error.exit_code if isinstance(error, typer.TyperException) else BAD_INPUT


def _leave_the_pipe() -> int:
    """Stop writing: whoever read our output has gone, as after ``| head``."""
    # The interpreter flushes stdout once more when it ends, and would complain then.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
