// What the accuracy of a game says: how the computer's levels usually play, measured by benches/accuracy.mjs (games and
// spread are in docs/testing.md). Neighbours that the games can't tell apart (2 and 3, 4 and 5, 8 and 9) share one entry.
// Levels above 9 have not been measured: whoever plays better than all of these is like the last.

/** A level of today's ladder and the mean accuracy, weakest first. */
export const MEASURED: readonly (readonly [level: number, accuracy: number])[] = [
  [1, 61],
  [3, 71],
  [5, 76],
  [6, 80],
  [7, 86],
  [9, 90],
];

/** How far games of one and the same player differ: 2 to 7 in these games, mostly 4 to 6. */
export const SPREAD = 5;

/** The level whose usual accuracy is nearest. */
export function likeLevel(accuracy: number): number {
  const [nearest] = MEASURED.toSorted((one, two) => Math.abs(one[1] - accuracy) - Math.abs(two[1] - accuracy));
  return nearest?.[0] ?? 1;
}
