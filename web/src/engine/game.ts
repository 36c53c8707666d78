// A game by the rules, in this thread: events in, all that can be seen of it out.
import type { MoveKind, PlayerEvent, Reason, Rule } from './game_words.ts';
import { Instance } from './module.ts';
import { writeTree, type RecordTree, type TreeEntry } from './record_tree.ts';
import { writeTags, type GameRecord, type GameTags } from './record.ts';
import type { Action, Cell, Colour, Heading, Path, Square } from './vocabulary.ts';

export interface LegalMove {
  readonly start: Square;
  readonly target: Square;
  readonly kind: MoveKind;
  /** How it can run: one path or two. */
  readonly paths: readonly Path[];
}

/** An action that was played. A move also has what it captured ('' for nothing) and its paths. */
export interface Step {
  readonly action: Action;
  readonly player: Colour;
  readonly captured?: Cell | '';
  readonly paths?: readonly Path[];
  /** The position after it. */
  readonly fen: string;
}

/** A turn as it is written, and after how many actions it ended; the last one may wait for placements. */
export interface TurnEntry {
  readonly text: string;
  readonly number: number;
  readonly player: Colour;
  readonly end: number;
}

export interface Outcome {
  readonly winner: Colour | null;
  readonly reason: Reason;
}

/** To leave a repetition: the turn that a player may not make. */
export interface Duty {
  readonly player: Colour;
  readonly forbidden: string;
  /** After how many turns it is due. */
  readonly due_after: number;
  /** After how many turns the draw was declined. */
  readonly declined_after: number;
}

export interface DrawOffer {
  readonly player: Colour;
  readonly duty: Duty | null;
}

export interface GameState {
  readonly start: string;
  readonly fen: string;
  readonly touch_move: boolean;
  readonly moves: readonly LegalMove[];
  readonly placements: readonly Action[];
  readonly steps: readonly Step[];
  readonly turns: readonly TurnEntry[];
  readonly touched: readonly Square[];
  readonly outcome: Outcome | null;
  readonly offer: DrawOffer | null;
  readonly duty: Duty | null;
  /** Who may offer a draw on the repetition that they have just completed. */
  readonly may_claim: Colour | null;
  /** What makes the same game when it is applied to a new one. */
  readonly events: readonly GameEvent[];
}

/** The rule that an action breaks, with what it speaks of. */
export interface Objection {
  readonly rule: Rule;
  readonly square?: Square;
  readonly cell?: Cell;
  readonly distance?: number;
  readonly entering?: Heading;
  readonly leaving?: Heading;
}

/** Everything that can happen in a game, as text. */
export type GameEvent = Action | 'take_back' | `touch ${Square}` | `${PlayerEvent} ${Colour}`;

/** A game of a file: how it began, what happened, and all else that the file says of it. */
export interface GameFile {
  readonly start: string;
  readonly touch_move: boolean;
  readonly tags: GameTags;
  readonly events: readonly GameEvent[];
  readonly record: GameRecord;
}

/** What can't be done is an EngineError with one sentence, and changes nothing. */
export class Game {
  readonly #instance: Instance;

  constructor(module: WebAssembly.Module) {
    this.#instance = Instance.of(module);
  }

  begin(fen: string, touchMove = false): void {
    this.#instance.ask(fen, (wasm) => wasm.begin_game(touchMove ? 1 : 0));
  }

  apply(event: string): void {
    this.#instance.ask(event, (wasm) => wasm.apply_event());
  }

  state(): GameState {
    return JSON.parse(this.#instance.ask('', (wasm) => wasm.game_state())) as GameState;
  }

  /** The game as a file (.bgn); the tags that follow from the game are made from it. */
  record(tags: GameTags): string {
    return this.#instance.ask(writeTags(tags), (wasm) => wasm.write_record());
  }

  /**
   * The game written on top of the game of a file that it was begun from, the first one or that of an index: the file
   * with everything else as it was. Where the game leaves the old main line, that one becomes a variation.
   */
  recordOnto(source: string, tags: GameTags, index = 0): string {
    return this.#instance.ask(`${writeTags(tags)}\0${source}`, (wasm) => wasm.write_record_onto(index));
  }

  /** Takes over a game of a file, as far as its main line could be read; an error says that it can't be played. */
  read(file: string | Uint8Array, index = 0): GameFile {
    const record = JSON.parse(this.#instance.ask(file, (wasm) => wasm.read_record(index))) as GameRecord;
    const { start, touch_move, events } = this.state();
    return { start, touch_move, events, tags: Object.fromEntries(record.tags), record };
  }

  /** Every game of a file, whatever is wrong with it; the errors stand in each. This game stays as it is. */
  readRecords(file: string | Uint8Array): readonly GameRecord[] {
    return JSON.parse(this.#instance.ask(file, (wasm) => wasm.read_records())) as readonly GameRecord[];
  }

  /** A file as it is written: nothing of it is lost. */
  formatRecords(file: string | Uint8Array): string {
    return this.#instance.ask(file, (wasm) => wasm.format_records());
  }

  /** One game of a file alone, as it is written. */
  formatRecord(file: string | Uint8Array, index: number): string {
    return this.#instance.ask(file, (wasm) => wasm.format_record(index));
  }

  /** A game of a file action by action; an error where it has no start, or is too large to be looked at. */
  readTree(file: string | Uint8Array, index = 0): RecordTree {
    return JSON.parse(this.#instance.ask(file, (wasm) => wasm.read_tree(index))) as RecordTree;
  }

  /**
   * A file with that tree, written on top of the first game of a source file, which may start anywhere. The parents of
   * entries are places in their list, the start being the first.
   */
  writeTree(source: string, entries: readonly TreeEntry[]): string {
    return this.#instance.ask(`${writeTree(entries)}\0${source}`, (wasm) => wasm.write_tree());
  }

  /** Every action that can ever be legal, by its id: the same list as in Python. */
  allActions(): readonly Action[] {
    return JSON.parse(this.#instance.ask('', (wasm) => wasm.all_actions())) as readonly Action[];
  }

  /** Why an action is not allowed now; null if it is. */
  explain(action: string): Objection | null {
    return JSON.parse(this.#instance.ask(action, (wasm) => wasm.explain())) as Objection | null;
  }
}
