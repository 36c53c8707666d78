// Plays through a line by itself, one action after the other.
import type { Study } from './study.svelte.ts';

/** So that each action can be seen, in milliseconds. */
const PACE = 900;

export class PlayThrough {
  isRunning = $state(false);
  readonly #study: Study;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(study: Study) {
    this.#study = study;
  }

  toggle(): void {
    if (this.isRunning) {
      this.stop();
      return;
    }
    this.isRunning = true;
    this.#timer = setInterval(() => {
      if (this.#study.node.children.length === 0) this.stop();
      else this.#study.forward();
    }, PACE);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.isRunning = false;
  }
}
