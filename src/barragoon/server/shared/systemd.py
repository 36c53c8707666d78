"""Tells systemd that the process is ready, alive, stopping: units of ``Type=notify``. Elsewhere it does nothing."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

ADDRESS = "NOTIFY_SOCKET"
WATCHDOG = "WATCHDOG_USEC"


@asynccontextmanager
async def supervised() -> AsyncIterator[None]:
    """Say that the process is ready, then again and again that its event loop runs, then that it stops."""
    notify("READY=1")
    watching = asyncio.ensure_future(_keep_saying_alive())
    try:
        yield
    finally:
        notify("STOPPING=1")
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


def notify(state: str) -> None:
    """Send a line to systemd, if it started the process; a supervisor that can't be reached stops nothing."""
    address = os.environ.get(ADDRESS, "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        connection.setblocking(False)
        connection.connect(address)
        connection.send(state.encode())


async def _keep_saying_alive() -> None:
    """Twice as often as systemd wants to hear it; a loop that hangs is silent, and the process is started again."""
    try:
        seconds = int(os.environ.get(WATCHDOG, "0")) / 1_000_000
    except ValueError:
        return
    while seconds > 0:
        await asyncio.sleep(seconds / 2)
        notify("WATCHDOG=1")
