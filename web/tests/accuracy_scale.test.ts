// The scale on which a review places a player.
import { expect, test } from 'vitest';
import { likeLevel, MEASURED } from '../src/analysis/accuracy_scale.ts';

test('stronger levels play more accurately, and every one is its own nearest', () => {
  const accuracies = MEASURED.map(([, accuracy]) => accuracy);
  expect(accuracies).toEqual(accuracies.toSorted((one, two) => one - two));
  for (const [level, accuracy] of MEASURED) expect(likeLevel(accuracy)).toBe(level);
});

test('whoever is outside of the scale is like its end', () => {
  expect([likeLevel(0), likeLevel(100)]).toEqual([MEASURED[0]?.[0], MEASURED.at(-1)?.[0]]);
});
