"""The colours of a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

from barragoon.colour import Colour


@dataclass(frozen=True, slots=True)
class TileColours:
    """The colours of one player's tiles: the disc, its rim, the fine ring inside it, and the pips."""

    disc: str
    rim: str
    ring: str
    pip: str


@dataclass(frozen=True, slots=True)
class Theme:
    """A set of colours. Make your own with :func:`dataclasses.replace`.

    ``page``, ``ink`` and ``quiet`` belong to what surrounds a board, ``lettering`` to its frame; ``may`` marks what
    can be done and ``takes`` what captures; ``chosen`` and ``last`` tint squares; ``ran`` draws the path of the last
    turn; ``paper`` sets lines and step numbers off from what lies below them.

    >>> replace(LIGHT, page="#ffffff").page
    '#ffffff'
    """

    page: str
    ink: str
    quiet: str
    frame: str
    lettering: str
    light: str
    dark: str
    white: TileColours
    brown: TileColours
    barragoon: str
    barragoon_rim: str
    sign: str
    may: str
    takes: str
    chosen: str
    last: str
    ran: str
    paper: str

    def tile_colours(self, colour: Colour) -> TileColours:
        """The colours of a player's tiles."""
        return self.white if colour is Colour.WHITE else self.brown


LIGHT = Theme(
    page="#fbf8f1",
    ink="#39322a",
    quiet="#857a6b",
    frame="#39322a",
    lettering="#d8cbb3",
    light="#f3ead9",
    dark="#e4d6bd",
    white=TileColours(disc="#fffcf3", rim="#786c5c", ring="#d9cfbd", pip="#2c2721"),
    brown=TileColours(disc="#80492a", rim="#43240f", ring="#a56f49", pip="#fbeed8"),
    barragoon="#24262a",
    barragoon_rim="#24262a",
    sign="#f8f1e2",
    may="#2c7a57",
    takes="#c2382b",
    chosen="#a9c6a4",
    last="#ecca7c",
    ran="#a8741a",
    paper="#fffaf0",
)
"""Warm paper, for pages and print."""

DARK = replace(
    LIGHT,
    page="#2a2b2e",
    ink="#efe6d5",
    quiet="#a0968a",
    frame="#121314",
    lettering="#b9ae9b",
    light="#d6cab6",
    dark="#c4b59b",
    white=TileColours(disc="#f6efe0", rim="#5f5548", ring="#cdc2ae", pip="#2c2721"),
    brown=TileColours(disc="#74411f", rim="#35190a", ring="#98633f", pip="#f3e4ca"),
    barragoon="#1b1d20",
    barragoon_rim="#5f5d59",
    sign="#efe6d3",
    may="#226447",
    takes="#ad2c20",
    chosen="#8fb18c",
    last="#d6b05c",
    ran="#8f5f0e",
    paper="#f6efe0",
)
"""A charcoal page under the same board, slightly dimmed."""
