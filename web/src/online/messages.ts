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

export type Status = 'open' | 'playing' | 'over' | 'withdrawn';

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

/** Milliseconds left at the time `at` of the server's clock; the clock of `running` has lost time since. */
export interface Clocks {
  readonly white: Milliseconds;
  readonly brown: Milliseconds;
  readonly running: ColourName | null;
  readonly at: Milliseconds;
}

/** How the game ended: the winner, or null for a draw, the reason and the result as game files write it. */
export interface Outcome {
  readonly winner: ColourName | null;
  readonly reason: ReasonName;
  readonly result: '1-0' | '0-1' | '1/2-1/2';
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
 * with touch-move. A duty holds from the claim on, because acting declines it.
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

/** An action was done: append it to the list. */
export interface Acted {
  readonly t: 'acted';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly action: ActionText;
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

/** The server was away; the clock that ran got the time back. No command becomes stale by it. */
export interface ClockCredited {
  readonly t: 'clock_credited';
  readonly seq: Sequence;
  readonly at: Milliseconds;
  readonly by: ColourName | null;
  readonly standing: Standing;
  readonly apply: readonly GameEventText[];
  readonly milliseconds: Milliseconds;
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

/** The open game was taken back. */
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
 * game gets it, while it is open.
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
}

/**
 * The first message on a socket: the last event's number, the receiver's colour, the server's clock.
 *
 * What follows is either the events after `since`, one by one up to `seq`, or one state.
 */
export interface Hello {
  readonly t: 'hello';
  readonly v: 1;
  readonly game: Id;
  readonly seq: Sequence;
  readonly now: Milliseconds;
  readonly you: ColourName | null;
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
 * `not_your_turn`, `illegal`, `not_now`: the rules, or where the game stands, forbid it. `id_taken`: another
 * command has this id. `malformed`: not a command. `too_fast`: slow down. `unavailable`: the server could not
 * write; send it again, with the same id.
 */
export type RejectCode =
  | 'stale'
  | 'not_seated'
  | 'not_your_turn'
  | 'illegal'
  | 'not_now'
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

/** Who is connected: the players, and how many others watch. Not numbered; only the last one counts. */
export interface Presence {
  readonly t: 'presence';
  readonly white: boolean;
  readonly brown: boolean;
  readonly watchers: number;
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

/** Open a game and wait for an opponent. */
export interface NewGame {
  readonly terms?: NewTerms;
  readonly colour?: ColourChoice;
  readonly access?: Access;
}

/** Take the free seat; `key` is the invitation's fragment after `#join=`, not needed in the lobby. */
export interface Join {
  readonly id: Id;
  readonly key?: Secret | null;
}

/** A game in a list. `your_turn`: the player who asks for the list must act. */
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

/** The server answers, its store works and its clocks can be trusted. */
export interface Health {
  readonly status: 'ok';
  readonly version: string;
  readonly protocol: 1;
}
