"""An enum whose members are shown as code names them."""

from __future__ import annotations

from enum import Enum


class NamedEnum(Enum):
    """An :class:`~enum.Enum` with a ``repr`` that can be pasted back: ``Colour.WHITE``."""

    def __repr__(self) -> str:
        """Write the member as code does."""
        return f"{type(self).__name__}.{self.name}"
