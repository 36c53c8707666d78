"""Making sense of a record's tags, and of the contradictions among them."""

from __future__ import annotations

import re
from collections.abc import Callable

from barragoon.colour import Colour
from barragoon.errors import NotationError, PositionError
from barragoon.game import Variant
from barragoon.outcome import Outcome, Reason
from barragoon.position import Position
from barragoon.record.cursor import WINNERS
from barragoon.record.error import CODES, Code, ErrorLog, Parameter
from barragoon.record.lexer import Kind, Token
from barragoon.record.tags import (
    CUSTOM,
    DERIVED,
    TOUCH_MOVE,
    UNKNOWN_RESULT,
    PendingOffer,
    start_of,
    variant_of,
)
from barragoon.setup import Setup

RESULTS = (*WINNERS, UNKNOWN_RESULT)

_VARIANTS = (*(variant.value for variant in Variant), CUSTOM)
_YES_NO = tuple(TOUCH_MOVE)
_OFFERS = tuple(offer.value for offer in PendingOffer)
_REASONS = tuple(reason.value for reason in Reason)
_STAGES = re.compile(r"[0-2][0-2]")
_FIELDS_UP_TO_STAGES = 5
_DRAWS = (Reason.DEAD, Reason.REPETITION, Reason.INESCAPABLE, Reason.AGREEMENT)
_LOST_ON_THE_BOARD = (Reason.NO_TILES, Reason.BLOCKED, Reason.EXPRESS)
START_TAGS = ("Variant", "Express")


