"""The tiles: three values in two colours."""

from __future__ import annotations

from dataclasses import dataclass

from barragoon.colour import Colour
from barragoon.errors import NotationError

_LETTERS = {2: "Z", 3: "D", 4: "V"}  # Zweier, Dreier, Vierer


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of a colour; its value (2, 3 or 4) is the length of its full move.

    >>> Tile.parse("d")
    Tile(colour=Colour.BROWN, value=3)
    >>> str(Tile(Colour.WHITE, 4))
    'V'
    """

    colour: Colour
    value: int

    def __post_init__(self) -> None:
        """Reject a colour or a value that no tile has."""
        if not isinstance(self.colour, Colour):
            raise TypeError(f"a tile has a Colour, not {self.colour!r}")
        if self.value not in _LETTERS:
            raise NotationError(str(self.value), "is not the value of a tile: 2, 3 or 4 was expected")

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read one of ``Z D V z d v``."""
        for tile in TILES:
            if str(tile) == text:
                return tile
        raise NotationError(text, "is not a tile: one of Z D V z d v was expected")

    @property
    def name(self) -> str:
        """How sentences speak of it: "2-tile"."""
        return f"{self.value}-tile"

    def swapped(self) -> Tile:
        """The same tile in the other colour."""
        return Tile(self.colour.other, self.value)

    def __str__(self) -> str:
        """Give the letter of the text forms: upper case for White, lower for Brown."""
        letter = _LETTERS[self.value]
        return letter if self.colour is Colour.WHITE else letter.lower()


TILES: tuple[Tile, ...] = tuple(Tile(colour, value) for colour in Colour for value in _LETTERS)
COUNTS: dict[int, int] = {2: 2, 3: 3, 4: 2}
"""How many tiles of each value a player starts with."""
