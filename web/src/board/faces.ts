// The sixteen faces in the order of the tray, and how they turn. What they let across, the rules alone know.
import type { Face, Heading } from './types.ts';
import drawings from './drawings.json' with { type: 'json' };

export const SYMBOLS = ['no_way', 'one_way', 'two_ways', 'left_turn', 'right_turn', 'all_turns'] as const;
export type SymbolName = (typeof SYMBOLS)[number];

export const HEADINGS: readonly Heading[] = ['north', 'east', 'south', 'west'];

/** Each symbol's faces by where they point: north, east, south, west. */
const BY_HEADING: Readonly<Record<SymbolName, readonly [Face, Face, Face, Face]>> = {
  no_way: ['x', 'x', 'x', 'x'],
  one_way: ['^', '>', 'Y', '<'],
  two_ways: ['|', '-', '|', '-'],
  left_turn: ['N', 'E', 'S', 'W'],
  right_turn: ['n', 'e', 's', 'w'],
  all_turns: ['+', '+', '+', '+'],
};

/** Two rows of eight: what goes straight, then the turns. */
export const TRAY: readonly Face[] = ['x', '^', '>', 'Y', '<', '|', '-', '+', 'N', 'E', 'S', 'W', 'n', 'e', 's', 'w'];

export const FACES: ReadonlySet<string> = new Set(TRAY);

export function isFace(cell: string): cell is Face {
  return FACES.has(cell);
}

export function faceOf(symbol: SymbolName, heading: Heading): Face {
  return BY_HEADING[symbol][HEADINGS.indexOf(heading) as 0 | 1 | 2 | 3];
}

export function symbolOf(face: Face): SymbolName {
  return SYMBOLS.find((symbol) => BY_HEADING[symbol].includes(face)) ?? 'no_way';
}

/** Where a face points: the heading in which a tile leaves it; the first of two. */
export function headingOf(face: Face): Heading {
  return HEADINGS[BY_HEADING[symbolOf(face)].indexOf(face)] ?? 'north';
}

/** A quarter turn to the right. */
export function rotated(face: Face): Face {
  return drawings.rotated[face] as Face;
}

/** The face as the other player sees it. */
export function swapped(face: Face): Face {
  return drawings.swapped[face] as Face;
}

/** The face in the left-right mirror. */
export function mirrored(face: Face): Face {
  return drawings.mirrored[face] as Face;
}
