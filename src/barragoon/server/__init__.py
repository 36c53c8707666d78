"""The server: games between people over the network, their clocks, and the page. ``create_app(settings)`` makes it."""

from barragoon.server.app import create_app
from barragoon.server.settings import Settings, SettingsError, load_settings

__all__ = ["Settings", "SettingsError", "create_app", "load_settings"]
