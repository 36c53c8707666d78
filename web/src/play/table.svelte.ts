// A game as the screen shows it: where it stands, what is looked at, what is being chosen. Where events come from and go
// to, its kinds know: LocalTable, OnlineTable and the rules page's LessonTable. What only some of them can do is null or
// left out in the others; screens ask for it, never for the kind.
import { isFace } from '../board/faces.ts';
import type { Input } from '../board/input.ts';
import { tileColour } from '../board/tiles.ts';
import { Engine } from '../engine/engine.ts';
import { readFen, type Fields } from '../engine/fen.ts';
import { Game, type GameEvent, type GameState, type LegalMove, type Objection, type Step } from '../engine/game.ts';
import { other, START, type Colour, type Square } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import { inspectedWords, type ActionProblem, type Notice } from '../languages/words.ts';
import type { ServerState } from '../online/event_texts.ts';
import type { ClaimKind, NoResult } from '../online/messages.ts';
import { settings } from '../settings/settings.svelte.ts';
import { begin, choose, type Choice, type Options } from './choice.ts';
import type { Clocks } from './clock.ts';
import { Inspector, type WalledTile } from './inspector.ts';
import type { Emblem } from './opponents.ts';
import { movableTiles, tilePlaces, type TilePlace } from './tile_places.ts';

/** The last step that was seen to happen: the board shows it moving. */
export interface LastStep {
  readonly step: Step;
  /** Another number for every step that is shown. */
  readonly serial: number;
}

/** Who plays a colour, for the screen. */
export interface SeatedPlayer {
  readonly name: string;
  readonly isComputer: boolean;
  /** The sign of an opponent who has one. */
  readonly emblem?: Emblem;
  /** Undefined where it makes no difference. */
  readonly isConnected?: boolean;
}

/** A request of a player to the other, to take back or to play again, that waits for an answer. */
export interface OpenRequest {
  readonly kind: 'take_back' | 'rematch';
  readonly by: Colour;
  answer(accepts: boolean): void;
}

/** The computer as an opponent at this table. */
export interface ComputerOpponent {
  readonly isThinking: boolean;
  /** Whether it leaves the person time to offer a draw on a repetition before it moves. */
  readonly isWaiting: boolean;
  /** Makes it move at once. */
  hurry(): void;
}

/** The connection to the server. */
export interface Connection {
  readonly isConnected: boolean;
  /** Whether the server knows the game no longer, or never did. */
  readonly isGone: boolean;
  readonly watchers: number;
}

/** Another game with the colours exchanged. */
export interface Rematch {
  /** Its address, once there is one. */
  readonly address: string | null;
  /** Whether it can be asked for now. */
  readonly isPossible: boolean;
  request(): void;
}

/** An opponent who must act and is away. */
export interface AbsentOpponent {
  readonly colour: Colour;
  /** From when on it may be claimed, by the server's clock. */
  readonly claimAt: number;
  claim(kind: ClaimKind): void;
}

/** A first turn that has to come in time, else the game is aborted. */
export interface FirstTurn {
  readonly colour: Colour;
  /** By the server's clock. */
  readonly dueAt: number;
}

/** What a game against the computer is followed by: another opponent or, after defeats, Learn. */
export type Sequel = { readonly kind: 'opponent'; readonly name: string; play(): void } | { readonly kind: 'learn' };

/** A tile of a finished game that is looked at, and where it could go. */
export interface InspectedTile {
  readonly square: Square;
  readonly moves: readonly LegalMove[];
}

/** Where others find the game. */
export interface Sharing {
  readonly link: string;
  /** The address of its file. */
  readonly file: string;
}

/** What a game that waits for its second player shows instead of a board. */
export interface Invitation {
  readonly game: ServerState;
  readonly isOpener: boolean;
  readonly isWithdrawn: boolean;
  withdraw(): void;
}

