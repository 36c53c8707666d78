// Whole games against the computer, in the page alone.
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

const FREE = [
  'a1',
  'g1',
  'a9',
  'g9',
  'a3',
  'g3',
  'a7',
  'g7',
  'a2',
  'g2',
  'a8',
  'g8',
  'd1',
  'd9',
  'b3',
  'f3',
  'b7',
  'f7',
];

/** One action: captures before others, so that the game gets on. */
async function act(visitor: Visitor, count: number): Promise<void> {
  const seen = await visitor.look();
  if (seen.isPlacing) {
    const square = FREE.find((free) => !seen.occupied.includes(free));
    if (!square) throw new Error('no room to place');
    await visitor.place(count % 16, square);
    return;
  }
  for (const start of seen.movable) {
    await visitor.tap(start);
    const taken = visitor.page.locator('[role=gridcell][aria-label*="captures"]');
    const square = await taken
      .first()
      .getAttribute('data-square', { timeout: 100 })
      .catch(() => null);
    if (square) return visitor.tap(square);
  }
  const { targets } = await visitor.look();
  const target = targets[count % targets.length];
  if (target) await visitor.tap(target);
}

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('a game against the computer is played to its end (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', size);
  await visitor.page.getByText('White', { exact: true }).first().click();
  // The express rule makes it a short one.
  await visitor.page.getByText('Options').click();
  for (const colour of ['White', 'Brown']) await visitor.page.getByLabel(colour).last().selectOption('2');
  await visitor.press('Begin');
  await visitor.board();
  let count = 0;
  for (let seen = await visitor.look(); !seen.isOver; seen = await visitor.look()) {
    if (seen.isYours) await act(visitor, count++);
    else await visitor.page.waitForTimeout(50);
    if (count === 3) await visitor.picture(`computer-${name}`);
    if (count === 5) {
      const before = (await visitor.look()).turns.length;
      await visitor.page.reload();
      await visitor.board();
      expect((await visitor.look()).turns.length).toBeGreaterThanOrEqual(before);
      count += 1;
    }
  }
  expect((await visitor.look()).banner).toMatch(/You win|You lose|Draw/);
  await visitor.picture(`computer-${name}-over`);
  await visitor.leave();
});
