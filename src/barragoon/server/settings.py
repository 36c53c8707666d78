"""The server's settings: from a file, then the environment, then the command line; the last one counts."""

from __future__ import annotations

import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from barragoon.server.shared.network_address import parse_address

PREFIX = "BARRAGOON_"
FILE = "server.toml"
_HOST = re.compile(r"[A-Za-z0-9.:_\[\]-]+")


class SettingsError(Exception):
    """A setting that can't be used; the sentence says which, and why."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All settings, each with a default that needs no thought. ``docs/server.md`` says what they are for."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    data: str = ""
    database: str = ""
    bus: str = ""
    drain_seconds: Annotated[float, Meta(ge=0, le=300)] | None = None
    public_url: str = ""
    hosts: str = ""
    proxies: str = ""
    connections: Annotated[int, Meta(ge=1)] = 15_000
    sockets: Annotated[int, Meta(ge=1)] = 10_000
    sockets_per_address: Annotated[int, Meta(ge=1)] = 100
    connections_per_address: Annotated[int, Meta(ge=1)] = 100
    requests_per_second: Annotated[float, Meta(gt=0)] = 10
    request_burst: Annotated[int, Meta(ge=1)] = 100
    page_requests_per_second: Annotated[float, Meta(gt=0)] = 100
    page_request_burst: Annotated[int, Meta(ge=1)] = 1_000
    players_per_hour: Annotated[int, Meta(ge=1)] = 100
    open_games_per_player: Annotated[int, Meta(ge=1)] = 50
    sign_ins_per_hour: Annotated[int, Meta(ge=1)] = 100
    lobby_games_per_address: Annotated[int, Meta(ge=1)] = 20
    running_games_per_player: Annotated[int, Meta(ge=1)] = 200
    messages_per_second: Annotated[float, Meta(gt=0)] = 5
    message_burst: Annotated[int, Meta(ge=1)] = 20
    flags_per_minute: Annotated[int, Meta(ge=1)] = 20
    begin_seconds: Annotated[float, Meta(gt=0)] = 45
    away_seconds: Annotated[float, Meta(gt=0)] = 30
    blameless_seconds: Annotated[float, Meta(ge=0)] = 120
    lobby_seconds: Annotated[float, Meta(gt=0)] = 300
    open_game_days: Annotated[float, Meta(gt=0)] = 14
    silence_days: Annotated[float, Meta(gt=0)] = 30
    idle_player_days: Annotated[float, Meta(gt=0)] = 30
    header_seconds: Annotated[float, Meta(gt=0, le=3600)] = 10
    token_days: Annotated[int, Meta(ge=1, le=400)] = 400
    metrics: Literal["local", "all", "off"] = "local"
    log: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    access_log: Literal["off", "on"] = "off"

    def __repr__(self) -> str:
        """Without the addresses of the database and the bus, which may hold a password."""
        shown = [name for name in self.__struct_fields__ if name not in {"database", "bus"}]
        return f"Settings({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    @property
    def folder(self) -> Path:
        """Where the data lie."""
        return Path(self.data).expanduser() if self.data else data_folder()

    @property
    def seconds_to_drain(self) -> float:
        """Over how long open sockets are closed when the server stops; in a cluster others take them meanwhile."""
        return self.drain_seconds if self.drain_seconds is not None else 10 if self.database else 0.3

    @property
    def origin(self) -> str | None:
        """The only origin that a page may have, if it is known."""
        return origin_of(self.public_url) if self.public_url else None

    @property
    def is_secure(self) -> bool:
        """Whether players reach the server by https."""
        return urlsplit(self.public_url).scheme == "https"

    def is_proxy(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        try:
            return any(parse_address(address) in network for network in _networks(self.proxies))
        except ValueError:
            return False


def data_folder() -> Path:
    """The folder in which this user's games on the server are kept."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")  # the latter on Windows
    return (Path(base) if base else Path.home() / ".local" / "share") / "barragoon"