/** Before the rules have said anything. */
const BEFORE: GameState = {
  start: START.fen,
  fen: START.fen,
  touch_move: false,
  moves: [],
  placements: [],
  steps: [],
  turns: [],
  touched: [],
  outcome: null,
  offer: null,
  duty: null,
  may_claim: null,
  events: [],
};

/** The day as game files write it. */
export function fileDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '.');
}

export abstract class Table {
  protected readonly rules: Game;
  readonly #module: WebAssembly.Module;
  #engine: Engine | undefined;
  readonly #inspector: Inspector;
  state = $state.raw<GameState>(BEFORE);
  choice = $state.raw<Choice>({ phase: 'wait' });
  /** After how many actions the board is looked at; null: now. */
  shown = $state<number | null>(null);
  lastStep = $state.raw<LastStep | null>(null);
  /** Why the last input was not accepted. */
  objection = $state.raw<Objection | ActionProblem | null>(null);
  /** A barragoon that was tapped while there was a tile to be chosen: the screen says what it means. */
  explainedSquare = $state<Square | null>(null);
  /** After the end a tap asks where a tile could go. */
  inspected = $state.raw<InspectedTile | null>(null);
  orientation = $state<Colour>('white');
  /** Another sentence for the person, such as that a draw was declined. */
  notice = $state<Notice | null>(null);
  /** An event that was sent and not yet confirmed. */
  pending = $state<string | null>(null);
  /** The address of a game that has just followed this one: the screen goes there. */
  next = $state<string | null>(null);

  constructor(module: WebAssembly.Module) {
    this.rules = new Game(module);
    this.#module = module;
    this.#inspector = new Inspector(module);
  }

  // -- what every kind knows ---------------------------------------------------------------------------------------

  /** The colours that are played at this device. */
  abstract readonly mine: readonly Colour[];
  abstract readonly players: Readonly<Record<Colour, SeatedPlayer>>;
  abstract send(event: GameEvent): void;

  /** How sentences call a player: by name where one is known. */
  nameOf(colour: Colour): string {
    return say(colour);
  }

  // -- what only some can do ---------------------------------------------------------------------------------------

  /* eslint-disable @typescript-eslint/class-literal-property-style -- a field would hide the getters of the kinds */

  get computer(): ComputerOpponent | null {
    return null;
  }

  get connection(): Connection | null {
    return null;
  }

  get rematch(): Rematch | null {
    return null;
  }

  /** What to play after this game; null where nothing is better than any other game. */
  get sequel(): Sequel | null {
    return null;
  }

  get sharing(): Sharing | null {
    return null;
  }

  get invitation(): Invitation | null {
    return null;
  }

  /** The address of the game's analysis; null where there is none, `later` where the game has to be over first. */
  get analysis(): `/${string}` | 'later' | null {
    return null;
  }

  /** Why the game was aborted; null if it was not. */
  get noResult(): NoResult | null {
    return null;
  }

  /** Ends the game without a result; null where that can't be done. */
  get abort(): (() => void) | null {
    return null;
  }

  get absentOpponent(): AbsentOpponent | null {
    return null;
  }

  get firstTurn(): FirstTurn | null {
    return null;
  }

  /** When the game ends if nothing happens, by the server's clock; null if never. */
  get expiresAt(): number | null {
    return null;
  }

  get clocks(): Clocks | null {
    return null;
  }

  /** The server's clock less this device's. */
  get clockShift(): number {
    return 0;
  }

  /** Whether the browser keeps the game when the page is closed; null where nobody expects it. */
  get isKept(): boolean | null {
    return null;
  }

  get mayTakeBack(): boolean {
    return false;
  }

  /** Whether there is time to confirm moves. */
  get hasTimeToConfirm(): boolean {
    return false;
  }

  get requests(): readonly OpenRequest[] {
    return [];
  }

  /** How many hints were given in this game; null where there are none. */
  get hints(): number | null {
    return null;
  }

  /* eslint-enable @typescript-eslint/class-literal-property-style */

