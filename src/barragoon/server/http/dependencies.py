"""The parts of a running server, for the routes."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from barragoon.server.game.mailbox import Mailbox
from barragoon.server.game.registry import Mailboxes
from barragoon.server.http.errors import not_found
from barragoon.server.http.identity import Identities
from barragoon.server.http.rate_limits import Allowances
from barragoon.server.messages import GameSummary
from barragoon.server.settings import Settings
from barragoon.server.shared.cache import Remembered
from barragoon.server.shared.server_clock import Office
from barragoon.server.websocket.open_sockets import Sockets


@dataclass(frozen=True, slots=True)
class Services:
    """One of each."""

    settings: Settings
    office: Office
    mailboxes: Mailboxes
    identities: Identities
    sockets: Sockets
    newcomers: Allowances
    waiting: Remembered[list[GameSummary]]
    watched: Remembered[list[GameSummary]]

    @staticmethod
    def of(client: HTTPConnection) -> Services:
        """The services of the server that a request came to."""
        services = client.app.state.services
        assert isinstance(services, Services)
        return services

    async def mailbox(self, game: str) -> Mailbox:
        """The mailbox of a game, or the problem that there is none."""
        mailbox = await self.mailboxes.find(game)
        if mailbox is None:
            raise not_found()
        return mailbox