def load_settings(given: Mapping[str, Any], environment: Mapping[str, str]) -> Settings:
    """Put settings together; ``given`` are those of the command line.

    >>> load_settings({"port": 8001}, {"BARRAGOON_HOST": "0.0.0.0", "BARRAGOON_PORT": "80"}).port
    8001
    >>> load_settings({}, {"BARRAGOON_PORT": "eighty"})
    Traceback (most recent call last):
    barragoon.server.settings.SettingsError: BARRAGOON_PORT: expected `int`, got `str`
    """
    named = {name: text for name, text in environment.items() if name.startswith(PREFIX)}
    path = named.pop(PREFIX + "SETTINGS", None)
    ours = {_key(name): text for name, text in named.items()}
    _checked(ours, PREFIX)
    folder = given.get("data") or ours.get("data")
    file = Path(path) if path else (Path(folder).expanduser() if folder else data_folder()) / FILE
    written = _read(file, required=path is not None)
    _checked(written, f"{file}: ")
    settings = _checked(written | ours | dict(given), "")
    _check_database(settings.database)
    _check_bus(settings.bus)
    _check_url(settings.public_url)
    _check_proxies(settings.proxies)
    return settings


def _key(name: str) -> str:
    key = name.removeprefix(PREFIX).lower()
    if key not in Settings.__struct_fields__:
        known = ", ".join(PREFIX + field.upper() for field in Settings.__struct_fields__)
        raise SettingsError(f"{name} is not a setting; there are {known} and {PREFIX}SETTINGS")
    return key


def _read(file: Path, *, required: bool) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        if required:
            raise SettingsError(f"{file}: there is no such file of settings") from None
        return {}
    except OSError as error:
        raise SettingsError(f"{file} can't be read: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:
        raise SettingsError(f"{file} can't be read: {error}") from error


def _checked(values: Mapping[str, Any], where: str) -> Settings:
    try:
        return msgspec.convert(dict(values), Settings, strict=False)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$.")
        name = path.rstrip("`")
        name = name.upper() if where == PREFIX else name
        sentence = problem[0].lower() + problem[1:]
        if name.lower() in Settings.__struct_fields__ and "enum value" in problem:
            sentence += f"; there are {', '.join(get_args(get_type_hints(Settings)[name.lower()]))}"
        raise SettingsError(f"{where}{name}: {sentence}" if name else f"{where}{sentence}") from error


def origin_of(url: str) -> str:
    """The origin that browsers name for a page at this address; ValueError if it is none.

    >>> origin_of("HTTPS://Play.Example.org:443/"), origin_of("http://localhost:8000")
    ('https://play.example.org', 'http://localhost:8000')
    """
    parts = urlsplit(url)
    standard = {"http": 80, "https": 443}
    whole = parts.scheme in standard and parts.hostname and not (parts.path.strip("/") or parts.query or parts.username)
    if not whole or not _HOST.fullmatch(parts.netloc):
        raise ValueError(url)
    host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else parts.hostname
    return f"{parts.scheme}://{host}" + ("" if parts.port in {None, standard[parts.scheme]} else f":{parts.port}")


def _check_database(url: str) -> None:
    if url and not url.startswith(("postgresql://", "postgres://")):
        raise SettingsError("database: an address such as postgresql://user@host/name was expected")  # it may be secret


def _check_bus(bus: str) -> None:
    if bus and bus != "none" and not bus.startswith(("redis://", "rediss://", "unix://")):
        raise SettingsError("bus: none, or an address such as redis://host was expected")  # it may be secret


def _check_url(url: str) -> None:
    try:
        if url:
            origin_of(url)
    except ValueError as error:
        raise SettingsError(f"public_url: {url!r} is not an address such as https://play.example.org") from error


@cache
def _networks(proxies: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(proxy.strip()) for proxy in proxies.split(",") if proxy.strip()]


def _check_proxies(proxies: str) -> None:
    try:
        _networks(proxies)
    except ValueError as error:
        raise SettingsError(f"proxies: {error}; addresses such as 127.0.0.1, 10.0.0.0/8 were expected") from error
