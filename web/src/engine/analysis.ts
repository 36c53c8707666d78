// Following a search: its lines one by one, and where it ends.
import type { Line } from './line.ts';

/**
 * A search to iterate over: a line for each depth (and rank) as it is found. Leaving the loop stops the search; so does
 * stop(), after which the iteration soon ends.
 */
export class Analysis implements AsyncIterable<Line> {
  /** The last line of each rank, the best first, once the search has ended. */
  readonly lines: Promise<readonly Line[]>;
  readonly #reported: Line[] = [];
  readonly #halt: () => void;
  #wake: () => void = () => undefined;
  #over = false;

  constructor(begin: (report: (line: Line) => void) => { lines: Promise<readonly Line[]>; stop: () => void }) {
    const { lines, stop } = begin((line) => {
      this.#reported.push(line);
      this.#wake();
    });
    this.#halt = stop;
    this.lines = lines.finally(() => {
      this.#over = true;
      this.#wake();
    });
    // The loop over the lines throws the error too; without this it would count as an unhandled rejection.
    this.lines.catch(() => undefined);
  }

  /** Asks the search to end; returns at once. */
  stop(): void {
    if (!this.#over) this.#halt();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined> {
    try {
      for (let next = 0; ;) {
        const line = this.#reported[next];
        if (line !== undefined) {
          next += 1;
          yield line;
        } else if (this.#over) {
          await this.lines;
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      this.stop();
    }
  }
}
