// Plays through a finished game by itself, one action after the other.
import type { Table } from '../../play/table.svelte.ts';

/** So that each action can be seen, in milliseconds. */
const PACE = 900;

export class TurnPlayer {
  isRunning = $state(false);
  readonly #table: Table;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(table: Table) {
    this.#table = table;
  }

  /** From the position that is looked at, at the end from the start. */
  toggle(): void {
    if (this.isRunning) {
      this.stop();
      return;
    }
    if (!this.#table.isPast) this.#table.look(0);
    this.isRunning = true;
    this.#timer = setInterval(() => {
      this.#table.look(this.#table.at + 1);
      if (!this.#table.isPast) this.stop();
    }, PACE);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.isRunning = false;
  }
}
