// What a position is worth without looking ahead, term by term.

export interface Side {
  readonly material: number;
  readonly mobility: number;
  readonly squares: number;
  readonly threats: number;
  readonly freedom: number;
  readonly movable: number;
}

export interface Evaluation {
  readonly white: Side;
  readonly brown: Side;
  readonly tempo: number;
  /** For the player whose turn it is. */
  readonly score: number;
}
