// What is wrong with a set-up, as codes that languages/ can make sentences of.
import type { Square } from './vocabulary.ts';

/** The names of Python's Defect, in lower case. */
export type Defect =
  | 'too_many_tiles'
  | 'too_many_barragoons'
  | 'reserve_out_of_range'
  | 'stage_out_of_range'
  | 'number_out_of_range'
  | 'wrong_hands'
  | 'no_tile_lost';

/** Why a FEN shows no position: it can't be read, or no game gets there. */
export interface SetupProblem {
  /** `impossible_position`, or which part of the text can't be read, as in a game file. */
  readonly code: string;
  readonly parameters: { readonly defects?: readonly Defect[]; readonly rank?: number; readonly count?: number };
  /** The piece of the FEN that can't be read, and where it stands, from 1. */
  readonly text: string;
  readonly column: number;
  /** The tiles of each kind of which there are too many. */
  readonly surplus: readonly Square[];
}
