// A move that was begun on a small board of the puzzle of the day, to be gone on with where it is solved.
import type { Square } from '../engine/vocabulary.ts';

export interface BegunAnswer {
  readonly id: string;
  readonly start: Square;
  readonly target: Square;
}

let begun: BegunAnswer | null = null;

export function beginAnswer(answer: BegunAnswer): void {
  begun = answer;
}

/** The move that was begun for a puzzle, once. */
export function takeBegunAnswer(id: string): BegunAnswer | null {
  const found = begun?.id === id ? begun : null;
  begun = null;
  return found;
}
