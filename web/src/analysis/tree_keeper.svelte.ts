// Keeps the tree of a study with its game a moment after it has changed, and at the latest when it is left.
import type { Game } from '../engine/game.ts';
import { keepTree } from './sources.ts';
import type { Tree } from './tree.ts';

/** Milliseconds without a change before a tree is written. */
const PAUSE = 500;

export class TreeKeeper {
  /** Whether the tree will be there the next time. */
  isKept = $state(true);
  readonly #name: string;
  readonly #rules: Game;
  readonly #source: string;
  /** What was opened, or written last; null where that failed. */
  #kept: Tree | null;
  #waiting: Tree | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, rules: Game, opened: Tree) {
    this.#name = name;
    this.#rules = rules;
    this.#source = opened.source;
    this.#kept = opened;
  }

  /** The tree is now this one. */
  note(tree: Tree): void {
    clearTimeout(this.#timer);
    // A single mistake may be looked at in a tree of its own; that is not the game's.
    this.#waiting = tree.source === this.#source ? tree : this.#waiting;
    this.#timer = setTimeout(() => {
      this.flush();
    }, PAUSE);
  }

  /** Writes what still waits. */
  flush(): void {
    clearTimeout(this.#timer);
    const tree = this.#waiting;
    this.#waiting = null;
    // A tree never changes, and undoing brings the same one back.
    if (tree === null || tree === this.#kept) return;
    this.isKept = keepTree(this.#name, tree.write(this.#rules));
    this.#kept = this.isKept ? tree : null;
  }
}