  takeBack?(): void;

  /** Counts a hint. */
  noteHint?(): void;

  /** Ends what goes on beside the screen: timers, listeners, the connection. */
  leave?(): void;

  // -- where it stands ---------------------------------------------------------------------------------------------

  readonly now: Fields = $derived(readFen(this.state.fen));
  readonly steps = $derived(this.state.steps);
  readonly at: number = $derived(this.shown ?? this.steps.length);
  readonly isPast: boolean = $derived(this.at < this.steps.length);
  /** The position that is looked at. */
  readonly fen: string = $derived(this.at === 0 ? this.state.start : (this.steps[this.at - 1]?.fen ?? this.state.fen));
  readonly fields: Fields = $derived(readFen(this.fen));
  /** The tiles that each side has in the position that is looked at, and which of them can move. */
  readonly tiles: Readonly<Record<Colour, readonly TilePlace[]>> = $derived.by(() => {
    const movable = movableTiles(this.engine, this.fen);
    const steps = this.steps.slice(0, this.at);
    const places = (colour: Colour): TilePlace[] => tilePlaces(this.state.start, steps, colour, movable);
    return { white: places('white'), brown: places('brown') };
  });

  /** For questions about any position; made when it is first needed. */
  get engine(): Engine {
    this.#engine ??= new Engine(this.#module);
    return this.#engine;
  }

  /** The loser's tiles that can't move, where that has ended the game. */
  readonly walledIn: readonly WalledTile[] = $derived.by(() => {
    const { winner = null, reason } = this.state.outcome ?? {};
    const isWalledIn = reason === 'blocked' || reason === 'express rule';
    return winner !== null && isWalledIn ? this.#inspector.walledIn(this.state.fen, other(winner)) : [];
  });

  /** Whether nothing can be done any more, be it with a result or without. */
  get isOver(): boolean {
    return this.state.outcome !== null || this.noResult !== null;
  }

  /** Whether somebody here must act now. */
  get isYours(): boolean {
    return !this.isOver && this.pending === null && this.mine.includes(this.now.actor);
  }

  /** Whom sentences call "you": the one colour that is played here; nobody where there are two. */
  get you(): Colour | null {
    return this.mine.length === 1 ? (this.mine[0] ?? null) : null;
  }

  /** Who may offer a draw on a repetition here and now. */
  get mayClaim(): Colour | null {
    const { may_claim, offer } = this.state;
    return !this.isOver && offer === null && may_claim !== null && this.mine.includes(may_claim) ? may_claim : null;
  }

