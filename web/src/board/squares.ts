// Where squares lie, in the text forms and on the picture.
import type { Colour, Square } from './types.ts';

export const FILES: readonly string[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
export const RANKS: readonly string[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The side of a square on the picture. */
export const SIDE = 100;
export const WIDTH = FILES.length * SIDE;
export const HEIGHT = RANKS.length * SIDE;

/** How wide the frame is: where it has letters, and where it has none. */
export const LETTERED = 30;
export const EDGE = 12;

/** All squares, rank by rank from a1 to g9. */
export const SQUARES: readonly Square[] = RANKS.flatMap((rank) => FILES.map((file) => `${file}${rank}` as Square));

/** How far a finger may slip and still tap, in pixels. */
export const SLIP = 8;

export interface Point {
  readonly x: number;
  readonly y: number;
}

function file(square: string): number {
  return FILES.indexOf(square[0] ?? '');
}

function rank(square: string): number {
  return RANKS.indexOf(square[1] ?? '');
}

/** The middle of a square; the orientation's side is at the bottom. */
export function centre(square: Square, orientation: Colour): Point {
  const [x, y] =
    orientation === 'white'
      ? [file(square), RANKS.length - 1 - rank(square)]
      : [FILES.length - 1 - file(square), rank(square)];
  return { x: (x + 0.5) * SIDE, y: (y + 0.5) * SIDE };
}

/** The square under a point of the picture, if any. */
export function squareAt({ x, y }: Point, orientation: Colour): Square | null {
  const column = Math.floor(x / SIDE);
  const row = Math.floor(y / SIDE);
  if (column < 0 || column >= FILES.length || row < 0 || row >= RANKS.length) return null;
  const white = orientation === 'white';
  const letter = FILES[white ? column : FILES.length - 1 - column] ?? '';
  const digit = RANKS[white ? RANKS.length - 1 - row : row] ?? '';
  return `${letter}${digit}` as Square;
}

/** The ranks that are shown, from the lowest to the highest. */
export type Crop = readonly [number, number];
export const WHOLE: Crop = [1, RANKS.length];

export function isShown(square: Square, [low, high]: Crop): boolean {
  const number = rank(square) + 1;
  return low <= number && number <= high;
}

/** Where the shown ranks begin and end on the picture. */
export function extent([low, high]: Crop, orientation: Colour): { readonly top: number; readonly bottom: number } {
  const [above, below] = orientation === 'white' ? [RANKS.length - high, low - 1] : [low - 1, RANKS.length - high];
  return { top: above * SIDE, bottom: HEIGHT - below * SIDE };
}

/** Rows of squares as they are seen, from the top left. */
export function rows(orientation: Colour, crop: Crop = WHOLE): Square[][] {
  const lines = RANKS.toReversed().map((digit) => FILES.map((letter) => `${letter}${digit}` as Square));
  const seen = orientation === 'white' ? lines : lines.reverse().map((line) => line.reverse());
  return seen.filter(([first]) => first !== undefined && isShown(first, crop));
}

export function isDark(square: Square): boolean {
  return (file(square) + rank(square)) % 2 === 0;
}
