// A tile that was chosen on the small board of the puzzle of the day, to be moved where the puzzle is solved: on so small a
// board nothing is decided.
import type { Square } from '../engine/vocabulary.ts';

export interface BegunAnswer {
  readonly id: string;
  readonly start: Square;
}

let begun: BegunAnswer | null = null;

export function beginAnswer(answer: BegunAnswer): void {
  begun = answer;
}

/** The tile that was chosen for a puzzle, once. */
export function takeBegunAnswer(id: string): BegunAnswer | null {
  const found = begun?.id === id ? begun : null;
  begun = null;
  return found;
}
