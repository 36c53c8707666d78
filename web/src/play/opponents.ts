// The computer's levels as opponents with a name and an emblem. What each line says about one is true of its level.
import { inColour } from '../board/tiles.ts';
import type { Cell } from '../board/types.ts';
import { LADDER, MOST_LEVEL } from '../engine/ladder.ts';
import type { Colour } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import type { ComputerSeat } from './saved_games.ts';

/** A piece in the middle, and barragoons around it: north, east, south, west. */
export interface Emblem {
  readonly cell: Cell;
  readonly walls?: readonly ('north' | 'east' | 'south' | 'west')[];
}

export interface Opponent {
  readonly level: number;
  readonly name: string;
  readonly emblem: Emblem;
}

const NAMES = [
  'Pip',
  'Lotta',
  'Otto',
  'Nora',
  'Emil',
  'Rosa',
  'Hugo',
  'Vera',
  'Bruno',
  'Ines',
  'Tilda',
  'Argus',
] as const;

const EMBLEMS: readonly Emblem[] = [
  { cell: 'Z' },
  { cell: 'd' },
  { cell: '^' },
  { cell: '|' },
  { cell: 'e' },
  { cell: 'W' },
  { cell: 'x' },
  { cell: '+' },
  { cell: 'V', walls: ['north'] },
  { cell: 'V', walls: ['east', 'west'] },
  { cell: 'V', walls: ['north', 'east', 'west'] },
  { cell: 'V', walls: ['north', 'east', 'south', 'west'] },
];

/** One for each level of today's ladder, the weakest first. */
export const OPPONENTS: readonly Opponent[] = NAMES.map((name, index) => ({
  level: index + 1,
  name,
  emblem: EMBLEMS[index] ?? { cell: 'Z' },
}));

/** The level that plays at full strength, as long as it is let. */
export const FULL_STRENGTH = MOST_LEVEL[LADDER];

/** Undefined for the levels of the first ladder, which have numbers only. */
export function opponentName({ level, ladder = 1 }: ComputerSeat): string | undefined {
  return ladder === LADDER ? NAMES[level - 1] : undefined;
}

/** Its sign, where it has one, in the colour that it plays. */
export function emblemOf({ level, ladder = 1 }: ComputerSeat, colour: Colour): { emblem?: Emblem } {
  const emblem = ladder === LADDER ? EMBLEMS[level - 1] : undefined;
  return emblem === undefined ? {} : { emblem: { ...emblem, cell: inColour(emblem.cell, colour) } };
}

/** How lists and players' bars call the computer. */
export function computerName(seat: ComputerSeat): string {
  const name = opponentName(seat);
  const { level } = seat;
  return name === undefined ? say('computer', { level }) : say('computer.named', { name, level });
}

/** What a game file says about the computer, so that it goes on there as it would have. */
export function computerTags(
  colour: 'White' | 'Brown',
  { level, ladder = 1, seed }: ComputerSeat,
): Record<string, string> {
  const tags = { [`${colour}Level`]: `${level}`, [`${colour}Seed`]: `${seed}` };
  return ladder === 1 ? tags : { ...tags, Ladder: `${ladder}` };
}
