"""The computer at the full-screen board: a task that searches without blocking the screen."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, TypeAlias

from barragoon.terminal.computer import Computer, Owes

if TYPE_CHECKING:
    from barragoon.tui.app import BarragoonApp

BEAT = 0.4
"""Seconds that each thing the computer does takes at least, so that the eye can follow."""

State: TypeAlias = tuple[object, ...]


class ComputerTask:
    """Lets the computer do what it owes, as long as it owes anything.

    Whatever the human does meanwhile is done at once. If it changes the game (a take-back, a resignation, a draw
    offer), the search is stopped and its result is dropped.
    """

    def __init__(self, app: BarragoonApp, beat: float) -> None:
        """Serve an app; each thing the computer does takes at least ``beat`` seconds."""
        self._app = app
        self._beat = beat
        self._running = False
        self._searched: State = ()
        self._hurried = asyncio.Event()

    def wake(self) -> None:
        """Start if the computer owes anything; to be called after every change."""
        if self._running:
            if self._app.state() != self._searched:
                self.hurry()
        elif self._app.session.owed:
            self._running = True
            self._searched = self._app.state()
            self._app.run_worker(self._run(), group="computer")

    def hurry(self) -> None:
        """Stop the search and the beat, so that the computer acts at once."""
        if self._running and self._app.session.computer:
            self._hurried.set()
            self._app.session.computer.hurry()

    async def _run(self) -> None:
        computer = self._app.session.computer
        try:
            while computer and (owed := self._app.session.owed):
                self._searched = self._app.state()
                self._hurried.clear()
                await (self._act(computer) if owed is Owes.ACTION else self._answer(computer))
        finally:
            self._running = False

    async def _act(self, computer: Computer) -> None:
        action, _ = await asyncio.gather(computer.choose(self._app.session.game), self._pause())
        if self._still_wanted:
            self._show(self._app.session.act_for_computer(action))

    async def _answer(self, computer: Computer) -> None:
        accept, _ = await asyncio.gather(computer.accepts_draw(self._app.session.game), self._pause())
        if self._still_wanted:
            self._show(self._app.session.answer_for_computer(accept=accept))

    @property
    def _still_wanted(self) -> bool:
        return self._app.state() == self._searched

    def _show(self, account: str) -> None:
        self._searched = self._app.state()
        self._app.computer_did(account)

    async def _pause(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), self._beat)
