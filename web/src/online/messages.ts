// Made from src/barragoon/server/messages.py by tools/make_message_types.py; change that file, not this one.
// What the messages mean, and when they are sent, stands in docs/protocol.md.

/** The version of the protocol; it is part of every address (`/api/v1/…`) and of every state. */
export const VERSION = 1;

/** In bytes, of a frame and of a request's body; what is larger is rejected unread. */
export const LARGEST_MESSAGE = 8192;

export type ColourName = 'white' | 'brown';

export type ColourChoice = 'white' | 'brown' | 'lots';

export type VariantName = 'closed' | 'open';

export type Stage = 0 | 1 | 2;

/**
 * Who may join and who may watch.
 *
 * `lobby`: everybody. `public`: whoever has the invitation may join, everybody may watch. `link`: only whoever has
 * the links.
 */
export type Access = 'lobby' | 'public' | 'link';

/** `over` has an outcome; `withdrawn` (nobody joined) and `aborted` (it had begun) have none. */
export type Status = 'open' | 'playing' | 'over' | 'withdrawn' | 'aborted';

export type AbortReason = 'player' | 'not_begun' | 'expired' | 'operator';

/**
 * `player`: one of them aborted it. `not_begun`: a first turn did not come in time. `expired`: long silence.
 * `operator`: whoever runs the server stopped the game, or struck its result.
 */
export type CreditReason = 'outage' | 'moved' | 'breaker';

export type ClaimKind = 'win' | 'draw';

export type DrawKind = 'agreement' | 'repetition';

/** Why a game is over; the words of the tag Termination in game files. */
export type ReasonName =
  | 'no tiles'
  | 'blocked'
  | 'express rule'
  | 'resignation'
  | 'time'
  | 'dead position'
  | 'repetition'
  | 'inescapable repetition'
  | 'agreement';

export type Id = string;

export type Sequence = number;

export type Milliseconds = number;

export type ActionText = string;

/** Something that happened in the game, in the words of `barragoon.event`: `d2d5`, `offer_draw white`, … */
export type GameEventText = string;

export type SquareText = string;

export type Name = string;

export type Secret = string;

/** Seconds on each clock at the start, and seconds gained with each completed turn. */
export interface ClockRule {
  readonly initial: number;
  readonly increment: number;
}

/** What the game is played with; stages are White's and Brown's, a handicap if they differ. */
export interface Terms {
  readonly variant: VariantName;
  readonly stages: readonly [Stage, Stage];
  readonly touch_move: boolean;
  readonly take_backs: boolean;
  readonly clock: ClockRule | null;
}

/** A person or a program, as others see them. */
export interface Player {
  readonly id: Id;
  readonly name: Name;
  readonly bot: boolean;
}

/** Who plays which colour; null where nobody sits yet. */
export interface Seats {
  readonly white: Player | null;
  readonly brown: Player | null;
}

/**
 * Milliseconds left at the time `at` of the server's clock; the clock of `running` has lost time since.
 *
 * `begin_within`: from `at` on, the actor has so long for their first turn, else the game is aborted; null if they
 * have completed one.
 */
export interface Clocks {
  readonly white: Milliseconds;
  readonly brown: Milliseconds;
  readonly running: ColourName | null;
  readonly at: Milliseconds;
  readonly begin_within: Milliseconds | null;
}

/**
 * How the game ended: the winner, or null for a draw, the reason and the result as game files write it.
 *
 * `claimed`: a player was away and the opponent claimed it; the reason is the one that game files have for it.
 */
export interface Outcome {
  readonly winner: ColourName | null;
  readonly reason: ReasonName;
  readonly result: '1-0' | '0-1' | '1/2-1/2';
  readonly claimed: boolean;
}

/** Why a game was aborted, and by whom, or whose first turn did not come; null if it was neither player. */
export interface NoResult {
  readonly reason: AbortReason;
  readonly by: ColourName | null;
}

/** An open draw offer. */
export interface Offer {
  readonly by: ColourName;
  readonly kind: DrawKind;
}

/**
 * The duty to leave a repetition: the turn that a player may not make after `due_after` completed turns.
 *
 * `refused_after` is the number of turns after which the draw was offered.
 */
export interface Duty {
  readonly player: ColourName;
  readonly forbidden: string;
  readonly due_after: number;
  readonly refused_after: number;
}

/**
 * Where the game stands after an event: everything that changes, except the list of actions.
 *
 * `actor` must act now. `repetition` may claim a draw on the turns that were just played three times over.
 * `take_back` and `rematch` are the players who asked for one and have no answer yet. `touched` binds in games
 * with touch-move. A duty holds from the claim on, because acting declines it. `no_result` is there in an aborted
 * game.
 */
