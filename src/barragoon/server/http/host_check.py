"""Which names the server answers to: a page elsewhere must not reach it under a name of its own.

With DNS rebinding, a stranger's name first leads to the stranger's page and then to this server, and the browser takes
both for one site. The name in ``Host`` tells. An IP address there is no name that anybody could have bent.
"""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import Scope

from barragoon.server.settings import Settings

OPEN_PATHS = ("/health", "/live", "/ready")
"""What probes ask for, under whatever name; it tells nothing."""
SENTENCE = "this server does not answer to that name; its operator can add it with the setting 'hosts'"
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]/@]+)(:[0-9]{1,5})?")


class HostCheck:
    """The names of one server."""

    def __init__(self, settings: Settings) -> None:
        own = socket.gethostname().lower()
        public = urlsplit(settings.public_url).hostname or ""
        listed = (name.strip().lower() for name in settings.hosts.split(","))
        names = {"localhost", own, f"{own}.local", own.removesuffix(".local"), settings.host.lower(), public, *listed}
        self._names = {name.rstrip(".") for name in names if name}

    def allows(self, scope: Scope) -> bool:
        """Whether a request came under a name that is the server's."""
        if scope["path"] in OPEN_PATHS:
            return True
        sent = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        return len(sent) == 1 and self._is_own(sent[0])

    def _is_own(self, host: str) -> bool:
        found = _HOST.fullmatch(host.strip())
        if found is None:
            return False
        name = found[1].strip("[]").lower().rstrip(".")
        return name in self._names or name.endswith(".localhost") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
