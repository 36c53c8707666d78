"""What can't be done at a terminal, as one sentence for the user."""

from __future__ import annotations


class FailureError(Exception):
    """A command can't go on; the sentence says why and what was expected."""


def sentence_of(error: Exception) -> str:
    """What an error says to the user.

    >>> sentence_of(FileNotFoundError(2, "No such file or directory", "game.bgn"))
    'game.bgn: no such file or directory'
    """
    if isinstance(error, OSError) and error.strerror:
        reason = error.strerror[0].lower() + error.strerror[1:]
        return f"{error.filename}: {reason}" if error.filename else reason
    return str(error)