export interface Standing {
  readonly status: Status;
  readonly fen: string;
  readonly actor: ColourName | null;
  readonly clocks: Clocks | null;
  readonly outcome: Outcome | null;
  readonly offer: Offer | null;
  readonly duty: Duty | null;
  readonly repetition: ColourName | null;
  readonly take_back: ColourName | null;
  readonly rematch: ColourName | null;
  readonly next_game: Id | null;
  readonly touched: readonly SquareText[];
  readonly no_result: NoResult | null;
}

/**
 * What a client wants done: `id` is made up by the client, `seq` is the last event that it knows.
 *
 * However often a command is sent, it is carried out once. If events came after `seq`, it is rejected as stale; a
 * `clock_credited` among them does not count.
 */
export interface Command {
  readonly id: Id;
  readonly seq: Sequence;
}

/** Move a tile (`d2d5`) or place a barragoon (`@c4x`). */
export interface Act {
  readonly t: 'act';
  readonly id: Id;
  readonly seq: Sequence;
  readonly action: ActionText;
}

/** Touch what stands on a square, in a game with touch-move. */
export interface Touch {
  readonly t: 'touch';
  readonly id: Id;
  readonly seq: Sequence;
  readonly square: SquareText;
}

/** Offer a draw by agreement, or claim one on a repetition; to answer an offer with an offer is to accept it. */
export interface OfferDraw {
  readonly t: 'offer_draw';
  readonly id: Id;
  readonly seq: Sequence;
  readonly kind?: DrawKind;
}

/** Accept the opponent's offer. */
export interface AcceptDraw {
  readonly t: 'accept_draw';
  readonly id: Id;
  readonly seq: Sequence;
}

/** Decline the opponent's offer; so does acting. */
export interface DeclineDraw {
  readonly t: 'decline_draw';
  readonly id: Id;
  readonly seq: Sequence;
}

/** Ask to take back one's own last action with all that followed it. */
export interface AskTakeBack {
  readonly t: 'ask_take_back';
  readonly id: Id;
  readonly seq: Sequence;
}

/** Agree that the opponent takes back. */
export interface AcceptTakeBack {
  readonly t: 'accept_take_back';
  readonly id: Id;
  readonly seq: Sequence;
}

/** Decline a take-back; so does acting. The player who asked may send it to withdraw the request. */
export interface DeclineTakeBack {
  readonly t: 'decline_take_back';
  readonly id: Id;
  readonly seq: Sequence;
}

/** Give the game up. */
export interface Resign {
  readonly t: 'resign';
  readonly id: Id;
  readonly seq: Sequence;
}

/** End the game without a result, before one's own first completed turn. */
export interface Abort {
  readonly t: 'abort';
  readonly id: Id;
  readonly seq: Sequence;
}

/** Claim a win or a draw from an opponent who has been away for long enough: see `presence.claim_at`. */
export interface Claim {
  readonly t: 'claim';
  readonly id: Id;
  readonly seq: Sequence;
  readonly kind: ClaimKind;
}

/** Ask for another game with colours exchanged, once this one is over; two offers are an agreement. */
export interface OfferRematch {
  readonly t: 'offer_rematch';
  readonly id: Id;
  readonly seq: Sequence;
}

/** Agree to another game. */
export interface AcceptRematch {
  readonly t: 'accept_rematch';
  readonly id: Id;
  readonly seq: Sequence;
}

/** Decline another game, or withdraw one's own offer. */
export interface DeclineRematch {
  readonly t: 'decline_rematch';
  readonly id: Id;
  readonly seq: Sequence;
}

/** Take an open game back before anybody joined. */
export interface Withdraw {
  readonly t: 'withdraw';
  readonly id: Id;
  readonly seq: Sequence;
}

export type AnyCommand =
  | Act
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
  | Withdraw;

/** Ask whether the server is there, as pages can't send ping frames; the pong has the same `n`. */
export interface Ping {
  readonly t: 'ping';
  readonly n: Sequence;
}

export type FromClient = AnyCommand | Ping;

/**
 * What happened, numbered without gaps from 1 in each game.
 *
 * `by` is the player that it came from, or whose clock it was; null where no player caused it. `apply` is the same
 * in the event language, for a client that keeps a game of its own: apply these texts to it, in order. It is empty
 * where the board and its draws do not change, and in events of servers before version 0.2.
 */
export interface Event {
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
}

/** Both seats are taken, lots are drawn, the game has begun. */
export interface Joined {
  readonly t: 'joined';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly seats: Seats;
}

/** An action was done: append it to the list. `lag` is the network lag that its player got back on the clock. */
export interface Acted {
  readonly t: 'acted';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly action: ActionText;
  readonly lag: Milliseconds;
}

/** A square was touched. */
export interface Touched {
  readonly t: 'touched';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly square: SquareText;
}

/** A draw was offered or claimed; if neither player can leave the repetition, the claim ends the game. */
export interface DrawOffered {
  readonly t: 'draw_offered';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly kind: DrawKind;
}

