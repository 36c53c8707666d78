// The sides of a square as a person sees them: north is up for White, down for Brown.
import type { Colour, Heading } from '../../engine/vocabulary.ts';

export type Side = 'up' | 'right' | 'down' | 'left';

export const SIDES: readonly Side[] = ['up', 'right', 'down', 'left'];
const HEADINGS: readonly Heading[] = ['north', 'east', 'south', 'west'];

const quarters = (orientation: Colour): number => (orientation === 'brown' ? 2 : 0);

/** Where a heading leads to on the screen. */
export function sideOf(heading: Heading, orientation: Colour): Side {
  return SIDES[(HEADINGS.indexOf(heading) + quarters(orientation)) % 4] ?? 'up';
}

/** The heading that leads to a side of the screen. */
export function headingTo(side: Side, orientation: Colour): Heading {
  return HEADINGS[(SIDES.indexOf(side) + quarters(orientation)) % 4] ?? 'north';
}

export function opposite(side: Side): Side {
  return SIDES[(SIDES.indexOf(side) + 2) % 4] ?? 'up';
}
