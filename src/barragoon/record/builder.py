"""Putting one record together from its tokens."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO
from typing import ClassVar

from barragoon.action import Placement
from barragoon.colour import Colour
from barragoon.errors import IllegalActionError, NotationError
from barragoon.record.cursor import Cursor, cursor_at, turn_of
from barragoon.record.error import Code, ErrorLog, Fault, Parameter, by_position
from barragoon.record.header import RESULTS, Header
from barragoon.record.lexer import Kind, Token, names_a_tag
from barragoon.record.record import Record
from barragoon.record.track import Track
from barragoon.record.tree import Line, Node
from barragoon.record.writer import DECLINED, MARKS

_NAG = re.compile(r"\$([0-9]{1,9})")
_DEEPER = {Kind.OPEN: 1, Kind.CLOSE: -1}


@dataclass(slots=True)
class _Frame:
    """A line that is being read: where it stands, and what waits to be attached."""

    line: Line
    cursor: Cursor
    track: Track
    opened: Token | None = None
    before_last: Cursor | None = None
    """Where the last turn began, and its variations begin."""
    number: Token | None = None
    """A turn number whose turn has not come yet."""
    comments: list[str] = field(default_factory=list)
    """The comments since that number."""
    unread: StringIO | None = None
    """From where on nothing could be read, the text."""
    unread_line: int = 0
    depth: int = 0
    """How many parentheses are open in the unread text."""

    def settle(self) -> None:
        """Give comments whose turn did not come to the turn before them."""
        home = self.line.nodes[-1].after if self.line.nodes else self.line.comments
        home.extend(self.comments)
        self.comments, self.number = [], None

    def keep(self, token: Token, text: str) -> None:
        """Add to the unread text, on a new line where the file has one."""
        assert self.unread is not None, "keep() follows stop()"
        if self.unread.tell():
            self.unread.write(" " if token.line == self.unread_line else "\n")
        self.unread.write(text)
        self.unread_line = token.line

    def close(self) -> None:
        """Leave the line."""
        self.settle()
        self.line.unread = self.unread.getvalue() if self.unread else ""


class RecordBuilder:
    """Takes the tokens of one game in turn and gives the record."""

    def __init__(self) -> None:
        self._header = Header()
        self._record = Record()
        self._frames: list[_Frame] = []
        self._errors = ErrorLog()
        self._numbers_checked = True
        self._end: Token | None = None

    # -- where the game begins and ends ----------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        """Whether the result that ends the game has come."""
        return self._end is not None

    def ends_before(self, token: Token) -> bool:
        """Whether a token belongs to the next game already."""
        playing = bool(self._frames)
        if token.kind is Kind.TAG:
            return playing or self._header.begins_another(token)
        return playing and names_a_tag(token)

    def take(self, token: Token) -> None:
        """Take the next token."""
        if token.kind is Kind.TAG:
            self._header.add(token)
        elif token.kind is Kind.BAD_TAG and not self._frames:
            self._header.add_bad(token)
        elif token.kind is Kind.COMMENT and not self._frames:
            self._record.main.comments.append(token.value)
        else:
            self._play(token)

    def finish(self, line: int, column: int) -> Record:
        """Give the record; line and column say where the file goes on."""
        self._begin()
        self._close_lines()
        self._miss_result(line, column)
        self._conclude()
        end = (self._end.line, self._end.column) if self._end else (line, column)
        self._record.end_line, self._record.end_column = end
        errors = [*self._errors.errors(), *self._header.errors.errors()]
        self._record.errors = tuple(sorted(errors, key=by_position))
        return self._record

    def _miss_result(self, line: int, column: int) -> None:
        """Report that no result came, unless something left open may have swallowed it."""
        if not self._end and Fault.UNCLOSED not in self._errors:
            self._errors.add(Code.NO_RESULT, line, column, "")

    def _begin(self) -> None:
        """Leave the tags for the turns; if the tags do not tell the start, the turns can't be read."""
        if self._frames:
            return
        start = self._header.start()
        self._record.start_known = start is not None
        if start:
            self._record.start = start
        record = self._record
        unread = None if start else StringIO()
        self._frames.append(_Frame(record.main, cursor_at(record.start), Track(record.start, []), unread=unread))

    def _close_lines(self) -> None:
        innermost = self._frames[-1].opened
        if innermost:
            self._object(innermost, Code.VARIATION_NOT_CLOSED)
        for frame in self._frames:
            frame.close()

    def _conclude(self) -> None:
        header, record = self._header, self._record
        known = record.start_known and not record.main.unread
        record.touch_move = header.touch_move()
        record.offer = header.offer()
        record.outcome = header.outcome(self._end, self._frames[0].cursor.decided if known else None)
        record.set_free_tags(header.free_tags())
        record.stray = header.stray()

    # -- turn by turn ----------------------------------------------------------------------------------------

    def _play(self, token: Token) -> None:
        self._begin()
        frame = self._frames[-1]
        if frame.unread is None:
            self._TAKERS[token.kind](self, frame, token)
        else:
            if token.kind is Kind.UNCLOSED:
                self._miss_closer(token)
            self._keep_unread(frame, token)

    def _open(self, frame: _Frame, token: Token) -> None:
        if frame.before_last is None:
            self._stop(frame, token, Code.VARIATION_OF_NOTHING)
            return
        frame.settle()
        variation = Line()
        frame.line.nodes[-1].variations.append(variation)
        track = Track((frame.track, len(frame.track.turns) - 1), [])
        self._frames.append(_Frame(variation, frame.before_last, track, token))

    def _close(self, frame: _Frame, token: Token) -> None:
        if frame.opened:
            frame.close()
            self._frames.pop()
        else:
            self._stop(frame, token, Code.NO_VARIATION_OPEN)

    def _comment(self, frame: _Frame, token: Token) -> None:
        if frame.number:
            frame.comments.append(token.value)
        elif frame.line.nodes:
            frame.line.nodes[-1].after.append(token.value)
        else:
            frame.line.comments.append(token.value)

    def _number(self, frame: _Frame, token: Token) -> None:
        frame.number = token

    def _nag(self, frame: _Frame, token: Token) -> None:
        found = _NAG.fullmatch(token.text)
        if not frame.line.nodes:
            self._stop(frame, token, Code.ANNOTATION_OF_NOTHING)
        elif found or token.text in MARKS:
            frame.line.nodes[-1].nags.append(int(found[1]) if found else MARKS.index(token.text))
        else:
            self._stop(frame, token, Code.NOT_AN_ANNOTATION)

    def _word(self, frame: _Frame, token: Token) -> None:
        if token.text in RESULTS:
            self._result(frame, token)
        elif token.text == DECLINED:
            self._declined(frame, token)
        else:
            self._turn(frame, token)

    def _result(self, frame: _Frame, token: Token) -> None:
        if frame.opened:
            self._stop(frame, token, Code.RESULT_IN_VARIATION)
        else:
            self._end = token._replace(value=token.text)

    def _declined(self, frame: _Frame, token: Token) -> None:
        if frame.line.nodes:
            frame.line.nodes[-1].declined = True
        else:
            self._stop(frame, token, Code.DECLINE_OF_NOTHING)

    def _turn(self, frame: _Frame, token: Token) -> None:
        try:
            if token.text.startswith("@") and not (frame.opened or frame.line.nodes) and frame.cursor.position.hands:
                self._place(frame, token.text)
            else:
                self._move(frame, token)
        except IllegalActionError as error:
            player = "white" if frame.cursor.position.turn is Colour.WHITE else "brown"
            self._stop(frame, token, Code.ILLEGAL_TURN, player=player, objection=error.objection)
        except NotationError:
            self._stop(frame, token, Code.NOT_A_TURN)

    def _place(self, frame: _Frame, text: str) -> None:
        """Finish the turn that the start position is in the middle of."""
        placements = [Placement.parse("@" + piece) for piece in text.split("@")[1:]]
        position = frame.cursor.position
        for placement in placements:
            position = position.play(placement)
        self._record.placements += placements
        self._check_number(frame.number, frame.cursor.number)
        frame.cursor, frame.track = cursor_at(position), Track(position, [])
        frame.settle()

    def _move(self, frame: _Frame, token: Token) -> None:
        before = frame.cursor
        frame.cursor = before.play(token.text)
        frame.before_last = before
        turn = turn_of(token.text, captured=frame.cursor.captured)
        node = Node(turn, frame.comments, line=token.line, column=token.column)
        node.put_on(frame.track, len(frame.track.turns))
        frame.track.turns.append(turn)
        frame.line.nodes.append(node)
        if frame.number:
            self._check_number(frame.number, before.number)
        frame.comments, frame.number = [], None

    def _check_number(self, number: Token | None, due: int) -> None:
        digits = number.text.rstrip(".") if number else ""
        if number and digits and digits.lstrip("0") != str(due) and self._numbers_checked:
            self._numbers_checked = False  # the numbers that follow are wrong by as much
            self._object(number, Code.WRONG_NUMBER, number=due)

    # -- what can't be read ----------------------------------------------------------------------------------

    def _kept_before(self, frame: _Frame, token: Token) -> None:
        self._stop(frame, token, Code.KEPT_UNREAD)

    def _unclosed(self, frame: _Frame, token: Token) -> None:
        self._miss_closer(token)
        self._keep_rest(frame, token)

    def _miss_closer(self, token: Token) -> None:
        self._object(token, Code.NOT_CLOSED, closer=token.value)

    def _not_a_turn(self, frame: _Frame, token: Token) -> None:
        self._stop(frame, token, Code.NOT_A_TURN)

    def _stop(self, frame: _Frame, token: Token, code: Code, **parameters: Parameter) -> None:
        """Report a token, and keep it with the rest of its line as unread text."""
        self._object(token, code, **parameters)
        self._keep_rest(frame, token)

    def _keep_rest(self, frame: _Frame, token: Token) -> None:
        """Keep a token and all that follows in its line as unread text."""
        number = frame.number
        frame.settle()
        frame.unread = StringIO()
        if number:
            frame.keep(number, number.text)
        self._keep_unread(frame, token)

    def _keep_unread(self, frame: _Frame, token: Token) -> None:
        if not frame.depth and not frame.opened and token.text in RESULTS:
            self._result(frame, token)
        elif not frame.depth and frame.opened and token.kind is Kind.CLOSE:
            self._close(frame, token)
        else:
            frame.depth = max(0, frame.depth + _DEEPER.get(token.kind, 0))
            frame.keep(token, token.value if token.kind is Kind.UNREAD else token.text)

    def _object(self, token: Token, code: Code, **parameters: Parameter) -> None:
        self._errors.add(code, token.line, token.column, token.text, **parameters)

    _TAKERS: ClassVar[dict[Kind, Callable[[RecordBuilder, _Frame, Token], None]]] = {
        Kind.OPEN: _open,
        Kind.CLOSE: _close,
        Kind.COMMENT: _comment,
        Kind.NUMBER: _number,
        Kind.NAG: _nag,
        Kind.WORD: _word,
        Kind.UNREAD: _kept_before,
        Kind.UNCLOSED: _unclosed,
        Kind.BAD_TAG: _not_a_turn,
    }
