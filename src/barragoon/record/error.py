"""What is wrong with a game file, and where: kinds of error, their codes with a sentence each, and the errors."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Self, TypeAlias

from barragoon.errors import NotationError
from barragoon.objection import Objection
from barragoon.outcome import Outcome
from barragoon.setup import FEN_PROBLEMS, Defect

_SHOWN = 60
LIMIT = 100
"""How many errors of one kind a game keeps."""

Parameter: TypeAlias = str | int | tuple[str, ...] | Objection | Outcome | Defect


class Fault(Enum):
    """The kinds of error in a game file."""

    BYTES = "not UTF-8"
    TAG = "unreadable tag"
    CONTRADICTION = "contradiction"
    TEXT = "unreadable text"
    ILLEGAL = "illegal turn"
    NUMBER = "wrong turn number"
    UNCLOSED = "not closed"
    UNREAD = "text kept unread"
    NO_RESULT = "no result"
    RULES = "against the rules"


class Code(Enum):
    """Every error that a reader can report; the value is its code in JSON, the same in every language.

    ``problem`` is the English sentence with the error's parameters in braces; the page has its own sentences.

    >>> Code.WRONG_NUMBER.problem
    'is not the number of this turn: {number} was expected'
    """

    NOT_UTF8 = ("not_utf8", Fault.BYTES, "is not UTF-8 and was replaced")

    NOT_A_TAG = (
        "not_a_tag",
        Fault.TAG,
        'is not a tag: a name and a text in quotes, such as [White "Ann"], were expected',
    )
    TAG_TWICE = ("tag_twice", Fault.TAG, "comes twice: the first one counts")
    NOT_A_CHOICE = ("not_a_choice", Fault.TAG, "is not a {tag}: {choices} was expected")
    NOT_STAGES = ("not_stages", Fault.TAG, "is not two stages from 0 to 2, White's and Brown's, such as 01")
    FEN_FIELDS = ("fen_fields", Fault.TAG, FEN_PROBLEMS["fen_fields"])
    FEN_RANKS = ("fen_ranks", Fault.TAG, FEN_PROBLEMS["fen_ranks"])
    FEN_CHARACTER = ("fen_character", Fault.TAG, FEN_PROBLEMS["fen_character"])
    FEN_RANK_TOO_LONG = ("fen_rank_too_long", Fault.TAG, FEN_PROBLEMS["fen_rank_too_long"])
    FEN_RANK_TOO_SHORT = ("fen_rank_too_short", Fault.TAG, FEN_PROBLEMS["fen_rank_too_short"])
    FEN_TURN = ("fen_turn", Fault.TAG, FEN_PROBLEMS["fen_turn"])
    FEN_HANDS = ("fen_hands", Fault.TAG, FEN_PROBLEMS["fen_hands"])
    FEN_RESERVE = ("fen_reserve", Fault.TAG, FEN_PROBLEMS["fen_reserve"])
    FEN_STAGES = ("fen_stages", Fault.TAG, FEN_PROBLEMS["fen_stages"])
    FEN_NUMBER = ("fen_number", Fault.TAG, FEN_PROBLEMS["fen_number"])
    IMPOSSIBLE_POSITION = (
        "impossible_position",
        Fault.TAG,
        "is not a position: this position can't occur: {defects}",
    )

    CUSTOM_WITHOUT_FEN = ("custom_without_fen", Fault.CONTRADICTION, "needs a FEN to tell the start")
    VARIANT_AGAINST_FEN = ("variant_against_fen", Fault.CONTRADICTION, "contradicts the FEN, which is {variant}")
    STAGES_AGAINST_FEN = (
        "stages_against_fen",
        Fault.CONTRADICTION,
        "contradicts the FEN, where the stages are {stages}",
    )
    TERMINATION_WITHOUT_RESULT = (
        "termination_without_result",
        Fault.CONTRADICTION,
        "is the end of a game, but the result is open",
    )
    RESULT_AGAINST_TAG = (
        "result_against_tag",
        Fault.CONTRADICTION,
        "contradicts the tag Result, which says {result} and counts",
    )
    END_AGAINST_POSITION = (
        "end_against_position",
        Fault.CONTRADICTION,
        "contradicts the final position: {outcome}",
    )
    TERMINATION_AGAINST_RESULT = ("termination_against_result", Fault.CONTRADICTION, "contradicts the result")
    TERMINATION_AGAINST_POSITION = (
        "termination_against_position",
        Fault.CONTRADICTION,
        "contradicts the final position, in which nobody has lost",
    )

    NOT_A_TURN = (
        "not_a_turn",
        Fault.TEXT,
        "is not a turn: a move such as d2d5, or a capture with its placements such as d2xd5@c4^, was expected",
    )
    VARIATION_OF_NOTHING = (
        "variation_of_nothing",
        Fault.TEXT,
        "opens a variation of nothing: a turn was expected before it",
    )
    NO_VARIATION_OPEN = ("no_variation_open", Fault.TEXT, "closes no variation: ( was expected before it")
    ANNOTATION_OF_NOTHING = (
        "annotation_of_nothing",
        Fault.TEXT,
        "annotates nothing: a turn was expected before it",
    )
    NOT_AN_ANNOTATION = (
        "not_an_annotation",
        Fault.TEXT,
        "is not an annotation: $ and a number, or one of ! ? !! ?? !? ?!",
    )
    RESULT_IN_VARIATION = ("result_in_variation", Fault.TEXT, "can't stand in a variation: ) was expected")
    DECLINE_OF_NOTHING = ("decline_of_nothing", Fault.TEXT, "declines nothing: a turn was expected before it")

    ILLEGAL_TURN = ("illegal_turn", Fault.ILLEGAL, "is not legal: {objection}")
    WRONG_NUMBER = ("wrong_number", Fault.NUMBER, "is not the number of this turn: {number} was expected")
    VARIATION_NOT_CLOSED = (
        "variation_not_closed",
        Fault.UNCLOSED,
        "opens a variation that is not closed: ) was expected",
    )
    NOT_CLOSED = ("not_closed", Fault.UNCLOSED, "is not closed: {closer} was expected")
    KEPT_UNREAD = ("kept_unread", Fault.UNREAD, "was kept unread: correct it and take the < and the > away")
    NO_RESULT = (
        "no_result",
        Fault.NO_RESULT,
        "a result was expected to end the game: 1-0, 0-1, 1/2-1/2 or *",
    )
    AGAINST_THE_RULES = ("against_the_rules", Fault.RULES, "is against the rules: {reason}")
    MORE_LIKE_THESE = ("more_like_these", None, "and {count} more errors like these")

    fault: Fault | None
    """The kind of error; None for the one that can be of every kind."""
    problem: str

    def __new__(cls, code: str, fault: Fault | None, problem: str) -> Self:  # noqa: D102 - enum machinery
        member = object.__new__(cls)
        member._value_ = code
        member.fault = fault
        member.problem = problem
        return member


CODES: dict[str, Code] = {code.value: code for code in Code}
"""The codes by their text."""


class RecordError(NotationError):
    """An error somewhere in a game file; a record collects its own instead of raising them.

    Lines and columns count characters from 1; both are 0 for a record that was not read from a text.

    >>> print(RecordError(Code.WRONG_NUMBER, 3, 9, "7.", {"number": 2}))
    line 3, column 9: '7.' is not the number of this turn: 2 was expected
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that an error says
        self,
        code: Code,
        line: int,
        column: int,
        text: str = "",
        parameters: Mapping[str, Parameter] | None = None,
        fault: Fault | None = None,
    ) -> None:
        """Say what is wrong with ``text``, which is empty where something is missing; the code tells the kind."""
        kind = code.fault or fault
        assert kind, "an error that can be of every kind is given one"
        words = {name: _words(value) for name, value in (parameters or {}).items()}
        super().__init__(text, code.problem.format(**words), column, code=code.value, parameters=parameters)
        self.fault = kind
        self.line = line
        self.args = (code, line, column, text)

    @property
    def sentence(self) -> str:
        """What is wrong, without the line and the column."""
        shown = self.text if len(self.text) <= _SHOWN else self.text[: _SHOWN - 1] + "…"
        return f"{shown!r} {self.problem}" if self.text else self.problem

    def __str__(self) -> str:
        """Give the line and the column, if there are any, and the sentence."""
        if not self.line:
            return self.sentence
        return f"line {self.line}, column {self.column}: {self.sentence}"


