// What the letters of the tiles mean: Zwei, Drei, Vier; capitals are White's.
import type { Cell, Colour } from './types.ts';

/** Null for a barragoon. */
export function tileColour(cell: Cell): Colour | null {
  if ('ZDV'.includes(cell)) return 'white';
  return 'zdv'.includes(cell) ? 'brown' : null;
}

/** The same tile in this colour; a barragoon has none. */
export function inColour(cell: Cell, colour: Colour): Cell {
  if (tileColour(cell) === null) return cell;
  return (colour === 'white' ? cell.toUpperCase() : cell.toLowerCase()) as Cell;
}

/** 2, 3 or 4; 1 for a barragoon. */
export function tileValue(cell: Cell): number {
  return 'zdv'.indexOf(cell.toLowerCase()) + 2;
}
