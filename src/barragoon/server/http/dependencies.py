"""The parts of the running server that routes need, as FastAPI dependencies: a route names those that it uses."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

from barragoon.server.game.features import Features
from barragoon.server.game.journal import Journal
from barragoon.server.game.mailbox import Mailbox
from barragoon.server.game.opening_limits import OpeningLimits
from barragoon.server.game.registry import Registry
from barragoon.server.http.described_api import DescribedApi
from barragoon.server.http.errors import not_found
from barragoon.server.http.hourly_limit import HourlyLimit
from barragoon.server.http.identity import Identities
from barragoon.server.http.lobby import Lobby
from barragoon.server.http.rate_limits import AddressRateLimit
from barragoon.server.http.readiness import Readiness
from barragoon.server.http.sessions import Sessions
from barragoon.server.http.static_page import StaticPage
from barragoon.server.messages import Id
from barragoon.server.metrics import Metrics
from barragoon.server.settings import Settings
from barragoon.server.shared.cache import Cache
from barragoon.server.shared.server_clock import ServerClock
from barragoon.server.store.game_lists import GamePage
from barragoon.server.store.store import Store

Part = TypeVar("Part")
CloseSockets = Callable[[bytes], None]
"""Closes the WebSockets that were opened with a token, given by its hash."""


def _part(name: str, kind: type[Part]) -> Callable[[HTTPConnection], Coroutine[Any, Any, Part]]:
    """A dependency that reads one attribute of ``app.state``."""

    async def read(client: HTTPConnection) -> Part:  # a plain function would be run in a thread
        part = getattr(client.app.state, name)
        assert isinstance(part, kind)
        return part

    return read


async def _close_sockets(client: HTTPConnection) -> CloseSockets:
    close: CloseSockets = client.app.state.close_sockets
    return close


SettingsDep = Annotated[Settings, Depends(_part("settings", Settings))]
StoreDep = Annotated[Store, Depends(_part("store", Store))]
MetricsDep = Annotated[Metrics, Depends(_part("metrics", Metrics))]
ClockDep = Annotated[ServerClock, Depends(_part("clock", ServerClock))]
ReadinessDep = Annotated[Readiness, Depends(_part("readiness", Readiness))]
FeaturesDep = Annotated[Features, Depends(_part("features", Features))]
JournalDep = Annotated[Journal, Depends(_part("journal", Journal))]
RegistryDep = Annotated[Registry, Depends(_part("registry", Registry))]
IdentitiesDep = Annotated[Identities, Depends(_part("identities", Identities))]
SessionsDep = Annotated[Sessions, Depends(_part("sessions", Sessions))]
NewPlayerLimitDep = Annotated[HourlyLimit, Depends(_part("new_player_limit", HourlyLimit))]
SignInLimitDep = Annotated[HourlyLimit, Depends(_part("sign_in_limit", HourlyLimit))]
CommandLimitDep = Annotated[AddressRateLimit, Depends(_part("command_limit", AddressRateLimit))]
LobbyDep = Annotated[Lobby, Depends(_part("lobby", Lobby))]
OpeningLimitsDep = Annotated[OpeningLimits, Depends(_part("opening_limits", OpeningLimits))]
PublicGamesDep = Annotated[Cache[GamePage], Depends(_part("public_games", Cache))]
StaticPageDep = Annotated[StaticPage, Depends(_part("static_page", StaticPage))]
DescribedApiDep = Annotated[DescribedApi, Depends(_part("described_api", DescribedApi))]
CloseSocketsDep = Annotated[CloseSockets, Depends(_close_sockets)]


async def require_mailbox(registry: Registry, game: Id) -> Mailbox:
    """The mailbox of a game, or a 404."""
    mailbox = await registry.find(game)
    if mailbox is None:
        raise not_found()
    return mailbox
