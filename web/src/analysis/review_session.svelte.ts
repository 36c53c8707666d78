// A review under way or done, for the main line of a study. It has engines of its own while it runs, so that lines and
// proofs don't wait for it.
import type { EngineClient } from '../engine/client.ts';
import type { Colour } from '../engine/vocabulary.ts';
import { puzzlesOf } from './game_puzzles.ts';
import type { Mark, Review } from './review.ts';
import { reviewGame } from './reviewer.ts';
import { START_ID, type Tree } from './tree.ts';

/** What makes the engines, where the mistakes are one's own, and who hears of puzzles that the game holds. */
export interface ReviewOptions {
  readonly engines: () => Promise<readonly EngineClient[]>;
  /** Whose mistakes are replayed; null where nobody's are known to be one's own. */
  readonly own: Colour | null;
  /** Each as a line of a puzzle file. */
  readonly onpuzzles: (puzzles: readonly string[]) => void;
}

export class ReviewSession {
  review = $state.raw<Review | null>(null);
  /** From 0 to 1 while it runs; null otherwise. */
  progress = $state<number | null>(null);
  problem = $state('');
  /** Whether `?!` are shown too. */
  isComplete = $state(false);
  /** The puzzles that were found in the game, each as a line of a puzzle file. */
  puzzles = $state.raw<readonly string[]>([]);
  readonly own: Colour | null;
  readonly #options: ReviewOptions;
  #reviewed = '';
  #abort = new AbortController();

  constructor(options: ReviewOptions) {
    this.#options = options;
    this.own = options.own;
  }

  readonly marks: ReadonlyMap<number, Mark | '✗' | '☠'> = $derived.by(() => {
    const shown = new Map<number, Mark | '✗' | '☠'>();
    for (const { id, mark, missedWin, allowedWin, isCounted } of this.review?.actions ?? []) {
      if (missedWin !== null) shown.set(id, '✗');
      else if (allowedWin !== null && isCounted) shown.set(id, '☠');
      else if (mark !== '' && (mark !== '?!' || this.isComplete)) shown.set(id, mark);
    }
    return shown;
  });

  /** Reviews a game unless it was reviewed already. */
  async run(tree: Tree): Promise<void> {
    const line = tree.actionsTo(tree.lineFrom(START_ID).at(-1)?.id ?? START_ID).join(' ');
    if (line === '' || this.progress !== null || (this.review !== null && this.#reviewed === line)) return;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.progress = 0;
    this.problem = '';
    const engines: EngineClient[] = [];
    const close = (): void => {
      for (const engine of engines) engine.close();
    };
    signal.addEventListener('abort', close);
    try {
      engines.push(...(await this.#options.engines()));
      if (signal.aborted) return;
      const note = (done: number): void => {
        if (!signal.aborted) this.progress = done;
      };
      const review = await reviewGame(engines, tree, note, signal);
      if (review === null) return;
      this.review = review;
      this.#reviewed = line;
      this.progress = null;
      await this.#minePuzzles(engines, tree, review, signal);
    } catch (error) {
      if (!signal.aborted) this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      close();
      if (!signal.aborted) this.progress = null;
    }
  }

  /** After the review is shown: nobody waits for it. */
  async #minePuzzles(
    [engine]: readonly EngineClient[],
    tree: Tree,
    review: Review,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.own === null || engine === undefined) return;
    const found = await puzzlesOf(engine, tree, review, signal);
    this.puzzles = found;
    if (found.length > 0) this.#options.onpuzzles(found);
  }

  stop(): void {
    this.#abort.abort();
    this.progress = null;
  }
}
