// What goes with a study: long presses, the editor's piece picker, moving pictures, playing on, and a review's engines.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { violations } from './accessibility.ts';
import { finger } from './finger.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

const GAME = '1. d2d5 d8xd5@d6x@d4N 2. e2e4 e8e6 1-0\n';

/** Imports a game and opens its analysis. */
async function study(visitor: Visitor, hash = ''): Promise<void> {
  await visitor.import(GAME);
  await visitor.board();
  await visitor.go(`/analyse${new URL(visitor.page.url()).pathname}${hash}`);
  await visitor.page.locator('.tree .part').first().waitFor();
}

test('a finger that rests draws a mark in a study, and goes on to draw an arrow', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await study(visitor);
  const touch = await finger(visitor);
  await touch('Start', 'a3');
  await visitor.page.locator('.ring').first().waitFor({ state: 'attached' });
  await touch('Move', 'a6');
  await touch('End');
  await expect.poll(() => visitor.page.locator('path.line.own').count()).toBe(1);
  await visitor.page.reload(); // it was kept with the game
  await expect.poll(() => visitor.page.locator('path.line.own').count()).toBe(1);
  await visitor.leave();
});

test.each([
  ['a finger that rests', PHONE],
  ['the right button', DESKTOP],
] as const)('in the editor %s asks what shall stand on a square', async (_, size) => {
  const visitor = await Visitor.arrive('/editor', { ...size, bypassCSP: true });
  await visitor.board();
  const isTouch = size === PHONE;
  const touch = await finger(visitor);
  const ask = async (square: string): Promise<void> => {
    if (isTouch) {
      await touch('Start', square);
      await visitor.page.locator('.ring').first().waitFor({ state: 'attached' });
      await touch('End');
    } else {
      const { x, y } = await visitor.middle(square);
      await visitor.page.mouse.click(x, y, { button: 'right' });
    }
    await visitor.page.getByRole('dialog', { name: square }).waitFor();
  };
  const label = (square: string): Promise<string | null> =>
    visitor.page.locator(`[role=gridcell][data-square=${square}]`).getAttribute('aria-label');
  await ask('d5');
  expect(await violations(visitor)).toEqual([]);
  await visitor.picture(`editor-picker-${isTouch ? 'phone' : 'desktop'}`);
  await visitor.page
    .getByRole('dialog')
    .getByRole('button', { name: /^No Way/ })
    .click();
  await visitor.page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => label('d5')).toContain('No Way');
  await ask('d5');
  await visitor.page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await expect.poll(() => label('d5')).not.toContain('No Way');
  await visitor.leave();
});

/** How long each picture of a GIF is shown, in hundredths of a second. */
function delays(gif: Buffer): number[] {
  const found: number[] = [];
  const head = Buffer.from([0x21, 0xf9, 0x04]);
  for (let at = gif.indexOf(head); at >= 0; at = gif.indexOf(head, at + 8))
    if (gif[at + 7] === 0) found.push(gif.readUInt16LE(at + 4));
  return found;
}

test('a moving picture begins at the start or here, slowly or fast', async () => {
  const visitor = await Visitor.arrive('/', DESKTOP);
  await study(visitor, '#4');
  await visitor.press('Share');
  const sheet = visitor.page.getByRole('dialog');
  const made = async (): Promise<number[]> => {
    const download = visitor.page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Moving picture (GIF)' }).click();
    return delays(readFileSync(await (await download).path()));
  };
  const sum = (all: readonly number[]): number => all.reduce((one, two) => one + two, 0);
  await sheet.getByLabel('GIF speed').selectOption('slow');
  const whole = await made();
  await sheet.getByLabel('GIF from here on').check();
  const slow = await made();
  await sheet.getByLabel('GIF speed').selectOption('fast');
  const fast = await made();
  expect([whole.length, slow.length, fast.length]).toEqual([13, 5, 5]); // two for each action, one for where it begins
  expect(sum(slow)).toBeGreaterThan(3 * sum(fast));
  await visitor.leave();
});

test.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)('one plays on from an earlier position, against a level or for two (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', size);
  for (const way of ['Play the computer', 'Two at this device']) {
    await study(visitor, '#4'); // White is to move
    if (name === 'phone') await visitor.press('More');
    await visitor.press('Play from here');
    await visitor.page.getByRole('dialog', { name: 'Play from here' }).waitFor();
    if (way === 'Play the computer') await visitor.page.getByRole('dialog').getByRole('combobox').selectOption('1');
    await visitor.picture(`play-from-here-${name}`);
    await visitor.press(way);
    await visitor.page.waitForURL(/\/local\//);
    await visitor.move('e2', 'e3');
    if (way === 'Play the computer') await visitor.page.getByText('Pip').first().waitFor();
    else await visitor.until('Brown moves a tile');
    expect((await visitor.look()).occupied).toContain('d6'); // placed before the position was left
    if (way === 'Play the computer') continue;
    await visitor.move('e8', 'e7');
    await visitor.until('White moves a tile');
  }
  await visitor.leave();
});

test.each([
  [1, 1],
  [2, 2],
  [16, 3],
])('where there are %i cores, a review has %i engines', async (cores, engines) => {
  const visitor = await Visitor.arrive('/', DESKTOP);
  await visitor.context.addInitScript((count) => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: count });
  }, cores);
  await study(visitor);
  await visitor.page.waitForLoadState('networkidle');
  await visitor.page.getByRole('tab', { name: 'Review' }).click();
  let started = 0;
  visitor.page.on('worker', () => (started += 1));
  await visitor.press('Review this game');
  await visitor.page.getByRole('heading', { name: 'Where it turned' }).waitFor();
  expect(started).toBe(engines);
  await visitor.leave();
});
