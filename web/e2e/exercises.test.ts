// The frame that levels, drills and puzzles share: it fits on every screen, also while a barragoon is being placed.
import { expect, test } from 'vitest';
import { act, puzzleFor, untilAsked, untilSaid } from './puzzle_answers.ts';
import { PHONE, Visitor } from './visitor.ts';

const PUZZLE = puzzleFor('win 1', ({ accepted }) => accepted.length > 5 && accepted.length < 16);

/** Exercises in which a barragoon is in hand, each with how one gets there. */
const EXERCISES: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  level: async (visitor) => {
    await visitor.go('/learn/4.2');
    await visitor.page.locator('.cell.active').first().waitFor({ state: 'attached' });
    await visitor.tap('d1');
    await visitor.tap('d4');
  },
  drill: (visitor) => visitor.go('/learn/drills/foot'),
  puzzle: async (visitor) => {
    await visitor.go(`/puzzles/${PUZZLE.id}`);
    await untilAsked(visitor);
    await act(visitor, PUZZLE.first ?? '');
    await untilSaid(visitor, 'Now place');
  },
};

const PARTS = ['.board svg', '.bar', '.placing .tray button', '.buttons button', '.goal'];

async function outside(visitor: Visitor): Promise<string[]> {
  return visitor.page.evaluate((parts) => {
    const found = parts.flatMap((part) => [...document.querySelectorAll(part)].map((element) => ({ part, element })));
    return found
      .filter(({ element }) => element.checkVisibility({ visibilityProperty: true }))
      .map(({ part, element }) => ({ part, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < -1)
      .map(({ part, box }) => `${part} ${box.left} ${box.right} ${box.top} ${box.bottom}`);
  }, PARTS);
}

test.each([
  [360, 640],
  [360, 740],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [740, 360],
])('exercises fit on a screen of %i by %i', async (width, height) => {
  const visitor = await Visitor.arrive('/learn', { ...PHONE, viewport: { width, height } });
  for (const [name, open] of Object.entries(EXERCISES)) {
    await open(visitor);
    await visitor.page.locator('.placing .tray').first().waitFor();
    expect.soft(await outside(visitor), name).toEqual([]);
    const { x, y } = await visitor.middle('.tray button:last-child');
    const isHit = await visitor.page.evaluate(
      ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest('.tray button:last-child') != null,
      [x, y],
    );
    expect.soft(isHit, `${name}: the last face`).toBe(true);
    const square = await visitor.page.locator('.cell[data-square="a1"]').first().boundingBox();
    if (height > width) expect.soft(Math.round(square?.width ?? 0), name).toBeGreaterThanOrEqual(44);
    await visitor.picture(`exercise-${name}-${width}x${height}`);
  }
  await visitor.leave();
});
