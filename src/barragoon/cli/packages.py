"""Optional packages that some commands need."""

from __future__ import annotations

from importlib.util import find_spec

from barragoon.terminal.failure import FailureError


def require(package: str, extra: str, what_for: str) -> None:
    """Make sure that an optional package is installed, or name the extra that brings it."""
    if find_spec(package) is None:
        raise FailureError(f"{what_for} needs the package {package}: pip install 'barragoon[{extra}]'")
