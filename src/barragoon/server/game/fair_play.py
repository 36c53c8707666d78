"""Fair play at the table: how long players may keep each other waiting, with the time as an argument."""

from __future__ import annotations

from msgspec import Struct

from barragoon.server.game.absence import Absence
from barragoon.server.game.clock import claim_patience
from barragoon.server.game.live_game import LiveGame
from barragoon.server.messages import Milliseconds

DAY = 24 * 60 * 60 * 1000


class FairPlay(Struct, frozen=True):
    """The times of fair play, in milliseconds."""

    away: Milliseconds = 30_000
    """How long an actor is away at least before the opponent may claim."""
    blameless: Milliseconds = 120_000
    """How long nobody is blamed for being away after a restart of the server, or after a game moved to another node."""
    silence: Milliseconds = 30 * DAY
    """How long nothing may happen in a game without a clock."""
    open: Milliseconds = 14 * DAY
    """How long a game waits for an opponent."""
    withdrawn: Milliseconds = DAY
    """How long a game that nobody joined is kept after it was withdrawn."""
    lobby: Milliseconds = 300_000
    """How long the opener of a game with a clock in the lobby may be away: who joins it wants to play at once."""


def claim_at(live: LiveGame, absence: Absence, rules: FairPlay) -> Milliseconds | None:
    """From when on the actor's opponent may claim; None if the actor is there, or has not begun, or has no clock.

    A player who has not completed a turn can't be claimed from: without a first turn the game is aborted soon.
    """
    rule, clocks, actor = live.settings.terms.clock, live.clocks, live.actor
    if rule is None or clocks is None or actor is None or not live.has_begun(actor):
        return None
    player = live.seats.white if actor == "white" else live.seats.brown
    since = absence.since(player.id) if player else None
    if since is None:
        return None
    return max(absence.blameless_until, max(since, clocks.at) + claim_patience(rule, rules.away))


def expires_at(live: LiveGame, rules: FairPlay) -> Milliseconds | None:
    """When a game ends if nothing happens; None if it is at its end, or has a clock that sees to it."""
    if live.status == "open":
        return live.changed_at + (rules.lobby if needs_opener(live) else rules.open)
    if live.status == "playing" and live.settings.terms.clock is None:
        return live.changed_at + rules.silence
    return None


def deleted_at(live: LiveGame, rules: FairPlay) -> Milliseconds | None:
    """When a game is deleted: nobody ever joined it, and it was withdrawn. None if it is kept."""
    return live.changed_at + rules.withdrawn if live.status == "withdrawn" else None


def expires_at_if_away(
    live: LiveGame, absence: Absence, now: Milliseconds, started_at: Milliseconds, rules: FairPlay
) -> Milliseconds | None:
    """The same, when it is known who is there: the opener of a game in the lobby may wait for hours.

    An opener who was not seen since the process was started, at ``started_at``, is away since then. When the game was
    loaded does not matter: others may let it be dropped and loaded as often as they like.
    """
    if not needs_opener(live):
        return expires_at(live, rules)
    opener = live.settings.opener.id
    if absence.since(opener) is None:
        return now + rules.lobby
    return max(started_at, absence.last_seen(opener) or 0) + rules.lobby


def needs_opener(live: LiveGame) -> bool:
    """Whether a game waits for an opponent only while its opener is there."""
    settings = live.settings
    return live.status == "open" and settings.access == "lobby" and settings.terms.clock is not None
