// The pen with which one draws on the board of a study: by dragging, or tap by tap while it is in hand.
import type { Input } from '../board/input.ts';
import type { Pen, Stroke } from '../board/pen.ts';
import type { Path } from '../board/types.ts';
import type { Square } from '../engine/vocabulary.ts';
import { markPath } from './own_marks.ts';
import type { Study } from './study.svelte.ts';

export class OwnPen implements Pen {
  /** Whether taps and keys draw instead of playing. */
  isInHand = $state(false);
  stroke = $state<Stroke>('plain');
  /** Where a stroke was begun. */
  start = $state<Square | null>(null);
  readonly #study: Study;

  constructor(study: Study) {
    this.#study = study;
  }

  path(start: Square, target: Square): Path {
    const { fields, node } = this.#study;
    return markPath(start, target, fields.cells, (move) => this.#study.pathsOf(node.fen, move));
  }

  draw(start: Square, target: Square, stroke: Stroke | null): void {
    this.#study.draw({ start, target, stroke: stroke ?? this.stroke });
  }

  toggle(): void {
    this.isInHand = !this.isInHand;
    this.start = null;
  }

  putAway(): void {
    if (this.isInHand) this.toggle();
  }

  /** A tap begins a stroke, the next one ends it; twice on one square marks it. Escape takes back, then puts it away. */
  input(input: Input): void {
    if (input.kind === 'cancel' && this.start === null) this.putAway();
    if (input.kind === 'cancel') this.start = null;
    if (input.kind !== 'square') return;
    if (this.start === null) this.start = input.square;
    else {
      this.draw(this.start, input.square, null);
      this.start = null;
    }
  }
}