def by_position(error: RecordError) -> tuple[int, int]:
    """The line and the column, for sorting."""
    return error.line, error.column or 0


def _words(value: Parameter) -> str:
    """A parameter as the English sentence says it."""
    match value:
        case tuple():
            return f"{', '.join(value[:-1])} or {value[-1]}"
        case Defect():
            return "; ".join(defect.sentence for defect in value)
    return str(value)


class ErrorLog:
    """Collects the errors of a game: of each kind the first ones, and how many more there are.

    >>> log = ErrorLog()
    >>> for line in range(1, 151):
    ...     log.add(Code.NOT_A_TURN, line, 1, "x")
    >>> print(len(log.errors()), log.errors()[-1])
    100 line 100, column 1: and 51 more errors like these
    """

    def __init__(self) -> None:
        """Begin with no errors."""
        self._kept: dict[Fault, list[RecordError]] = {}
        self._left_out: dict[Fault, int] = {}

    def __bool__(self) -> bool:
        """Whether there is any error."""
        return bool(self._kept)

    def __contains__(self, fault: Fault) -> bool:
        """Whether there is an error of that kind."""
        return fault in self._kept

    def add(self, code: Code, line: int, column: int, text: str, **parameters: Parameter) -> None:
        """Note an error, or only count it if there are many like it."""
        fault = code.fault
        assert fault, "only the log itself counts errors"
        kept = self._kept.setdefault(fault, [])
        if len(kept) < LIMIT:
            kept.append(RecordError(code, line, column, text, parameters))
        else:
            self._left_out[fault] = self._left_out.get(fault, 0) + 1

    def errors(self) -> list[RecordError]:
        """The errors by kind; where some were left out, the last of the kind says how many."""
        return [error for fault in self._kept for error in self._of(fault)]

    def _of(self, fault: Fault) -> list[RecordError]:
        kept, left_out = self._kept[fault], self._left_out.get(fault, 0)
        if not left_out:
            return kept
        last = kept[-1]
        count = {"count": left_out + 1}
        return [*kept[:-1], RecordError(Code.MORE_LIKE_THESE, last.line, last.column or 0, "", count, fault)]
