// What a position is worth without looking ahead, term by term.
import type { Square } from './vocabulary.ts';

export interface Side {
  readonly material: number;
  readonly mobility: number;
  readonly squares: number;
  readonly threats: number;
  readonly freedom: number;
  readonly movable: number;
}

/** One tile's part of its side's terms. */
export interface TileTerms {
  readonly square: Square;
  readonly material: number;
  readonly mobility: number;
  readonly squares: number;
  /** Part of the other side's threats: what it counts that the tile could be taken. */
  readonly threat: number;
  /** How many squares it can go to. */
  readonly targets: number;
}

export interface Evaluation {
  readonly white: Side;
  readonly brown: Side;
  readonly tiles: readonly TileTerms[];
  readonly tempo: number;
  /** For the player whose turn it is. */
  readonly score: number;
}
