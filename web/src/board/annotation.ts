// What is drawn on a board besides the pieces: runs, placements to come, flags, tints, rims and labels. One vocabulary for
// analysis, puzzles and lessons; draw_annotations.ts has the pictures.
import type { Stroke } from './pen.ts';
import type { Colour, Face, Path, Square } from './types.ts';

/** Who ran: `ran` has been played, `may` is possible or best, `takes` is the answer that spoils it, `own` was drawn. */
export type Tone = 'ran' | 'may' | 'takes' | 'own';

/** How a tile runs, square by square. */
export interface PathAnnotation {
  readonly kind: 'path';
  readonly squares: Path;
  readonly tone: Tone;
  readonly weight: 'full' | 'thin';
  /** What stands on the last square: the arrowhead stops before it. */
  readonly target: 'empty' | 'tile' | 'barragoon';
  /** Another way to run the same move. */
  readonly dashed?: boolean;
  /** What kind of line somebody has drawn. */
  readonly stroke?: Stroke;
  /** A letter or two in a disc on the line. */
  readonly badge?: string;
  /** False where the tile has arrived already, or the target has a mark of its own. */
  readonly arrow?: boolean;
  /** Whether its steps are numbered. */
  readonly numbered?: boolean;
}

/** A barragoon that is not there yet; on a square that holds this very face, a frame round it. */
export interface GhostAnnotation {
  readonly kind: 'ghost';
  readonly square: Square;
  readonly face: Face;
  readonly owner: Colour;
  /** The placement is the opponent's choice: its edge is dotted. */
  readonly isOpponent?: boolean;
  readonly badge?: string;
  /** How many faces do as well there. */
  readonly count?: number;
}

/** A square to be reached; one that was reached has a tick instead. */
export interface FlagAnnotation {
  readonly kind: 'flag';
  readonly square: Square;
  readonly number: number;
  readonly isReached?: boolean;
}

export interface TintAnnotation {
  readonly kind: 'tint';
  readonly square: Square;
  readonly tone: 'good' | 'bad' | 'chosen' | 'lost' | 'heat';
  /** From 0 to 1; a heat below 0 is red. */
  readonly strength?: number;
}

/** A word or a number at the corner of what stands there, or in the middle of an empty square. */
export interface LabelAnnotation {
  readonly kind: 'label';
  readonly square: Square;
  readonly text: string;
  /** Small tiles of these colours instead of the text. */
  readonly discs?: readonly Colour[];
}

/** A square that somebody has marked. */
export interface RingAnnotation {
  readonly kind: 'ring';
  readonly square: Square;
  readonly stroke: Stroke;
}

/** An edge round what stands there: a square round a barragoon, a ring round a tile. */
export interface RimAnnotation {
  readonly kind: 'rim';
  readonly square: Square;
  readonly tone: Tone;
  /** Wide for the one that matters most; it lies over a narrow one. */
  readonly width: 'narrow' | 'wide';
}

/** A number in a disc at the corner of what stands there. */
export interface NumberAnnotation {
  readonly kind: 'number';
  readonly square: Square;
  readonly number: number;
}

/** What stands there is hardly seen, because it does not matter now. */
export interface FadeAnnotation {
  readonly kind: 'fade';
  readonly square: Square;
}

export type Annotation =
  | PathAnnotation
  | GhostAnnotation
  | FlagAnnotation
  | TintAnnotation
  | LabelAnnotation
  | RimAnnotation
  | NumberAnnotation
  | FadeAnnotation
  | RingAnnotation;
