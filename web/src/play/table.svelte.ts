// A game at which people sit, as the screen shows it: where it stands, what is looked at, what is being chosen. Where
// events come from and go to, its two kinds know: LocalTable and OnlineTable.
import { isFace } from '../board/faces.ts';
import { readFen, tileColour, type Fields } from '../engine/fen.ts';
import type { Input } from '../board/input.ts';
import { Game, type GameEvent, type GameState, type Objection, type Step } from '../engine/game.ts';
import { START, type Colour, type Square } from '../engine/vocabulary.ts';
import { settings } from '../settings/settings.svelte.ts';
import { begin, choose, type Choice, type Options } from './choice.ts';
import type { Times } from './clock.ts';

/** What the board makes move: the last step that was seen to happen. */
export interface Motion {
  readonly step: Step;
  readonly serial: number;
}

export interface Sitter {
  readonly name: string;
  readonly computer: boolean;
  /** Undefined where it makes no difference. */
  readonly connected?: boolean;
}

/** What was offered or asked for, and may be declined. */
export type Offer = 'draw' | 'take back' | 'rematch';

/** What a person is told besides; `other tab`: the same game was played on there; `told`: a sentence as it is. */
export type Notice = 'other tab' | { readonly declined: Offer; readonly by: Colour } | { readonly told: string };

/** An offer or a question that waits for an answer. */
export type Question = 'take back' | 'rematch';

/** Before the rules have said anything. */
const BEFORE: GameState = {
  start: START.fen,
  fen: START.fen,
  touchMove: false,
  moves: [],
  placements: [],
  steps: [],
  turns: [],
  touched: [],
  outcome: null,
  offer: null,
  duty: null,
  mayClaim: null,
};

/** The day as game files write it. */
export function fileDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10).replaceAll('-', '.');
}

export abstract class Table {
  protected readonly rules: Game;
  state = $state.raw<GameState>(BEFORE);
  choice = $state.raw<Choice>({ phase: 'wait' });
  /** After how many actions the board is looked at; null: now. */
  shown = $state<number | null>(null);
  motion = $state.raw<Motion | null>(null);
  /** Why the last input was not accepted. */
  objection = $state.raw<Objection | 'blocked' | 'not_you' | 'watching' | null>(null);
  /** A barragoon that was tapped while there was a tile to be chosen: what it means is told. */
  asked = $state<Square | null>(null);
  orientation = $state<Colour>('white');
  /** Another sentence for the person, such as that a draw was declined. */
  notice = $state<Notice | null>(null);
  /** An event that was sent and not yet confirmed. */
  pending = $state<string | null>(null);

  constructor(module: WebAssembly.Module) {
    this.rules = new Game(module);
  }

  // -- what its kinds know -----------------------------------------------------------------------------------------

  /** The colours that are played at this device. */
  abstract readonly mine: readonly Colour[];
  abstract readonly sitters: Readonly<Record<Colour, Sitter>>;
  abstract readonly times: Times | null;
  /** The server's clock less this device's. */
  abstract readonly clockShift: number;
  abstract readonly mayTakeBack: boolean;
  abstract readonly confirmWanted: boolean;
  abstract send(event: GameEvent): void;
  abstract takeBack(): void;
  abstract leave(): void;

  // -- where it stands ---------------------------------------------------------------------------------------------

  readonly now: Fields = $derived(readFen(this.state.fen));
  readonly steps = $derived(this.state.steps);
  readonly at: number = $derived(this.shown ?? this.steps.length);
  readonly isPast: boolean = $derived(this.at < this.steps.length);
  /** The position that is looked at. */
  readonly fen: string = $derived(this.at === 0 ? this.state.start : (this.steps[this.at - 1]?.fen ?? this.state.fen));
  readonly fields: Fields = $derived(readFen(this.fen));

  /** Whether somebody here must act now. */
  get isYours(): boolean {
    return this.state.outcome === null && this.pending === null && this.mine.includes(this.now.actor);
  }

  /** Whom sentences call "you": the one colour that is played here; nobody where there are two. */
  get you(): Colour | null {
    return this.mine.length === 1 ? (this.mine[0] ?? null) : null;
  }

  /** Why nobody here may act. */
  get #notNow(): 'not_you' | 'watching' {
    return this.mine.length === 0 ? 'watching' : 'not_you';
  }

  get options(): Options {
    if (!this.isYours || this.isPast) return { moves: [], placements: [], confirm: false, touched: [] };
    const { moves, placements, touched } = this.state;
    return { moves, placements, confirm: settings.confirm && this.confirmWanted, touched };
  }

  /** What players have asked each other; nothing at one device. */
  get questions(): readonly { readonly kind: Question; readonly by: Colour }[] {
    return [];
  }

  abstract answer(kind: Question, accepts: boolean): void;

  /** The game as a file. */
  record(): string {
    return this.rules.record({
      Date: fileDate(Date.now()),
      White: this.sitters.white.name,
      Brown: this.sitters.brown.name,
    });
  }

  // -- choosing ----------------------------------------------------------------------------------------------------

  input(input: Input): void {
    this.objection = null;
    this.asked = null;
    this.notice = null;
    if (this.isPast) {
      this.look(null); // what was tapped may have gone meanwhile
      return;
    }
    if (this.choice.phase === 'wait') {
      if (input.kind === 'square' && this.state.outcome === null && !this.isYours) this.objection = this.#notNow;
      return;
    }
    const chosen = choose(this.choice, input, this.options);
    this.choice = chosen.choice;
    if (chosen.refused !== undefined) this.#refuse(chosen.refused);
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
    this.asked = null;
    this.restart();
  }

  protected readState(): GameState {
    return this.rules.state();
  }

  protected restart(): void {
    this.choice = begin(this.options);
  }

  #show(step: number): void {
    const happened = this.steps[step];
    if (happened) this.motion = { step: happened, serial: (this.motion?.serial ?? 0) + 1 };
  }

  #touch(square: Square): void {
    if (this.state.touchMove && this.fields.cells.has(square) && !this.state.touched.includes(square)) {
      const { choice, objection, asked } = this;
      this.send(`touch ${square}`);
      this.choice = choice;
      this.objection = objection;
      this.asked = asked;
    }
  }

  #refuse(refused: string): void {
    const [start, target] = [refused.slice(0, 2), refused.slice(2)];
    const isQuestion = start === target && isFace(this.now.cells.get(target as Square) ?? '');
    if (isQuestion) this.asked = target as Square;
    else this.objection = this.#object(refused);
  }

  #object(refused: string): Objection | 'blocked' {
    // To tap a tile of one's own is to choose it: how far away it is helps nobody.
    const cell = this.now.cells.get(refused.slice(2) as Square);
    const isOwn = !refused.startsWith('@') && cell !== undefined && tileColour(cell) === this.now.turn;
    return isOwn ? (this.#bound() ?? 'blocked') : (this.rules.explain(refused) ?? 'blocked');
  }

  /** What was touched and binds. */
  #bound(): Objection | null {
    const { moves, touched } = this.state;
    const square = touched.find((spot) => moves.every(({ start, target }) => start === spot || target === spot));
    const cell = square === undefined ? undefined : this.now.cells.get(square);
    return square === undefined || cell === undefined ? null : { why: 'touched', square, cell };
  }
}
