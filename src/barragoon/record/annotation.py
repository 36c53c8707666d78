"""What comments say to programs: an evaluation ``[%eval 0.35,12]`` and a clock ``[%clk 0:09:58]``, as in chess files.

An evaluation is White's: hundredths of a unit written as a decimal number, or ``#3`` and ``#-3`` for a proven win of
White or of Brown in three turns; a depth may follow. A clock shows hours, minutes and seconds. Anything else in
square brackets is text like any other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from barragoon.colour import Colour
from barragoon.errors import NotationError
from barragoon.score import Score

EVALUATION = re.compile(r"\[%eval\s+(?:#([+-]?)([0-9]{1,4})|([+-]?[0-9]{1,5}(?:\.[0-9]{1,2})?))(?:,([0-9]{1,4}))?\s*\]")
CLOCK = re.compile(r"\[%clk\s+([0-9]{1,5}):([0-5]?[0-9]):([0-5]?[0-9](?:\.[0-9]{1,3})?)\s*\]")
_COMMAND = re.compile(r"\[%[a-z]+\s[^][]*\]")
_LONGEST = 99_999 * 3_600


def find(comments: Sequence[str], command: re.Pattern[str]) -> re.Match[str] | None:
    """The first command of a kind in some comments."""
    return next((found for comment in comments if (found := command.search(comment))), None)


def score_of(found: re.Match[str]) -> Score:
    """The score that an evaluation gives.

    >>> found = EVALUATION.search("Well. [%eval #-3,14]")
    >>> print(found and score_of(found))
    loses in 3
    """
    sign, turns, number = found[1], found[2], found[3]
    if turns is None:
        return Score.cp(round(float(number) * 100), Colour.WHITE)
    return (Score.loss if sign == "-" else Score.win)(int(turns), Colour.WHITE)


def evaluation_text(score: Score, depth: int | None) -> str:
    """An evaluation as comments hold it.

    >>> evaluation_text(Score.cp(-35, Colour.BROWN), 12)
    '[%eval 0.35,12]'
    """
    seen = score.pov(Colour.WHITE)
    number = f"{seen.value / 100:.2f}" if seen.turns_to_end is None else f"#{'-' * seen.loses}{seen.turns_to_end}"
    if depth is not None and not 0 <= depth <= 9_999:
        raise NotationError(str(depth), "is not a depth from 0 to 9999")
    return f"[%eval {number}{'' if depth is None else f',{depth}'}]"


def seconds_of(found: re.Match[str]) -> float:
    """The seconds that a clock shows."""
    return int(found[1]) * 3_600 + int(found[2]) * 60 + float(found[3])


def clock_text(seconds: float) -> str:
    """A clock as comments hold it.

    >>> clock_text(598.5), clock_text(3600)
    ('[%clk 0:09:58.5]', '[%clk 1:00:00]')
    """
    if not (math.isfinite(seconds) and 0 <= seconds <= _LONGEST):
        raise NotationError(str(seconds), "is not what a clock can show, in seconds")
    thousandths = round(seconds * 1_000)
    minutes, rest = divmod(thousandths, 60_000)
    shown = f"{rest / 1_000:06.3f}".rstrip("0").rstrip(".")
    return f"[%clk {minutes // 60}:{minutes % 60:02}:{shown}]"


def put(comments: list[str], command: re.Pattern[str], text: str) -> None:
    """Put a command in the place of another of its kind, else beside other commands, else in a comment of its own.

    An empty text takes the command away.

    >>> comments = ["Bold.", "[%eval 0.35]"]
    >>> put(comments, CLOCK, "[%clk 0:01:00]")
    >>> put(comments, EVALUATION, "[%eval 0.40]")
    >>> comments
    ['Bold.', '[%eval 0.40] [%clk 0:01:00]']
    """
    for index, comment in enumerate(comments):
        if command.search(comment):
            comments[index] = _tidy(command.sub(lambda _: text, comment, count=1))
            if not comments[index]:
                del comments[index]
            return
    if not text:
        return
    for index, comment in enumerate(comments):
        if not without_commands(comment):
            comments[index] = _tidy(f"{comment} {text}")
            return
    comments.append(text)


def without_commands(comment: str) -> str:
    """What a comment says to people.

    >>> without_commands("[%eval 0.35] Bold. [%clk 0:01:00]")
    'Bold.'
    """
    return _tidy(_COMMAND.sub("", comment)) if "[%" in comment else comment


def _tidy(text: str) -> str:
    return re.sub(r" {2,}", " ", text).strip(" ")
