// What is pointed out on a board.
import type { Cell, Face, Path, Square, TargetKind } from './types.ts';

export interface Target {
  readonly kind: TargetKind;
  readonly paths: readonly Path[];
}

export interface Marks {
  readonly chosen: Square | null;
  readonly targets: ReadonlyMap<Square, Target>;
  /** The squares that the last turn changed, and how its tile ran. */
  readonly last: readonly Square[];
  readonly lastPath: Path | null;
  /** What it captured, and where. */
  readonly lastTaken: { readonly square: Square; readonly cell: Cell } | null;
  /** A target that waits for one more tap: its path is drawn. */
  readonly waiting: Square | null;
  /** A barragoon that is about to be placed; without a face yet it shows none. */
  readonly ghost: { readonly square: Square; readonly face: Face | null } | null;
}

export const NO_MARKS: Marks = {
  chosen: null,
  targets: new Map(),
  last: [],
  lastPath: null,
  lastTaken: null,
  waiting: null,
  ghost: null,
};
