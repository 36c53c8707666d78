"""Builds the server's application from its parts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from fastapi import FastAPI

from barragoon import __version__
from barragoon.server.admin import admin_socket
from barragoon.server.admin.parts import Parts
from barragoon.server.admin.rulings import MailboxRulings
from barragoon.server.game.opening_limits import OpeningLimits
from barragoon.server.http.allowed_methods import register_api
from barragoon.server.http.described_api import DescribedApi
from barragoon.server.http.errors import add_error_handlers
from barragoon.server.http.hourly_limit import HourlyLimit
from barragoon.server.http.identity import Identities
from barragoon.server.http.lobby import Lobby
from barragoon.server.http.middleware import HttpMiddleware
from barragoon.server.http.openapi import openapi
from barragoon.server.http.rate_limits import AddressRateLimit
from barragoon.server.http.readiness import Readiness
from barragoon.server.http.routes import games, operations, page, players
from barragoon.server.http.sessions import Sessions
from barragoon.server.http.static_page import StaticPage
from barragoon.server.metrics import Metrics, count_logged_exceptions
from barragoon.server.process import Process
from barragoon.server.self_observation import SelfObservation
from barragoon.server.settings import Settings
from barragoon.server.shared.cache import Cache
from barragoon.server.shared.systemd import supervised
from barragoon.server.store.bad_rows import BAD_ROWS
from barragoon.server.store.game_lists import list_public
from barragoon.server.store.open_store import open_store
from barragoon.server.store.store import Store
from barragoon.server.websocket.draining import Draining
from barragoon.server.websocket.endpoint import GameEndpoint, WebSocketMiddleware
from barragoon.server.websocket.open_sockets import OpenSockets
from barragoon.server.websocket.token_check import TokenCheck

HISTORY_SECONDS = 3
"""Over how long sockets are closed when the database has another history."""


def create_app(settings: Settings) -> FastAPI:
    """Make the application and open its store, or raise a :class:`StoreError`; when it stops, the store is closed."""
    store = open_store(settings)
    metrics = Metrics()
    metrics.bad_rows.set_function(lambda: BAD_ROWS.count)
    app = FastAPI(
        title="Barragoon server",
        version=__version__,
        description="Games of Barragoon between people and programs. How it all hangs together: docs/protocol.md.",
        lifespan=lambda app: _lifespan(app, settings, store, metrics),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.store = store
    app.state.static_page = StaticPage()
    add_error_handlers(app)
    rate_limit = AddressRateLimit(settings.requests_per_second, settings.request_burst)
    app.add_middleware(HttpMiddleware, settings=settings, metrics=metrics, rate_limit=rate_limit)
    app.add_middleware(WebSocketMiddleware, settings=settings, rate_limit=rate_limit, metrics=metrics)
    api = [players.router, games.router, operations.router]
    for router in (*api, page.router):
        app.include_router(router)
    register_api(app, api)
    app.openapi = lambda: openapi(app)  # type: ignore[method-assign]  # as FastAPI's manual has it
    app.state.described_api = DescribedApi(app)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI, settings: Settings, store: Store, metrics: Metrics) -> AsyncIterator[None]:
    process = await Process.open(settings, store, metrics, "serve")
    identities = Identities(store, process.clock, process.signer, settings)
    open_sockets = OpenSockets(settings.sockets, settings.sockets_per_address, metrics)
    process.void_token = open_sockets.close_those_of
    process.history_changed = lambda: open_sockets.close_all(HISTORY_SECONDS)
    await process.begin()
    if store.is_shared:
        process.start(TokenCheck(store, process.clock, open_sockets).run())

    def close_sockets(token_hash: bytes) -> None:
        open_sockets.close_those_of(token_hash)
        process.bus.token_is_void(token_hash)

    # What routes may ask for: http/dependencies.py reads each by its name and checks its type.
    app.state.settings = settings
    app.state.store = store
    app.state.metrics = metrics
    app.state.clock = process.clock
    app.state.journal = process.journal
    app.state.registry = process.registry
    app.state.features = process.features
    app.state.identities = identities
    app.state.sessions = Sessions(store, process.clock)
    app.state.readiness = Readiness(store, process.clock, process.breaker, process.pulse, process.node)
    hourly = partial(HourlyLimit, store, process.clock, process.signer)
    app.state.new_player_limit = hourly("players", settings.players_per_hour)
    app.state.sign_in_limit = hourly("sign_ins", settings.sign_ins_per_hour)
    app.state.lobby = Lobby(store, process.clock, process.registry)
    app.state.opening_limits = OpeningLimits(
        process.signer,
        waiting=settings.open_games_per_player,
        running=settings.running_games_per_player,
        from_address=settings.lobby_games_per_address,
    )
    app.state.public_games = Cache(lambda: store.read(list_public))
    app.state.close_sockets = close_sockets
    # What a player sends on all sockets and by requests together: a hundred of them must not be worth more than one.
    app.state.command_limit = AddressRateLimit(settings.messages_per_second, settings.message_burst)
    app.state.draining = Draining(process.node, process.pulse, open_sockets, settings.seconds_to_drain)
    app.state.game_endpoint = GameEndpoint(
        settings=settings,
        identities=identities,
        registry=process.registry,
        open_sockets=open_sockets,
        commands=app.state.command_limit,
        clock=process.clock,
        metrics=metrics,
    )
    operators_parts = Parts(store, MailboxRulings(process.registry), process.clock.now, close_sockets)
    process.start(SelfObservation(process, settings.folder, metrics).run())
    async with AsyncExitStack() as while_it_runs:
        if not store.is_shared:  # elsewhere operators open the database themselves
            await while_it_runs.enter_async_context(admin_socket.listening(settings.folder, operators_parts))
        await while_it_runs.enter_async_context(supervised())
        while_it_runs.enter_context(count_logged_exceptions(metrics))
        yield
    await process.end()
    store.close()