class Header:
    """The tags of one record as they are read; what can't be used is reported and kept as a stray line."""

    def __init__(self) -> None:
        self._tags: dict[str, Token] = {}
        self._last_line = 0
        self._stray: list[Token] = []
        self.errors = ErrorLog()

    def __contains__(self, name: str) -> bool:
        """Whether there is a tag of that name."""
        return name in self._tags

    def begins_another(self, token: Token) -> bool:
        """Whether a tag shows that the next game begins: it comes again, after a gap."""
        return token.name in self._tags and token.line > self._last_line + 1

    def add(self, token: Token) -> None:
        """Take a tag."""
        self._last_line = token.line
        if token.name in self._tags:
            self._reject(token, Code.TAG_TWICE)
        else:
            self._tags[token.name] = token

    def add_bad(self, token: Token) -> None:
        """Take a line that looks like a tag but is none."""
        self._last_line = token.line
        self._stray.append(token)
        self.errors.add(Code.NOT_A_TAG, token.line, token.column, token.text)

    def tags(self) -> list[Token]:
        """The tags in their order, each name once."""
        return [*self._tags.values()]

    def free_tags(self) -> dict[str, str]:
        """The tags that do not follow from the game."""
        return {name: token.value for name, token in self._tags.items() if name not in DERIVED}

    def stray(self) -> list[str]:
        """The tags that could not be used, as they stand in the file and in that order."""
        return [token.text for token in sorted(self._stray, key=lambda token: (token.line, token.column))]

    # -- the start -------------------------------------------------------------------------------------------

    def start(self) -> Position | None:
        """The start position; None if the tags do not tell it, and then those that speak of it are stray."""
        start = self._find_start()
        if start is None:
            self._stray += [tag for name in START_TAGS if (tag := self._tags.get(name)) and tag not in self._stray]
        return start

    def _find_start(self) -> Position | None:
        variant = self._choice("Variant", _VARIANTS)
        express = self._express()
        if fen := self._tags.get("FEN"):
            return self._start_from_fen(fen, variant, express)
        if variant and variant.value == CUSTOM:
            self._reject(variant, Code.CUSTOM_WITHOUT_FEN)
            return None
        return start_of(Variant(variant.value) if variant else Variant.CLOSED, _stages(express) or (0, 0))

    def _express(self) -> Token | None:
        express = self._tags.get("Express")
        if express and not _STAGES.fullmatch(express.value):
            self._reject(express, Code.NOT_STAGES)
            return None
        return express

    def _start_from_fen(self, fen: Token, variant: Token | None, express: Token | None) -> Position | None:
        try:
            setup = Setup.from_fen(fen.value)
            self._agree_on_stages(setup, fen, express)
            start = setup.position()
        except NotationError as error:
            self._reject_fen(fen, error)
            return None
        except PositionError as error:
            self._reject(fen, Code.IMPOSSIBLE_POSITION, defects=error.defects)
            return None
        if variant and variant.value not in (CUSTOM, variant_of(start)):
            self._reject(variant, Code.VARIANT_AGAINST_FEN, variant=variant_of(start))
        return start

    def _agree_on_stages(self, setup: Setup, fen: Token, express: Token | None) -> None:
        stages = _stages(express)
        if stages and len(fen.value.split(" ")) < _FIELDS_UP_TO_STAGES:
            setup.stages = stages
        elif express and stages != setup.stages:
            self._reject(express, Code.STAGES_AGAINST_FEN, stages="".join(map(str, setup.stages)))

    def _reject_fen(self, fen: Token, error: NotationError) -> None:
        """Blame the piece of the FEN that can't be read."""
        self._stray.append(fen)
        column = fen.value_column + (error.column or 1) - 1
        numbers = {name: number for name, number in error.parameters.items() if isinstance(number, int)}
        self.errors.add(CODES[error.code], fen.line, column, error.text, **numbers)

    # -- how it was played -----------------------------------------------------------------------------------

    def touch_move(self) -> bool:
        """Whether touch-move was played."""
        choice = self._choice("TouchMove", _YES_NO)
        return choice is not None and TOUCH_MOVE[choice.value]

    def offer(self) -> PendingOffer | None:
        """The draw offer that was left open."""
        choice = self._choice("DrawOffer", _OFFERS)
        return PendingOffer(choice.value) if choice else None

    # -- the end ---------------------------------------------------------------------------------------------

    def outcome(self, end: Token | None, decided: Callable[[], Outcome | None] | None) -> Outcome | None:
        """How the game ended, given the result that ends its text, where there is one.

        ``decided`` says when it is called what the final position decides; None if not all turns could be read.
        """
        result = self._result(end)
        termination = self._choice("Termination", _REASONS)
        if result is None or result.value == UNKNOWN_RESULT:
            if termination:
                self._reject(termination, Code.TERMINATION_WITHOUT_RESULT)
            return None
        winner = WINNERS[result.value]
        if outcome := decided and decided():
            self._compare(result, termination, outcome)
            return outcome
        return Outcome(winner, self._reason(termination, winner, final_is_known=decided is not None))

    def _result(self, end: Token | None) -> Token | None:
        tag = self._choice("Result", RESULTS)
        if tag and end and tag.value != end.value:
            self._reject(end, Code.RESULT_AGAINST_TAG, result=tag.value)
        return tag or end

    def _compare(self, result: Token, termination: Token | None, decided: Outcome) -> None:
        if result.value != decided.result:
            self._reject(result, Code.END_AGAINST_POSITION, outcome=decided)
        if termination and termination.value != decided.reason.value:
            self._reject(termination, Code.END_AGAINST_POSITION, outcome=decided)

    def _reason(self, termination: Token | None, winner: Colour | None, *, final_is_known: bool) -> Reason:
        default = Reason.AGREEMENT if winner is None else Reason.RESIGNATION
        reason = Reason(termination.value) if termination else default
        if termination and (reason in _DRAWS) != (winner is None):
            self._reject(termination, Code.TERMINATION_AGAINST_RESULT)
            return default
        if termination and reason in _LOST_ON_THE_BOARD and final_is_known:
            self._reject(termination, Code.TERMINATION_AGAINST_POSITION)
            return default
        return reason

    # -- the workings ----------------------------------------------------------------------------------------

    def _choice(self, name: str, allowed: tuple[str, ...]) -> Token | None:
        """The tag of that name; one with another value than the allowed ones is rejected."""
        tag = self._tags.get(name)
        if tag and tag.value not in allowed:
            self._reject(tag, Code.NOT_A_CHOICE, tag=name, choices=allowed)
            return None
        return tag

    def _reject(self, token: Token, code: Code, **parameters: Parameter) -> None:
        if token.kind is Kind.TAG:
            self._stray.append(token)
        self.errors.add(code, token.line, token.value_column or token.column, token.value, **parameters)


def _stages(express: Token | None) -> tuple[int, int] | None:
    return (int(express.value[0]), int(express.value[1])) if express else None
