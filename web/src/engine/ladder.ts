// The playing strengths of the engine. Those of the first ladder are for games that were begun with one of them.

/** The ladder of games that begin today. */
export const LADDER = 2;

/** The strongest level of each ladder; of today's it is full strength. */
export const MOST_LEVEL: Readonly<Record<number, number>> = { 1: 10, 2: 12 };
