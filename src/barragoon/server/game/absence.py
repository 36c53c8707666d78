"""Since when the players of one game are away, as far as was reported here; the time is always an argument."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from barragoon.server.messages import Id, Milliseconds


class Absence:
    """Answers since when a player is away. It knows only what is reported: who is connected, and who sent something.

    Before ``watched_since`` nothing is known, so nobody has been away for longer than that. A process that begins to
    watch a game late, because it was started again or because the game has moved to it from another one, may see
    players come back who never meant to leave: nobody can be blamed before ``blameless_until``.

    >>> absence = Absence(watched_since=1_000)
    >>> absence.report_connected({"ann"}, now=2_000)
    >>> absence.since("ann"), absence.since("ben")
    (None, 1000)
    >>> absence.report_connected(set(), now=5_000)
    >>> absence.since("ann")
    5000
    """

    def __init__(self, watched_since: Milliseconds, blameless_until: Milliseconds = 0) -> None:
        self.blameless_until = blameless_until
        self._watched_since = watched_since
        self._connected: frozenset[Id] = frozenset()
        self._last_seen: dict[Id, Milliseconds] = {}

    def report_connected(self, players: AbstractSet[Id], now: Milliseconds) -> None:
        """Take who is connected now, on any node; whoever was and is no longer is away from now on."""
        self._last_seen.update(dict.fromkeys(self._connected - players, now))
        self._connected = frozenset(players)

    def report_seen(self, player: Id, now: Milliseconds) -> None:
        """Take that a player was there a moment ago without being connected: scripts may play by requests alone."""
        self._last_seen[player] = now

    def last_seen(self, player: Id) -> Milliseconds | None:
        """When a player who is not connected was last there; None if that was not reported."""
        return self._last_seen.get(player)

    def since(self, player: Id) -> Milliseconds | None:
        """Since when a player is away; None if they are connected."""
        if player in self._connected:
            return None
        return max(self._watched_since, self._last_seen.get(player, 0))
