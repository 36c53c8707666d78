"""The exit code of a command; whatever goes wrong is one sentence on stderr, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import typer

from barragoon.cli.output import complain, say_json
from barragoon.errors import BarragoonError
from barragoon.terminal.failure import FailureError, sentence_of

NO = 1
"""The exit code of a check whose answer is no."""

BAD_INPUT = 2
"""The exit code for input or options that can't be used."""

UNDECIDED = 3
"""The exit code when a limit was reached before the answer was known."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""

BROKEN_PIPE = 141
"""The exit code when nobody reads the output any more, as shells have it."""


def exit_code_of(command: Callable[[], object], *, as_json: bool = False) -> int:
    """Run a command; the exit code that it returned, or that its failure means.

    With ``as_json`` a failure is also a JSON document on stdout, for the program that reads one there.
    """
    try:
        code = command()
        sys.stdout.flush()
    except BrokenPipeError:
        return _discard_output()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # Typer exits when a pipe breaks
            return _discard_output()
        raise
    except KeyboardInterrupt:
        return INTERRUPTED
    except typer.TyperException as error:
        return _fail(_usage_sentence(error), error.exit_code, as_json=as_json)
    except (FailureError, BarragoonError, OSError) as error:
        return _fail(sentence_of(error), BAD_INPUT, as_json=as_json)
    return code if isinstance(code, int) else 0


def _fail(sentence: str, code: int, *, as_json: bool) -> int:
    complain(sentence)
    if as_json and sentence:
        say_json({"problem": sentence})
    return code


def _usage_sentence(error: typer.TyperException) -> str:
    """What is wrong with the command line, and where to read more when the command is known."""
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context else ""
    return message and message + hint


def _discard_output() -> int:
    """Stop writing after the reader of our output has gone, as after ``| head``."""
    # The interpreter flushes stdout once more when it ends, and would report an error then.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
