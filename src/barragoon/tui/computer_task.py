"""The computer at the full-screen board: it thinks beside the screen's loop and never holds it up."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, TypeAlias

from barragoon.terminal.computer import Computer, Owes

if TYPE_CHECKING:
    from barragoon.tui.app import BarragoonApp

BEAT = 0.4
"""Seconds that the computer takes at least for what it does, so that the eye can follow."""

State: TypeAlias = tuple[object, ...]


class Attendant:
    """Lets the computer do what it owes, as long as it owes anything.

    Whatever the human does meanwhile is done at once. If it changes the game (a take-back, a resignation, a draw
    offer), the thoughts about the old state are cut short and come to nothing.
    """

    def __init__(self, app: BarragoonApp, beat: float) -> None:
        """Serve an app, with ``beat`` seconds at least for each deed."""
        self._app = app
        self._beat = beat
        self._busy = False
        self._thought_about: State = ()
        self._hurried = asyncio.Event()

    def wake(self) -> None:
        """See whether the computer owes anything; to be called after every change."""
        if self._busy:
            if self._app.state() != self._thought_about:
                self.hurry()
        elif self._app.session.owed:
            self._busy = True
            self._thought_about = self._app.state()
            self._app.run_worker(self._attend(), group="computer")

    def hurry(self) -> None:
        """Cut thoughts and beat short: the computer acts at once."""
        if self._busy and self._app.session.computer:
            self._hurried.set()
            self._app.session.computer.hurry()

    async def _attend(self) -> None:
        computer = self._app.session.computer
        try:
            while computer and (owed := self._app.session.owed):
                self._thought_about = self._app.state()
                self._hurried.clear()
                await (self._act(computer) if owed is Owes.ACTION else self._answer(computer))
        finally:
            self._busy = False

    async def _act(self, computer: Computer) -> None:
        action, _ = await asyncio.gather(computer.choose(self._app.session.game), self._pause())
        if self._still_wanted:
            self._show(self._app.session.act_for_computer(action))

    async def _answer(self, computer: Computer) -> None:
        accept, _ = await asyncio.gather(computer.accepts(self._app.session.game), self._pause())
        if self._still_wanted:
            self._show(self._app.session.answer_for_computer(accept=accept))

    @property
    def _still_wanted(self) -> bool:
        return self._app.state() == self._thought_about

    def _show(self, account: str) -> None:
        self._thought_about = self._app.state()
        self._app.computer_did(account)

    async def _pause(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), self._beat)
