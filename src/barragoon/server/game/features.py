"""Which new kinds of events may be written: the one place to ask.

While an older server runs beside this one on the same database, it can't read events of newer kinds. So the operator
names the features that every running server knows in the fact ``features``, before the first newer one is started, and
removes the fact when the last older one is gone. Features are only ever added while servers run.
"""

from __future__ import annotations

FAIR_PLAY = "fair_play"
"""The events ``aborted`` and ``claimed``, and games that are aborted when nobody begins."""
KNOWN = frozenset({FAIR_PLAY})
"""All features of this version; later versions know more."""


class Features:
    """The features that are switched on; all of them, unless names are given."""

    def __init__(self, names: frozenset[str] | None = None) -> None:
        self._names = names

    @classmethod
    def from_fact(cls, fact: bytes | None) -> Features:
        """Read the fact: names with spaces between them, or None where there is no such fact.

        >>> Features.from_fact(None).allows(FAIR_PLAY), Features.from_fact(b"").allows(FAIR_PLAY)
        (True, False)
        """
        return cls(_names(fact))

    def follow(self, fact: bytes | None) -> None:
        """Take what the fact says now: an operator changes it while servers run.

        >>> features = Features.from_fact(b"")
        >>> features.follow(None)
        >>> features.allows(FAIR_PLAY)
        True
        """
        self._names = _names(fact)

    def allows(self, feature: str) -> bool:
        """Whether events of a feature may be written."""
        return self._names is None or feature in self._names


def _names(fact: bytes | None) -> frozenset[str] | None:
    return None if fact is None else frozenset(fact.decode(errors="replace").split())
