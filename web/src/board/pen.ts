// Drawing on a board: how a stroke from one square to another runs, and what is done with it.
import type { Annotation } from './annotation.ts';
import type { Path, Square } from './types.ts';

/** Four kinds of lines, so that colour is not needed to tell them apart. */
export const STROKES = ['plain', 'dashed', 'dotted', 'double'] as const;
export type Stroke = (typeof STROKES)[number];

export interface Pen {
  path(start: Square, target: Square): Path;
  /** From a square to another one, or to itself: then the square is marked. Null: the kind that is chosen elsewhere. */
  draw(start: Square, target: Square, stroke: Stroke | null): void;
}

/** From where to where the pen has been drawn. */
export interface PenStroke {
  readonly start: Square;
  readonly target: Square;
}

/** A stroke while it is being drawn. */
export function strokeAnnotation(pen: Pen, { start, target }: PenStroke): Annotation {
  if (start === target) return { kind: 'ring', square: start, stroke: 'plain' };
  return { kind: 'path', squares: pen.path(start, target), tone: 'own', weight: 'full', target: 'empty' };
}

/** The kind of line that the keys held with the mouse ask for. */
export function strokeOf({ shiftKey, altKey }: Pick<PointerEvent, 'shiftKey' | 'altKey'>): Stroke | null {
  if (shiftKey && altKey) return 'double';
  return shiftKey ? 'dashed' : altKey ? 'dotted' : null;
}
