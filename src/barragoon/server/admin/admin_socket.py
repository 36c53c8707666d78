"""The admin socket: where ``barragoon admin`` asks a running server, which has its database for itself.

A Unix socket in the data folder that only the server's own user can open. A connection carries one request and one
answer, each a line of JSON.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import structlog

from barragoon.server.admin.operations import carry_out
from barragoon.server.admin.parts import AdminError, Parts
from barragoon.server.admin.requests import Answer, AnyRequest
from barragoon.server.store.store import StoreError

NAME = "admin.sock"
LONGEST_REQUEST = 16 * 1024
"""Bytes of a request; a longer one is not read."""
LONGEST_ANSWER = 64 * 1024 * 1024
REQUEST_SECONDS = 10
"""How long a client may take to send its request."""
LONGEST_PATH = 100
"""Bytes that the system takes for the path of a socket, less a few."""
log = structlog.get_logger("barragoon.admin")
_decode_request = msgspec.json.Decoder(AnyRequest).decode
_decode_answer = msgspec.json.Decoder(Answer).decode


@asynccontextmanager
async def listening(folder: Path, parts: Parts) -> AsyncIterator[None]:
    """Answer operators while the server runs; where the system has no Unix sockets, there is nothing."""
    path = folder / NAME
    if not hasattr(socket, "AF_UNIX") or len(os.fsencode(path)) > LONGEST_PATH:
        log.warning("no admin socket: the path of the data folder is too long for one, or the system has none")
        yield
        return
    try:
        bound = _bind(path)
    except OSError as error:
        log.warning("no admin socket: something else is in its place", reason=error.strerror)  # players can play anyhow
        yield
        return
    server = await asyncio.start_unix_server(
        lambda reader, writer: _serve(reader, writer, parts), sock=bound, limit=LONGEST_REQUEST
    )
    try:
        yield
    finally:
        server.close()
        with suppress(FileNotFoundError):
            path.unlink()


def _bind(path: Path) -> socket.socket:
    """A socket that only this user may connect to; nobody can before it listens."""
    with suppress(FileNotFoundError):
        path.unlink()  # of a server that crashed: this one has the database, so no other runs here
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    bound.bind(str(path))
    path.chmod(0o600)
    return bound


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, parts: Parts) -> None:
    """One request, one answer; whatever goes wrong ends this connection alone."""
    try:
        async with asyncio.timeout(REQUEST_SECONDS):
            line = await reader.readline()
        writer.write(msgspec.json.encode(await _answer(parts, line)) + b"\n")
        async with asyncio.timeout(REQUEST_SECONDS):
            await writer.drain()
    except (OSError, ValueError, TimeoutError):  # the client has gone, or its line was too long
        return
    finally:
        writer.close()


async def _answer(parts: Parts, line: bytes) -> Answer:
    try:
        request = _decode_request(line)
        return Answer(result=await carry_out(parts, request))
    except msgspec.DecodeError as error:
        return Answer(problem=f"this is not a request: {error}")
    except (AdminError, StoreError) as error:
        return Answer(problem=str(error))
    except Exception as error:
        log.exception("an operator's request failed")
        return Answer(problem=f"the server failed at this, see its log: {type(error).__name__}")


# -- the other side ------------------------------------------------------------------------------------------


def ask_server(folder: Path, request: AnyRequest) -> Answer | None:
    """Ask the server that runs on a data folder; None if none does."""
    path = folder / NAME
    if not hasattr(socket, "AF_UNIX") or not path.exists():
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            connection.connect(str(path))
        except (ConnectionError, FileNotFoundError):  # left by a server that crashed
            return None
        except PermissionError:
            return Answer(problem=f"{path} can't be used: permission denied; run this as the server's user")
        connection.sendall(msgspec.json.encode(request) + b"\n")
        with connection.makefile("rb") as answers:
            line = answers.readline(LONGEST_ANSWER)
    if not line:
        return Answer(problem="the server stopped before it answered")
    return _decode_answer(line)