/** The game is drawn. */
export interface DrawAccepted {
  readonly t: 'draw_accepted';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
}

/** The game goes on; a duty may have begun. */
export interface DrawDeclined {
  readonly t: 'draw_declined';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
}

/** A player asks to take back; `keeps` actions would remain. */
export interface TakeBackAsked {
  readonly t: 'take_back_asked';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly keeps: number;
}

/** Only the first `keeps` actions remain. */
export interface TookBack {
  readonly t: 'took_back';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly keeps: number;
}

/** Nothing is taken back. */
export interface TakeBackDeclined {
  readonly t: 'take_back_declined';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
}

/** A player gave the game up. */
export interface Resigned {
  readonly t: 'resigned';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
}

/** The clock of the player who had to act ran out. */
export interface Flagged {
  readonly t: 'flagged';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
}

/** The game ended without a result; `by` is who aborted it, or did not begin. */
export interface Aborted {
  readonly t: 'aborted';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly reason: AbortReason;
}

/** The opponent of `by` was away, and `by` claimed a win or a draw. */
export interface Claimed {
  readonly t: 'claimed';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly kind: ClaimKind;
}

/**
 * A clock got time back that the server took from it. No command becomes stale by it.
 *
 * `outage`: the server was away. `moved`: one of its processes died, and a player of it came to another one.
 * `breaker`: so many clocks ran out at once that no flag fell.
 */
export interface ClockCredited {
  readonly t: 'clock_credited';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly milliseconds: Milliseconds;
  readonly reason: CreditReason;
}

/** A player would like another game. */
export interface RematchOffered {
  readonly t: 'rematch_offered';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
}

/** The offer of another game was declined or withdrawn. */
export interface RematchDeclined {
  readonly t: 'rematch_declined';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
}

/** Another game has begun, with exchanged colours. */
export interface RematchAgreed {
  readonly t: 'rematch_agreed';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly game: Id;
}

/** The open game was taken back, or nobody came and the server closed it. */
export interface Withdrawn {
  readonly t: 'withdrawn';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
}

export type AnyEvent =
  | Joined
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
  | Withdrawn;

/**
 * A whole game as of event `seq`. `you` is the receiver's colour; `now` is the server's clock.
 *
 * `start` is the FEN before the first action. `events` applied to a new game from there make the game as it is
 * now, with its offer, duties and touches. `invitation` is the link for the opponent; only the player who opened the
 * game gets it, while it is open. `expires_at`: when the server ends a game without a clock if nothing happens.
 */
export interface State {
  readonly t: 'state';
  readonly v: 1;
  readonly game: Id;
  readonly seq: Sequence;
  readonly now: Milliseconds;
  readonly created_at: Milliseconds;
  readonly access: Access;
  readonly terms: Terms;
  readonly opener_colour: ColourChoice;
  readonly seats: Seats;
  readonly opener: Player;
  readonly you: ColourName | null;
  readonly start: string;
  readonly actions: readonly ActionText[];
  readonly events: readonly GameEventText[];
  readonly standing: Standing;
  readonly rematch_of: Id | null;
  readonly invitation: string | null;
  readonly expires_at: Milliseconds | null;
}

/**
 * The first message on a socket: the last event's number, the receiver's colour, the server's clock.
 *
 * What follows is either the events after `since`, one by one up to `seq`, or one state. `node` is the process
 * that answers. If `history` is another one than before, or `seq` is less than the client knows, the database was
 * restored or replaced: the client forgets the game and connects without `since`.
 */
export interface Hello {
  readonly t: 'hello';
  readonly v: 1;
  readonly game: Id;
  readonly seq: Sequence;
  readonly now: Milliseconds;
  readonly you: ColourName | null;
  readonly node: string;
  readonly history: string;
}

/** The command was carried out and is on the disk as event `seq`. */
export interface Ack {
  readonly t: 'ack';
  readonly id: Id;
  readonly seq: Sequence;
}

/**
 * Why a command was rejected.
 *
 * `stale`: other events came first; look at the state and decide anew. `not_seated`: only the players may.
 * `not_your_turn`, `illegal`, `not_now`: the rules, or where the game stands, forbid it. `not_away`: nothing can
 * be claimed, as the opponent is there or was a moment ago. `id_taken`: another command has this id. `malformed`: not
 * a command. `too_fast`: slow down. `unavailable`: the server could not write; send it again, with the same id.
 */
export type RejectCode =
  | 'stale'
  | 'not_seated'
  | 'not_your_turn'
  | 'illegal'
  | 'not_now'
  | 'not_away'
  | 'id_taken'
  | 'malformed'
  | 'too_fast'
  | 'unavailable';

