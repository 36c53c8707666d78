"""The compiled replay of turns, where there is one: reading works without it and is slower."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


@cache
def compiled() -> ModuleType | None:
    """The native module, looked for when the first file is read; None where the package was not built."""
    try:
        from barragoon.engine import _native
    except ImportError:
        return None
    return _native
