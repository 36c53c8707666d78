// A game file that was opened: the engine reads it, and its games become games of this device.
import { Game } from '../engine/game.ts';
import { engineModule } from '../engine/page_engine.ts';
import type { GameRecord } from '../engine/record.ts';
import { RunningPositions } from '../online/running_positions.svelte.ts';
import { keep } from './new_game.ts';

/** In bytes; the browser keeps some five times as much for the page. */
export const LARGEST_FILE = 1_000_000;

/** Errors that change nothing of a game. */
const HARMLESS: ReadonlySet<string> = new Set(['number', 'no_result']);

export class OpenedFile {
  readonly #bytes: Uint8Array;
  readonly #rules: Game;
  readonly games: readonly GameRecord[];

  private constructor(bytes: Uint8Array, rules: Game) {
    this.#bytes = bytes;
    this.#rules = rules;
    this.games = rules.readRecords(bytes);
  }

  static async read(file: Blob): Promise<OpenedFile> {
    const rules = new Game(await engineModule());
    return new OpenedFile(new Uint8Array(await file.arrayBuffer()), rules);
  }

  /** Keeps a game on this device, with its comments and variations; gives its id. */
  keep(index: number): string {
    const read = this.#rules.read(this.#bytes, index);
    const state = this.#rules.state();
    // Nobody lets the computer play on with a running online game of theirs.
    const isRunning = new RunningPositions().hasAny([state.start, ...state.steps.map(({ fen }) => fen)]);
    return keep(read, state, { record: this.#rules.formatRecord(this.#bytes, index), mayHaveComputers: !isRunning });
  }
}

/** What is wrong with a game and may have changed it. */
export function faultsOf({ errors }: GameRecord): GameRecord['errors'] {
  return errors.filter(({ fault }) => !HARMLESS.has(fault));
}

/** Whether there is something to see: a start, and turns unless there is nothing wrong. */
export function isReadable(record: GameRecord): boolean {
  const turns = record.lines[0]?.nodes.length ?? 0;
  return record.start !== null && (turns > 0 || faultsOf(record).length === 0);
}
