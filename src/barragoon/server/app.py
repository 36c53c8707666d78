"""Putting a server together."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from sqlalchemy import Connection
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from barragoon import __version__
from barragoon.server.game.flag_breaker import Fuse
from barragoon.server.game.registry import Mailboxes
from barragoon.server.game.timekeeper import credit_downtime, keep_time, note_alive
from barragoon.server.http.dependencies import Services
from barragoon.server.http.errors import ProblemError, answer, not_allowed, tell_problem
from barragoon.server.http.identity import Identities
from barragoon.server.http.middleware import Guard
from barragoon.server.http.openapi import openapi
from barragoon.server.http.rate_limits import Allowances
from barragoon.server.http.routes import games, operations, page, players
from barragoon.server.http.static_page import Site
from barragoon.server.messages import Problem
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings
from barragoon.server.shared.cache import Remembered
from barragoon.server.shared.server_clock import Office
from barragoon.server.store import Database, StoreError
from barragoon.server.store.games import list_public, list_waiting, read_fact, write_fact
from barragoon.server.websocket.endpoint import GameSockets
from barragoon.server.websocket.open_sockets import Sockets

STORE = "games.sqlite3"


def create_app(settings: Settings) -> FastAPI:
    """Make the application and open its store, or raise a :class:`StoreError`; when it stops, the store is closed."""
    store = Database(settings.folder / STORE)
    metrics = Metrics()
    app = FastAPI(
        title="Barragoon server",
        version=__version__,
        description="Games of Barragoon between people and programs. How it all hangs together: docs/protocol.md.",
        lifespan=lambda app: _lifespan(app, settings, store, metrics),
        docs_url=None,
        redoc_url=None,
    )
    app.state.site = Site()
    app.add_exception_handler(ProblemError, tell_problem)
    app.add_exception_handler(RequestValidationError, _tell_invalid)
    app.add_exception_handler(HTTPException, _tell_http)
    app.add_exception_handler(StoreError, _tell_store)
    requests = Allowances(settings.requests_per_second, settings.request_burst)
    app.add_middleware(Guard, settings=settings, metrics=metrics, requests=requests)
    app.add_middleware(GameSockets, requests=requests)
    for part in (players, games, operations, page):
        app.include_router(part.router)
    routers = (players.router, games.router, operations.router)
    app.state.routes = [route for router in routers for route in router.routes if isinstance(route, APIRoute)]
    app.openapi = lambda: openapi(app)  # type: ignore[method-assign]  # as FastAPI's manual has it
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI, settings: Settings, store: Database, metrics: Metrics) -> AsyncIterator[None]:
    office = Office(store, await store.run(_secret), metrics, Fuse(settings.flags_per_minute))
    await credit_downtime(office)
    mailboxes = Mailboxes(office)
    app.state.services = Services(
        settings,
        office,
        mailboxes,
        Identities(office, settings),
        Sockets(settings.sockets, settings.sockets_per_address, metrics),
        Allowances(settings.players_per_hour / 3600, settings.players_per_hour),
        Remembered(lambda: store.run(list_waiting)),
        Remembered(lambda: store.run(lambda connection: list_public(connection, "playing", ("lobby", "public")))),
    )
    timekeeper = asyncio.ensure_future(keep_time(office, mailboxes))
    yield
    timekeeper.cancel()
    with suppress(asyncio.CancelledError):
        await timekeeper
    with suppress(StoreError):
        await note_alive(office)
    office.close()
    store.close()


def _secret(connection: Connection) -> bytes:
    """The secret that invitations are made with, made once."""
    secret = read_fact(connection, "secret")
    if secret is None:
        secret = secrets.token_bytes(32)
        write_fact(connection, "secret", secret)
    return secret


def _tell_invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    places = ", ".join(sorted({str(fault["loc"][-1]) for fault in error.errors()}))
    return answer(Problem("malformed", f"these can't be used: {places}"), 400)


def _tell_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return tell_problem(request, not_allowed(page.methods_of(request) or ["GET", "HEAD"]))
    return answer(Problem("refused", str(error.detail)), error.status_code)


def _tell_store(_: Request, __: Exception) -> Response:
    return answer(Problem("unavailable", "the server can't write now: try again"), 503)
