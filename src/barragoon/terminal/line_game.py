"""A game in typed lines: for plain terminals, for pipes and for scripts."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Iterator

from barragoon import text
from barragoon.colour import Colour
from barragoon.errors import BarragoonError
from barragoon.terminal.commands import execute, standing
from barragoon.terminal.computer import Owes
from barragoon.terminal.failure import sentence_of
from barragoon.terminal.session import Session


class LineGame:
    """Reads commands from stdin and writes to stdout; a line that is rejected is answered on stderr with its number."""

    def __init__(self, session: Session) -> None:
        """Take a session; stdin itself shows whether a person types or a script is read."""
        self.session = session
        self.interactive = sys.stdin.isatty()
        self.rejected = 0

    def play(self) -> bool:
        """Read lines until ``quit`` or the end; whether every line was carried out."""
        _say(self._board())
        if not self._let_computer():
            _say(standing(self.session))
        for number, line in enumerate(self._lines(), 1):
            if line.strip().lower() in ("quit", "exit", "q"):
                break
            if not line.lstrip().startswith("#"):  # a comment in a script
                self._answer(number, line.strip())
        return not self.rejected

    def _answer(self, number: int, line: str) -> None:
        before = self.session.game.position
        if not line:
            self.session.pass_claim()
        try:
            _say(self._board() if line.lower() == "board" else execute(self.session, line))
        except (BarragoonError, OSError) as error:
            self._reject(number, sentence_of(error))
        self._let_computer()
        if self.interactive and self.session.game.position is not before:
            _say(self._board())
        if self.session.trouble:
            print(self.session.trouble, file=sys.stderr)  # noqa: T201 - this is the screen
            self.session.trouble = ""

    def _let_computer(self) -> bool:
        """Let the computer do what it owes, and say how the game stands then; whether it owed anything."""
        session, computer = self.session, self.session.computer
        if computer is None or not session.owed:
            return False  # it owes nothing, or the human may still claim a repetition
        while (owed := session.owed) is not None:
            if owed is Owes.ANSWER:
                accept = asyncio.run(computer.accepts_draw(session.game))
                _say(session.answer_for_computer(accept=accept) + ".")
            else:
                _say(session.act_for_computer(asyncio.run(computer.choose(session.game))) + ".")
        _say(standing(session))
        return True

    def _reject(self, number: int, sentence: str) -> None:
        self.rejected += 1
        prefix = "" if self.interactive else f"line {number}: "
        sys.stdout.flush()
        print(f"{prefix}{sentence}", file=sys.stderr, flush=True)  # noqa: T201 - this is the screen

    def _board(self) -> str:
        style = text.Style.ASCII if self.session.ascii_only else text.Style.UNICODE
        orientation = self.session.naming.you or Colour.WHITE
        return text.board(self.session.game.position, orientation=orientation, style=style)

    def _lines(self) -> Iterator[str]:
        if not self.interactive:
            yield from (line.decode(errors="replace") for line in sys.stdin.buffer)
            return
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives input() its history
        with contextlib.suppress(EOFError):
            while True:
                player = self.session.naming.you or self.session.game.position.actor
                yield input(f"{self.session.name(player)}> ")


def _say(sentence: str) -> None:
    if sentence:
        print(sentence, flush=True)  # noqa: T201 - this is the screen
