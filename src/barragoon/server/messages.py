"""Every message between the server and its clients; ``docs/protocol.md`` explains when each is sent.

Commands go in, events come out. The page's types are made from this file: ``tools/make_message_types.py``.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

VERSION = 1
"""The version of the protocol; it is part of every address (``/api/v1/…``) and of every state."""

LARGEST_MESSAGE = 8192
"""In bytes, of a frame and of a request's body; what is larger is rejected unread."""

# -- words ---------------------------------------------------------------------------------------------------

ColourName: TypeAlias = Literal["white", "brown"]
ColourChoice: TypeAlias = Literal["white", "brown", "lots"]
VariantName: TypeAlias = Literal["closed", "open"]
Stage: TypeAlias = Literal[0, 1, 2]
Access: TypeAlias = Literal["lobby", "public", "link"]
"""Who may join and who may watch.

``lobby``: everybody. ``public``: whoever has the invitation may join, everybody may watch. ``link``: only whoever has
the links.
"""
Status: TypeAlias = Literal["open", "playing", "over", "withdrawn", "aborted"]
"""``over`` has an outcome; ``withdrawn`` (nobody joined) and ``aborted`` (it had begun) have none."""
AbortReason: TypeAlias = Literal["player", "not_begun", "expired", "operator"]
CreditReason: TypeAlias = Literal["outage", "moved", "breaker"]
"""``player``: one of them aborted it. ``not_begun``: a first turn did not come in time. ``expired``: long silence.
``operator``: whoever runs the server stopped the game, or struck its result.
"""
ClaimKind: TypeAlias = Literal["win", "draw"]
DrawKind: TypeAlias = Literal["agreement", "repetition"]
ReasonName: TypeAlias = Literal[
    "no tiles",
    "blocked",
    "express rule",
    "resignation",
    "time",
    "dead position",
    "repetition",
    "inescapable repetition",
    "agreement",
]
"""Why a game is over; the words of the tag Termination in game files."""

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$(?!\\n)")]
Sequence: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Milliseconds: TypeAlias = int
ActionText: TypeAlias = Annotated[str, Meta(min_length=4, max_length=5)]
GameEventText: TypeAlias = str
"""Something that happened in the game, in the words of ``barragoon.event``: ``d2d5``, ``offer_draw white``, …"""
SquareText: TypeAlias = Annotated[str, Meta(pattern="^[a-g][1-9]$(?!\\n)")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
Secret: TypeAlias = Annotated[str, Meta(min_length=16, max_length=128, pattern="^[A-Za-z0-9_-]+$(?!\\n)")]


# -- parts of messages ---------------------------------------------------------------------------------------


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds on each clock at the start, and seconds gained with each completed turn."""

    initial: Annotated[int, Meta(ge=10, le=10_800)]
    increment: Annotated[int, Meta(ge=0, le=180)] = 0


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What the game is played with; stages are White's and Brown's, a handicap if they differ."""

    variant: VariantName = "closed"
    stages: tuple[Stage, Stage] = (0, 0)
    touch_move: bool = False
    take_backs: bool = True
    clock: ClockRule | None = None


class Player(Struct, frozen=True):
    """A person or a program, as others see them."""

    id: Id
    name: Name
    bot: bool = False


class Seats(Struct, frozen=True):
    """Who plays which colour; None where nobody sits yet."""

    white: Player | None = None
    brown: Player | None = None

    def colour_of(self, player: Id | None) -> ColourName | None:
        """The colour that a player has here; None for whoever has no seat."""
        if self.white and self.white.id == player:
            return "white"
        return "brown" if self.brown and self.brown.id == player else None

    def player(self, colour: ColourName | None) -> Player | None:
        """Who plays a colour."""
        return None if colour is None else self.white if colour == "white" else self.brown


class Clocks(Struct, frozen=True):
    """Milliseconds left at the time ``at`` of the server's clock; the clock of ``running`` has lost time since.

    ``begin_within``: from ``at`` on, the actor has so long for their first turn, else the game is aborted; None if they
    have completed one.
    """

    white: Milliseconds
    brown: Milliseconds
    running: ColourName | None
    at: Milliseconds
    begin_within: Milliseconds | None = None


class Outcome(Struct, frozen=True):
    """How the game ended: the winner, or None for a draw, the reason and the result as game files write it.

    ``claimed``: a player was away and the opponent claimed it; the reason is the one that game files have for it.
    """

    winner: ColourName | None
    reason: ReasonName
    result: Literal["1-0", "0-1", "1/2-1/2"]
    claimed: bool = False


class NoResult(Struct, frozen=True):
    """Why a game was aborted, and by whom, or whose first turn did not come; None if it was neither player."""

    reason: AbortReason
    by: ColourName | None = None


class Offer(Struct, frozen=True):
    """An open draw offer."""

    by: ColourName
    kind: DrawKind


class Duty(Struct, frozen=True):
    """The duty to leave a repetition: the turn that a player may not make after ``due_after`` completed turns.

    ``refused_after`` is the number of turns after which the draw was offered.
    """

    player: ColourName
    forbidden: str
    due_after: int
    refused_after: int


class Standing(Struct, frozen=True):
    """Where the game stands after an event: everything that changes, except the list of actions.

    ``actor`` must act now. ``repetition`` may claim a draw on the turns that were just played three times over.
    ``take_back`` and ``rematch`` are the players who asked for one and have no answer yet. ``touched`` binds in games
    with touch-move. A duty holds from the claim on, because acting declines it. ``no_result`` is there in an aborted
    game.
    """

    status: Status
    fen: str
    actor: ColourName | None
    clocks: Clocks | None = None
    outcome: Outcome | None = None
    offer: Offer | None = None
    duty: Duty | None = None
    repetition: ColourName | None = None
    take_back: ColourName | None = None
    rematch: ColourName | None = None
    next_game: Id | None = None
    touched: tuple[SquareText, ...] = ()
    no_result: NoResult | None = None


# -- commands ------------------------------------------------------------------------------------------------


class Command(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t", kw_only=True):
    """What a client wants done: ``id`` is made up by the client, ``seq`` is the last event that it knows.

    However often a command is sent, it is carried out once. If events came after ``seq``, it is rejected as stale; a
    ``clock_credited`` among them does not count.
    """

    id: Id
    seq: Sequence


class Act(Command, frozen=True, tag="act"):
    """Move a tile (``d2d5``) or place a barragoon (``@c4x``)."""

    action: ActionText


class Touch(Command, frozen=True, tag="touch"):
    """Touch what stands on a square, in a game with touch-move."""

    square: SquareText


class OfferDraw(Command, frozen=True, tag="offer_draw"):
    """Offer a draw by agreement, or claim one on a repetition; to answer an offer with an offer is to accept it."""

    kind: DrawKind = "agreement"


class AcceptDraw(Command, frozen=True, tag="accept_draw"):
    """Accept the opponent's offer."""


class DeclineDraw(Command, frozen=True, tag="decline_draw"):
    """Decline the opponent's offer; so does acting."""


class AskTakeBack(Command, frozen=True, tag="ask_take_back"):
    """Ask to take back one's own last action with all that followed it."""


class AcceptTakeBack(Command, frozen=True, tag="accept_take_back"):
    """Agree that the opponent takes back."""


class DeclineTakeBack(Command, frozen=True, tag="decline_take_back"):
    """Decline a take-back; so does acting. The player who asked may send it to withdraw the request."""


class Resign(Command, frozen=True, tag="resign"):
    """Give the game up."""


class Abort(Command, frozen=True, tag="abort"):
    """End the game without a result, before one's own first completed turn."""


class Claim(Command, frozen=True, tag="claim"):
    """Claim a win or a draw from an opponent who has been away for long enough: see ``presence.claim_at``."""

    kind: ClaimKind


class OfferRematch(Command, frozen=True, tag="offer_rematch"):
    """Ask for another game with colours exchanged, once this one is over; two offers are an agreement."""


class AcceptRematch(Command, frozen=True, tag="accept_rematch"):
    """Agree to another game."""


class DeclineRematch(Command, frozen=True, tag="decline_rematch"):
    """Decline another game, or withdraw one's own offer."""


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take an open game back before anybody joined."""


AnyCommand: TypeAlias = (
    Act
    | Touch
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | AskTakeBack
    | AcceptTakeBack
    | DeclineTakeBack
    | Resign
    | Abort
    | Claim
    | OfferRematch
    | AcceptRematch
    | DeclineRematch
    | Withdraw
)


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="ping"):
    """Ask whether the server is there, as pages can't send ping frames; the pong has the same ``n``."""

    n: Sequence


FromClient: TypeAlias = AnyCommand | Ping

# -- events --------------------------------------------------------------------------------------------------


class Event(Struct, frozen=True, tag_field="t", kw_only=True):
    """What happened, numbered without gaps from 1 in each game.

    ``by`` is the player that it came from, or whose clock it was; None where no player caused it. ``apply`` is the same
    in the event language, for a client that keeps a game of its own: apply these texts to it, in order. It is empty
    where the board and its draws do not change, and in events of servers before version 0.2.
    """

    seq: Sequence
    at: Milliseconds
    by: ColourName | None
    standing: Standing
    apply: tuple[GameEventText, ...] = ()


class Joined(Event, frozen=True, tag="joined"):
    """Both seats are taken, lots are drawn, the game has begun."""

    seats: Seats


class Acted(Event, frozen=True, tag="acted"):
    """An action was done: append it to the list. ``lag`` is the network lag that its player got back on the clock."""

    action: ActionText
    lag: Milliseconds = 0


class Touched(Event, frozen=True, tag="touched"):
    """A square was touched."""

    square: SquareText


class DrawOffered(Event, frozen=True, tag="draw_offered"):
    """A draw was offered or claimed; if neither player can leave the repetition, the claim ends the game."""

    kind: DrawKind


class DrawAccepted(Event, frozen=True, tag="draw_accepted"):
    """The game is drawn."""


class DrawDeclined(Event, frozen=True, tag="draw_declined"):
    """The game goes on; a duty may have begun."""


class TakeBackAsked(Event, frozen=True, tag="take_back_asked"):
    """A player asks to take back; ``keeps`` actions would remain."""

    keeps: int


class TookBack(Event, frozen=True, tag="took_back"):
    """Only the first ``keeps`` actions remain."""

    keeps: int


class TakeBackDeclined(Event, frozen=True, tag="take_back_declined"):
    """Nothing is taken back."""


class Resigned(Event, frozen=True, tag="resigned"):
    """A player gave the game up."""


class Flagged(Event, frozen=True, tag="flagged"):
    """The clock of the player who had to act ran out."""


class Aborted(Event, frozen=True, tag="aborted"):
    """The game ended without a result; ``by`` is who aborted it, or did not begin."""

    reason: AbortReason


class Claimed(Event, frozen=True, tag="claimed"):
    """The opponent of ``by`` was away, and ``by`` claimed a win or a draw."""

    kind: ClaimKind


class ClockCredited(Event, frozen=True, tag="clock_credited"):
    """A clock got time back that the server took from it. No command becomes stale by it.

    ``outage``: the server was away. ``moved``: one of its processes died, and a player of it came to another one.
    ``breaker``: so many clocks ran out at once that no flag fell.
    """

    milliseconds: Milliseconds
    reason: CreditReason = "outage"


class RematchOffered(Event, frozen=True, tag="rematch_offered"):
    """A player would like another game."""


class RematchDeclined(Event, frozen=True, tag="rematch_declined"):
    """The offer of another game was declined or withdrawn."""


class RematchAgreed(Event, frozen=True, tag="rematch_agreed"):
    """Another game has begun, with exchanged colours."""

    game: Id


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """The open game was taken back, or nobody came and the server closed it."""


AnyEvent: TypeAlias = (
    Joined
    | Acted
    | Touched
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | TakeBackAsked
    | TookBack
    | TakeBackDeclined
    | Resigned
    | Flagged
    | Aborted
    | Claimed
    | ClockCredited
    | RematchOffered
    | RematchDeclined
    | RematchAgreed
    | Withdrawn
)

# -- what else the server says -------------------------------------------------------------------------------


class State(Struct, frozen=True, tag_field="t", tag="state", kw_only=True):
    """A whole game as of event ``seq``. ``you`` is the receiver's colour; ``now`` is the server's clock.

    ``start`` is the FEN before the first action. ``events`` applied to a new game from there make the game as it is
    now, with its offer, duties and touches. ``invitation`` is the link for the opponent; only the player who opened the
    game gets it, while it is open. ``expires_at``: when the server ends a game without a clock if nothing happens.
    """

    v: Literal[1] = 1
    game: Id
    seq: Sequence
    now: Milliseconds
    created_at: Milliseconds
    access: Access
    terms: Terms
    opener_colour: ColourChoice
    seats: Seats
    opener: Player
    you: ColourName | None
    start: str
    actions: tuple[ActionText, ...]
    events: tuple[GameEventText, ...] = ()
    standing: Standing
    rematch_of: Id | None = None
    invitation: str | None = None
    expires_at: Milliseconds | None = None


class Hello(Struct, frozen=True, tag_field="t", tag="hello", kw_only=True):
    """The first message on a socket: the last event's number, the receiver's colour, the server's clock.

    What follows is either the events after ``since``, one by one up to ``seq``, or one state. ``node`` is the process
    that answers. If ``history`` is another one than before, or ``seq`` is less than the client knows, the database was
    restored or replaced: the client forgets the game and connects without ``since``.
    """

    v: Literal[1] = 1
    game: Id
    seq: Sequence
    now: Milliseconds
    you: ColourName | None
    node: str = ""
    history: str = ""


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The command was carried out and is on the disk as event ``seq``."""

    id: Id
    seq: Sequence


RejectCode: TypeAlias = Literal[
    "stale",
    "not_seated",
    "not_your_turn",
    "illegal",
    "not_now",
    "not_away",
    "id_taken",
    "malformed",
    "too_fast",
    "unavailable",
]
"""Why a command was rejected.

``stale``: other events came first; look at the state and decide anew. ``not_seated``: only the players may.
``not_your_turn``, ``illegal``, ``not_now``: the rules, or where the game stands, forbid it. ``not_away``: nothing can
be claimed, as the opponent is there or was a moment ago. ``id_taken``: another command has this id. ``malformed``: not
a command. ``too_fast``: slow down. ``unavailable``: the server could not write; send it again, with the same id.
"""


class Reject(Struct, frozen=True, tag_field="t", tag="reject"):
    """The command was not carried out; the sentence is for people, the code for programs, the state for both."""

    id: Id | None
    code: RejectCode
    sentence: str
    seq: Sequence | None = None
    state: State | None = None


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ping."""

    n: Sequence


class Presence(Struct, frozen=True, tag_field="t", tag="presence"):
    """Who is connected: the players, and how many others watch. Not numbered; only the last one counts.

    ``claim_at``: the actor is away, and their opponent may claim from then on, by the server's clock; None if not.
    """

    white: bool
    brown: bool
    watchers: int
    claim_at: Milliseconds | None = None


FromServer: TypeAlias = AnyEvent | State | Hello | Ack | Reject | Presence | Pong

# -- REST ----------------------------------------------------------------------------------------------------


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for an identity; a bot gets its token in the response, a guest gets a cookie."""

    name: Name | None = None
    bot: bool = False


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """Take another name."""

    name: Name


class Me(Struct, frozen=True):
    """The client's player.

    ``csrf`` goes into the header ``X-CSRF-Token`` of every request with the cookie that changes something.
    ``token`` is sent once, to a new bot, for the header ``Authorization: Bearer …``.
    """

    player: Player
    csrf: str
    token: str | None = None


class PersonalLink(Struct, frozen=True):
    """A link, a path with a secret fragment, that makes another device this player; it replaces the one before."""

    link: str


class NewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for a personal link; ``end_sessions`` signs all other devices out at the same time."""

    end_sessions: bool = False


class Session(Struct, frozen=True):
    """A device on which the player is signed in.

    ``label`` is such as "Firefox on Linux", empty for a program. ``created_at`` is None for sessions of servers before
    version 0.2; ``used_at`` is the day of the last use.
    """

    id: Id
    label: str
    created_at: Milliseconds | None
    used_at: Milliseconds | None
    is_this: bool


class SessionList(Struct, frozen=True):
    """Where the player is signed in, the last used first."""

    sessions: tuple[Session, ...]


class Resume(Struct, frozen=True, forbid_unknown_fields=True):
    """Become the player of a personal link; ``key`` is the link's fragment after ``#resume=``."""

    key: Secret


class NewTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a new game; without ``take_backs``, there are take-backs unless touch-move is played."""

    variant: VariantName = "closed"
    stages: tuple[Stage, Stage] = (0, 0)
    touch_move: bool = False
    take_backs: bool | None = None
    clock: ClockRule | None = None

    def terms(self) -> Terms:
        """The terms that the game gets."""
        take_backs = not self.touch_move if self.take_backs is None else self.take_backs
        return Terms(self.variant, self.stages, self.touch_move, take_backs, self.clock)


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a game and wait for an opponent.

    ``id`` is made up by the client: however often a request with it is sent, it opens one game.
    """

    terms: NewTerms = NewTerms()
    colour: ColourChoice = "lots"
    access: Access = "link"
    id: Id | None = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Take the free seat; ``key`` is the invitation's fragment after ``#join=``, not needed in the lobby."""

    id: Id
    key: Secret | None = None


class GameSummary(Struct, frozen=True):
    """A game in a list. ``your_turn``: the player who asks for the list must act.

    ``expires_at``: when the server ends it if nothing happens.
    """

    game: Id
    seq: Sequence
    created_at: Milliseconds
    changed_at: Milliseconds
    access: Access
    status: Status
    terms: Terms
    opener_colour: ColourChoice
    opener: Player
    seats: Seats
    fen: str
    turns: int
    outcome: Outcome | None = None
    you: ColourName | None = None
    your_turn: bool = False
    expires_at: Milliseconds | None = None


class GameList(Struct, frozen=True):
    """A page of games, the newest first; ``next`` is the cursor of the next page (``?before=…``), None at the end."""

    games: tuple[GameSummary, ...]
    next: str | None = None


class EventList(Struct, frozen=True):
    """Events after a number, in order; ``seq`` is the last event of the game, which may come later."""

    events: tuple[AnyEvent, ...]
    seq: Sequence


class LegalActions(Struct, frozen=True):
    """All legal actions of the actor; for programs that have no rules of their own."""

    seq: Sequence
    actor: ColourName | None
    actions: tuple[ActionText, ...]


class Problem(Struct, frozen=True):
    """Why a request failed: a code for programs and a sentence for people."""

    code: str
    sentence: str


class Health(Struct, frozen=True):
    """The server answers, its store works and its clocks can be trusted; ``bad_rows`` can't be read and are skipped."""

    status: Literal["ok"]
    version: str
    protocol: Literal[1] = 1
    bad_rows: int = 0