  /** Why nobody here may act. */
  get #notNow(): Objection | ActionProblem {
    if (this.isOver) return { rule: 'game_over' };
    return this.mine.length === 0 ? 'watching' : 'not_you';
  }

  get options(): Options {
    if (!this.isYours || this.isPast) return { moves: [], placements: [], confirm: false, touched: [] };
    const { moves, placements, touched } = this.state;
    return { moves, placements, confirm: settings.confirm && this.hasTimeToConfirm, touched };
  }

  /** The game as a file. */
  record(): string {
    return this.rules.record({
      Date: fileDate(Date.now()),
      White: this.players.white.name,
      Brown: this.players.brown.name,
    });
  }

  // -- choosing ----------------------------------------------------------------------------------------------------

  input(input: Input): void {
    this.objection = null;
    this.explainedSquare = null;
    this.notice = null;
    if (this.isOver) {
      this.#inspect(input);
      return;
    }
    if (this.isPast) {
      this.look(null); // what was tapped may have gone meanwhile
      return;
    }
    if (this.choice.phase === 'wait') {
      if (input.kind === 'square' && !this.isYours) this.objection = this.#notNow;
      return;
    }
    const chosen = choose(this.choice, input, this.options);
    this.choice = chosen.choice;
    if (chosen.illegal !== undefined) this.#explain(chosen.illegal);
    if (chosen.touched !== undefined) this.#touch(chosen.touched);
    if (chosen.action !== undefined) this.send(chosen.action);
  }

  /** A typed action; false if it is none. */
  type(text: string): boolean {
    const action = text.trim().replace(/^([a-g][1-9])x(?=[a-g])/, '$1');
    if (!/^(?:[a-g][1-9][a-g][1-9]|@[a-g][1-9][x^>Y<|\-NESWnesw+])$/.test(action)) return false;
    this.objection = this.isYours ? this.rules.explain(action) : this.#notNow;
    if (this.objection === null) this.send(action as GameEvent);
    return true;
  }

  /** Turns to another step of the game, or to the present. */
  look(at: number | null): void {
    const from = this.at;
    const count = this.steps.length;
    this.shown = at === null || at >= count ? null : Math.max(0, at);
    this.objection = null;
    this.explainedSquare = null;
    this.inspected = null;
    this.notice = null;
    if (this.at === from + 1) this.#show(this.at - 1);
    this.restart();
  }

  // -- for its kinds -----------------------------------------------------------------------------------------------

  /** Takes over what the rules say now, and shows what happened. */
  protected refresh(): void {
    const before = this.steps.length;
    this.state = this.readState();
    if (this.steps.length === before + 1 && this.shown === null) this.#show(before);
    if (this.steps.length < before) this.shown = null;
    this.objection = null;
    this.explainedSquare = null;
    this.restart();
  }

  protected readState(): GameState {
    return this.rules.state();
  }

  protected restart(): void {
    this.choice = begin(this.options);
  }

  #show(index: number): void {
    const step = this.steps[index];
    if (step) this.lastStep = { step, serial: (this.lastStep?.serial ?? 0) + 1 };
  }

  /** What was tapped in a finished game: a face is explained, a tile shows where it could go from there. */
  #inspect(input: Input): void {
    const before = this.inspected;
    this.inspected = null;
    if (input.kind !== 'square' || input.square === before?.square) return;
    const { square } = input;
    const cell = this.fields.cells.get(square);
    if (before?.moves.some(({ target }) => target === square)) this.notice = { sentence: say('inspect.try') };
    else if (cell !== undefined && isFace(cell)) this.explainedSquare = square;
    else if (cell !== undefined) {
      const moves = this.#inspector.movesFrom(this.fen, square);
      this.inspected = { square, moves };
      this.notice = { sentence: inspectedWords(square, cell, moves.length) };
    }
  }

  #touch(square: Square): void {
    if (this.state.touch_move && this.fields.cells.has(square) && !this.state.touched.includes(square)) {
      const { choice, objection, explainedSquare } = this;
      this.send(`touch ${square}`);
      this.choice = choice;
      this.objection = objection;
      this.explainedSquare = explainedSquare;
    }
  }

  #explain(illegal: string): void {
    const [start, target] = [illegal.slice(0, 2), illegal.slice(2)];
    const isQuestion = start === target && isFace(this.now.cells.get(target as Square) ?? '');
    if (isQuestion) this.explainedSquare = target as Square;
    else this.objection = this.#object(illegal);
  }

  #object(illegal: string): Objection | 'blocked' {
    // To tap a tile of one's own is to choose it: how far away it is helps nobody.
    const cell = this.now.cells.get(illegal.slice(2) as Square);
    const isOwn = !illegal.startsWith('@') && cell !== undefined && tileColour(cell) === this.now.turn;
    return isOwn ? (this.#bound() ?? 'blocked') : (this.rules.explain(illegal) ?? 'blocked');
  }

  /** What was touched and binds. */
  #bound(): Objection | null {
    const { moves, touched } = this.state;
    const square = touched.find((spot) => moves.every(({ start, target }) => start === spot || target === spot));
    const cell = square === undefined ? undefined : this.now.cells.get(square);
    return square === undefined || cell === undefined ? null : { rule: 'touched', square, cell };
  }
}
