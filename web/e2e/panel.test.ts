// What stands beside the board and under it: clocks, files, typed actions, the board turned round; and dragged tiles.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

const SIZES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;

async function two(size: (typeof SIZES)[number][1], clock = ''): Promise<Visitor> {
  const visitor = await Visitor.arrive('/', size);
  if (clock !== '') {
    await visitor.openOptions();
    await visitor.page.getByLabel('Clock').selectOption({ label: clock });
    await visitor.closeSheet();
  }
  await visitor.press(/Two at one device/);
  await visitor.board();
  return visitor;
}

test.each(SIZES)('a tile is dragged to its target, and one that is let go elsewhere stays (%s)', async (_, size) => {
  const visitor = await two(size);
  await visitor.drag('d2', 'd5');
  await visitor.until('Brown moves a tile');
  expect((await visitor.look()).turns).toEqual(['d2d5']);
  await visitor.drag('d8', 'a6');
  await visitor.until(/squares|away/);
  expect((await visitor.look()).turns).toEqual(['d2d5']);
  await visitor.drag('d8', 'd5');
  await visitor.until('places first');
  await visitor.leave();
});

test.each(SIZES)('a game is saved as a file, as a drawing and as a picture (%s)', async (_, size) => {
  const visitor = await two(size);
  await visitor.move('d2', 'd5');
  const saved = async (button: string): Promise<Buffer> => {
    await visitor.press('More');
    const [file] = await Promise.all([visitor.page.waitForEvent('download'), visitor.press(button)]);
    await visitor.press('Close');
    return readFile(await file.path());
  };
  expect((await saved('Game file (.bgn)')).toString()).toContain('1. d2d5');
  expect((await saved('Picture (SVG)')).toString()).toMatch(/^<svg/);
  expect((await saved('Picture (PNG)')).subarray(1, 4).toString()).toBe('PNG');
  await visitor.leave();
});

test.each(SIZES)('actions are typed, and the board is turned round (%s)', async (_, size) => {
  const visitor = await two(size);
  const type = async (action: string): Promise<void> => {
    await visitor.press('More');
    await visitor.page.getByLabel(/Type an action/).fill(action);
    await visitor.press('Play it');
  };
  await type('d2d5');
  await visitor.until('Brown moves a tile');
  const before = await visitor.middle('a1');
  await visitor.press('More');
  await visitor.press('Turn the board');
  const after = await visitor.middle('a1');
  expect([after.x > before.x, after.y < before.y]).toEqual([true, true]);
  await visitor.leave();
});

/** Seconds of "2:59" or "0:07.3". */
const seconds = (text: string): number => {
  const [minutes = '0', rest = '0'] = text.trim().split(':');
  return 60 * Number(minutes) + Number(rest);
};

test.each(SIZES)('clocks run for who must act, and outlive a reload (%s)', async (_, size) => {
  const visitor = await two(size, '3 min + 2 s a turn');
  const clocks = async (): Promise<number[]> => (await visitor.page.locator('.clock').allInnerTexts()).map(seconds);
  expect(await clocks()).toEqual([180, 180]); // nobody's runs before the first turn
  await visitor.move('d2', 'd4');
  await expect.poll(async () => Math.min(...(await clocks()))).toBeLessThan(180); // Brown's runs
  expect(Math.max(...(await clocks()))).toBeGreaterThan(180); // White has the increment
  const [brown = 0] = (await clocks()).toSorted((one, other) => one - other);
  await visitor.page.waitForTimeout(1_500);
  await visitor.reload();
  expect(Math.min(...(await clocks()))).toBeLessThan(brown);
  await visitor.leave();
});