/** The command was not carried out; the sentence is for people, the code for programs, the state for both. */
export interface Reject {
  readonly t: 'reject';
  readonly id: Id | null;
  readonly code: RejectCode;
  readonly sentence: string;
  readonly seq: Sequence | null;
  readonly state: State | null;
}

/** The answer to a ping. */
export interface Pong {
  readonly t: 'pong';
  readonly n: Sequence;
}

/**
 * Who is connected: the players, and how many others watch. Not numbered; only the last one counts.
 *
 * `claim_at`: the actor is away, and their opponent may claim from then on, by the server's clock; null if not.
 */
export interface Presence {
  readonly t: 'presence';
  readonly white: boolean;
  readonly brown: boolean;
  readonly watchers: number;
  readonly claim_at: Milliseconds | null;
}

export type FromServer = AnyEvent | State | Hello | Ack | Reject | Presence | Pong;

/** Ask for an identity; a bot gets its token in the response, a guest gets a cookie. */
export interface NewPlayer {
  readonly name?: Name | null;
  readonly bot?: boolean;
}

/** Take another name. */
export interface Rename {
  readonly name: Name;
}

/**
 * The client's player.
 *
 * `csrf` goes into the header `X-CSRF-Token` of every request with the cookie that changes something.
 * `token` is sent once, to a new bot, for the header `Authorization: Bearer …`.
 */
export interface Me {
  readonly player: Player;
  readonly csrf: string;
  readonly token: string | null;
}

/** A link, a path with a secret fragment, that makes another device this player; it replaces the one before. */
export interface PersonalLink {
  readonly link: string;
}

/** Ask for a personal link; `end_sessions` signs all other devices out at the same time. */
export interface NewLink {
  readonly end_sessions: boolean;
}

/**
 * A device on which the player is signed in.
 *
 * `label` is such as "Firefox on Linux", empty for a program. `created_at` is null for sessions of servers before
 * version 0.2; `used_at` is the day of the last use.
 */
export interface Session {
  readonly id: Id;
  readonly label: string;
  readonly created_at: Milliseconds | null;
  readonly used_at: Milliseconds | null;
  readonly is_this: boolean;
}

/** Where the player is signed in, the last used first. */
export interface SessionList {
  readonly sessions: readonly Session[];
}

/** Become the player of a personal link; `key` is the link's fragment after `#resume=`. */
export interface Resume {
  readonly key: Secret;
}

/** The terms of a new game; without `take_backs`, there are take-backs unless touch-move is played. */
export interface NewTerms {
  readonly variant?: VariantName;
  readonly stages?: readonly [Stage, Stage];
  readonly touch_move?: boolean;
  readonly take_backs?: boolean | null;
  readonly clock?: ClockRule | null;
}

/**
 * Open a game and wait for an opponent.
 *
 * `id` is made up by the client: however often a request with it is sent, it opens one game.
 */
export interface NewGame {
  readonly terms?: NewTerms;
  readonly colour?: ColourChoice;
  readonly access?: Access;
  readonly id?: Id | null;
}

/** Take the free seat; `key` is the invitation's fragment after `#join=`, not needed in the lobby. */
export interface Join {
  readonly id: Id;
  readonly key?: Secret | null;
}

/**
 * A game in a list. `your_turn`: the player who asks for the list must act.
 *
 * `expires_at`: when the server ends it if nothing happens.
 */
export interface GameSummary {
  readonly game: Id;
  readonly seq: Sequence;
  readonly created_at: Milliseconds;
  readonly changed_at: Milliseconds;
  readonly access: Access;
  readonly status: Status;
  readonly terms: Terms;
  readonly opener_colour: ColourChoice;
  readonly opener: Player;
  readonly seats: Seats;
  readonly fen: string;
  readonly turns: number;
  readonly outcome: Outcome | null;
  readonly you: ColourName | null;
  readonly your_turn: boolean;
  readonly expires_at: Milliseconds | null;
}

/** A page of games, the newest first; `next` is the cursor of the next page (`?before=…`), null at the end. */
export interface GameList {
  readonly games: readonly GameSummary[];
  readonly next: string | null;
}

/** Events after a number, in order; `seq` is the last event of the game, which may come later. */
export interface EventList {
  readonly events: readonly AnyEvent[];
  readonly seq: Sequence;
}

/** All legal actions of the actor; for programs that have no rules of their own. */
export interface LegalActions {
  readonly seq: Sequence;
  readonly actor: ColourName | null;
  readonly actions: readonly ActionText[];
}

/** Why a request failed: a code for programs and a sentence for people. */
export interface Problem {
  readonly code: string;
  readonly sentence: string;
}

/** The server answers, its store works and its clocks can be trusted; `bad_rows` can't be read and are skipped. */
export interface Health {
  readonly status: 'ok';
  readonly version: string;
  readonly protocol: 1;
  readonly bad_rows: number;
}
