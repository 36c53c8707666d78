"""Builds the server's application from its parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from fastapi import FastAPI
from sqlalchemy import Connection

from barragoon import __version__
from barragoon.server.game.flag_circuit_breaker import FlagBreaker
from barragoon.server.game.journal import Journal
from barragoon.server.game.mailbox import Mailbox
from barragoon.server.game.registry import Registry
from barragoon.server.game.timekeeper import Timekeeper
from barragoon.server.http.allowed_methods import register_api
from barragoon.server.http.errors import add_error_handlers
from barragoon.server.http.identity import Identities
from barragoon.server.http.middleware import HttpMiddleware
from barragoon.server.http.openapi import openapi
from barragoon.server.http.rate_limits import AddressRateLimit
from barragoon.server.http.routes import games, operations, page, players
from barragoon.server.http.static_page import StaticPage
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings
from barragoon.server.shared.cache import Cache
from barragoon.server.shared.random_source import random_secret
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.shared.signer import Signer
from barragoon.server.shared.worker_pool import WorkerPool
from barragoon.server.store.database import Database, StoreError
from barragoon.server.store.game_lists import list_lobby, list_public
from barragoon.server.store.server_facts import SECRET, read_fact, write_fact
from barragoon.server.websocket.endpoint import GameEndpoint, WebSocketMiddleware
from barragoon.server.websocket.open_sockets import OpenSockets

DATABASE = "games.sqlite3"


def create_app(settings: Settings) -> FastAPI:
    """Make the application and open its store, or raise a :class:`StoreError`; when it stops, the store is closed."""
    store = Database(settings.folder / DATABASE)
    metrics = Metrics()
    app = FastAPI(
        title="Barragoon server",
        version=__version__,
        description="Games of Barragoon between people and programs. How it all hangs together: docs/protocol.md.",
        lifespan=lambda app: _lifespan(app, settings, store, metrics),
        docs_url=None,
        redoc_url=None,
    )
    app.state.static_page = StaticPage()
    add_error_handlers(app)
    rate_limit = AddressRateLimit(settings.requests_per_second, settings.request_burst)
    app.add_middleware(HttpMiddleware, settings=settings, metrics=metrics, rate_limit=rate_limit)
    app.add_middleware(WebSocketMiddleware, rate_limit=rate_limit)
    api = [players.router, games.router, operations.router]
    for router in (*api, page.router):
        app.include_router(router)
    register_api(app, api)
    app.openapi = lambda: openapi(app)  # type: ignore[method-assign]  # as FastAPI's manual has it
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI, settings: Settings, store: Database, metrics: Metrics) -> AsyncIterator[None]:
    clock, workers, breaker = ServerClock(), WorkerPool(), FlagBreaker(settings.flags_per_minute)
    signer = Signer(await store.run(_read_secret))
    timekeeper = Timekeeper(store, clock, breaker)
    await timekeeper.credit_downtime()
    journal = Journal(store, workers, metrics)
    make_mailbox = partial(Mailbox, journal=journal, clock=clock, workers=workers, signer=signer, breaker=breaker)
    registry = Registry(journal, make_mailbox, metrics)
    identities = Identities(store, clock, signer, settings)
    open_sockets = OpenSockets(settings.sockets, settings.sockets_per_address, metrics)
    # What routes may ask for: http/dependencies.py reads each by its name and checks its type.
    app.state.settings = settings
    app.state.store = store
    app.state.metrics = metrics
    app.state.clock = clock
    app.state.breaker = breaker
    app.state.journal = journal
    app.state.registry = registry
    app.state.identities = identities
    app.state.new_player_limit = AddressRateLimit(settings.players_per_hour / 3600, settings.players_per_hour)
    app.state.lobby = Cache(lambda: store.run(list_lobby))
    app.state.public_games = Cache(lambda: store.run(list_public))
    app.state.close_sockets = open_sockets.close_those_of
    app.state.game_endpoint = GameEndpoint(
        settings=settings,
        identities=identities,
        registry=registry,
        open_sockets=open_sockets,
        clock=clock,
        metrics=metrics,
    )
    sweeping = asyncio.ensure_future(timekeeper.run(registry))
    yield
    sweeping.cancel()
    with suppress(asyncio.CancelledError):
        await sweeping
    with suppress(StoreError):
        await timekeeper.note_alive()
    workers.close()
    store.close()


def _read_secret(connection: Connection) -> bytes:
    """The secret that keys are signed with; it is made once."""
    secret = read_fact(connection, SECRET)
    if secret is None:
        secret = random_secret()
        write_fact(connection, SECRET, secret)
    return secret
