"""One sentence for a package that is missing."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from barragoon.errors import EngineError


def require(extra: str, *packages: str) -> None:
    """Raise an :class:`ImportError` that says how to install what an environment needs."""
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        names = " and ".join(missing)
        raise ImportError(f"this environment needs {names}: pip install 'barragoon[{extra}]'")
    try:
        import_module("barragoon.engine._native")
    except ImportError as error:
        from barragoon.engine.search.core import HOW_TO_BUILD

        raise EngineError(HOW_TO_BUILD) from error
