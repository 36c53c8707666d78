"""What an operator can ask for: each request is a name with its arguments, as it goes over the admin socket."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from barragoon.server.messages import Status

Word = Annotated[str, Meta(min_length=1, max_length=200)]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
Path = Annotated[str, Meta(min_length=1, max_length=4000)]
Count = Annotated[int, Meta(ge=1, le=1000)]


class Request(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """A request that changes nothing."""


class Change(Request, frozen=True, kw_only=True):
    """A request that changes something: it is written to the audit table with who asked for it, and why."""

    operator: Word
    reason: Reason


# -- players -------------------------------------------------------------------------------------------------


class FindPlayers(Request, frozen=True, tag="players find"):
    """Players whose name has this text in it, or whose id begins with it."""

    text: Word
    limit: Count = 50


class ShowPlayer(Request, frozen=True, tag="players show"):
    """One player, with the number of their games and tokens."""

    player: Word


class RenamePlayer(Change, frozen=True, tag="players rename"):
    """Give a player another name; with ``everywhere`` also in the games that they have played."""

    player: Word
    name: Word
    everywhere: bool = False


class MutePlayer(Change, frozen=True, tag="players mute"):
    """Take a player's games out of the lobby and the public list."""

    player: Word


class UnmutePlayer(Change, frozen=True, tag="players unmute"):
    """Let a player's games be listed again."""

    player: Word


class ClosePlayer(Change, frozen=True, tag="players close"):
    """End an identity: its tokens become invalid, nobody can sign in with it, its games end."""

    player: Word


class OpenPlayer(Change, frozen=True, tag="players open"):
    """Let somebody sign in again with an identity that was closed."""

    player: Word


class ListTokens(Request, frozen=True, tag="tokens list"):
    """A player's tokens, without the tokens themselves: the store does not have them."""

    player: Word


class RevokeTokens(Change, frozen=True, tag="tokens revoke"):
    """Delete a player's tokens: all of them, or those whose fingerprint begins with a text."""

    player: Word
    fingerprint: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""


# -- games ---------------------------------------------------------------------------------------------------


class FindGames(Request, frozen=True, tag="games find"):
    """The games of a player, or the games with a status, the last changed first."""

    player: Word | None = None
    status: Status | None = None
    limit: Count = 50


class ShowGame(Request, frozen=True, tag="games show"):
    """One game: its row, its players, its events."""

    game: Word


class CloseGame(Change, frozen=True, tag="games close"):
    """Withdraw a game that waits for an opponent."""

    game: Word


class AbortGame(Change, frozen=True, tag="games abort"):
    """Stop a game that is played, without a result."""

    game: Word


class AnnulGame(Change, frozen=True, tag="games annul"):
    """Strike the result of a game that is over."""

    game: Word


# -- the server ----------------------------------------------------------------------------------------------


class ListAudit(Request, frozen=True, tag="audit"):
    """What operators did, the newest first."""

    subject: Word | None = None
    limit: Count = 50


class ListNodes(Request, frozen=True, tag="nodes"):
    """The processes that serve or work."""


class RollNodes(Change, frozen=True, tag="roll"):
    """Restart one process after the other."""

    seconds: Annotated[int, Meta(ge=1, le=3600)] = 120


class ListLeases(Request, frozen=True, tag="leases"):
    """Who does what only one process may do."""


class ShowBreaker(Request, frozen=True, tag="breaker show"):
    """Whether flags may fall."""


class ResetBreaker(Change, frozen=True, tag="breaker reset"):
    """Let flags fall again."""


class RenewSecret(Change, frozen=True, tag="secret renew"):
    """Forget the secret that invitations are signed with, so that the next start makes another."""


class ListFeatures(Request, frozen=True, tag="features list"):
    """Which new kinds of events may be written."""


class LimitFeatures(Change, frozen=True, tag="features limit"):
    """Let only events of these features be written, while a version runs that knows no others."""

    features: tuple[Annotated[str, Meta(pattern="^[a-z_]{1,50}$")], ...] = ()


class AllowFeatures(Change, frozen=True, tag="features all"):
    """Let events of all kinds be written, once no process of the version before is left."""


class Backup(Change, frozen=True, tag="backup"):
    """Copy the whole store into a file, while games go on; one that is not kept, to look at, is not the last backup."""

    file: Path
    is_kept: bool = True


class NoteBackup(Change, frozen=True, tag="backup noted"):
    """Note that a backup was made without the help of a server."""

    file: Path


AnyRequest: TypeAlias = (
    FindPlayers
    | ShowPlayer
    | RenamePlayer
    | MutePlayer
    | UnmutePlayer
    | ClosePlayer
    | OpenPlayer
    | ListTokens
    | RevokeTokens
    | FindGames
    | ShowGame
    | CloseGame
    | AbortGame
    | AnnulGame
    | ListAudit
    | ListNodes
    | RollNodes
    | ListLeases
    | ShowBreaker
    | ResetBreaker
    | RenewSecret
    | ListFeatures
    | LimitFeatures
    | AllowFeatures
    | Backup
    | NoteBackup
)


class Answer(Struct, frozen=True, omit_defaults=True):
    """What came of a request, or the sentence that says why nothing did."""

    result: dict[str, object] | None = None
    problem: str | None = None
