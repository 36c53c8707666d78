"""What the server does by itself: letting flags fall, and noting that it is alive."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from sqlalchemy import Connection

from barragoon.server.game.registry import Mailboxes
from barragoon.server.shared.server_clock import Office
from barragoon.server.store import StoreError
from barragoon.server.store.games import Overdue, credit_clocks, overdue, read_fact, write_fact

SWEEP_SECONDS = 0.2
ALIVE_EVERY = 5
"""Sweeps between two notes that the server is alive: after a crash, clocks get at most this much too little or much."""
ALIVE = "alive"
AT_A_TIME = 50
"""Flags that fall in one sweep."""
log = structlog.get_logger("barragoon.clocks")


async def credit_downtime(office: Office) -> None:
    """Give clocks the time back in which the server was away."""
    now = office.now()

    def credit(connection: Connection) -> int:
        alive_at = read_fact(connection, ALIVE)
        credited = 0 if alive_at is None else credit_clocks(connection, int(alive_at), now)
        write_fact(connection, ALIVE, str(now).encode())
        return credited

    if credited := await office.store.run(credit):
        log.info("clocks credited for the time the server was away", games=credited)


async def keep_time(office: Office, mailboxes: Mailboxes) -> None:
    """Look again and again for clocks that have run out, until cancelled."""
    sweeps = 0
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        try:
            with suppress(StoreError):  # the store tells of it
                await _sweep(office, mailboxes, note_alive=sweeps % ALIVE_EVERY == 0)
        except Exception:
            log.exception("clocks can't be looked after")
        sweeps += 1


async def _sweep(office: Office, mailboxes: Mailboxes, *, note_alive: bool) -> None:
    now = office.now()

    def look(connection: Connection) -> Overdue:
        if note_alive and not office.fuse.burnt:
            write_fact(connection, ALIVE, str(now).encode())
        return overdue(connection, now)

    due, running = await office.store.run(look)
    if not office.fuse.holds(len(due), running):
        return
    for game in due[:AT_A_TIME]:
        if mailbox := await mailboxes.find(game):
            await mailbox.flag()


async def note_alive(office: Office) -> None:
    """Write down that the server was alive until now, unless its clocks could not be trusted."""
    if office.fuse.burnt:
        return
    now = str(office.now()).encode()
    await office.store.run(lambda connection: write_fact(connection, ALIVE, now))
