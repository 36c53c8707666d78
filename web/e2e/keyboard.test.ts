// A game with the keyboard alone, and one that begins without a network.
import { expect, test } from 'vitest';
import { Visitor } from './visitor.ts';

const focused = (visitor: Visitor): Promise<string> =>
  visitor.page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent.trim() ?? '',
  );

/** Presses a key until the focus is where it should be. */
async function keyTo(visitor: Visitor, key: string, wanted: RegExp): Promise<void> {
  for (let count = 0; count < 80; count += 1) {
    if (wanted.test(await focused(visitor))) return;
    await visitor.page.keyboard.press(key);
  }
  throw new Error(`${key} never leads to ${wanted.source}`);
}

async function keys(visitor: Visitor, ...pressed: string[]): Promise<void> {
  for (const key of pressed) await visitor.page.keyboard.press(key);
}

/** Presses a key and waits for what is then read out. */
async function hear(visitor: Visitor, key: string, words: string): Promise<void> {
  await visitor.page.keyboard.press(key);
  await visitor.page.locator('[aria-live]').getByText(words, { exact: true }).waitFor();
}

test('a game is played with the keyboard alone', async () => {
  const visitor = await Visitor.arrive('/');
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  await keyTo(visitor, 'Tab', /^Two at one device/);
  await keys(visitor, 'Enter');
  await visitor.board();
  await keyTo(visitor, 'Tab', /^[a-g][1-9],/);
  await hear(visitor, 'l', 'No turn yet');
  await hear(visitor, 't', 'No clock');
  const move = async (start: RegExp, target: RegExp): Promise<void> => {
    await keyTo(visitor, 'n', start);
    await keys(visitor, 'Enter');
    await keyTo(visitor, 'n', target);
    await keys(visitor, 'Enter');
  };
  await move(/^d2,/, /^d5,.*full move/);
  await visitor.until('Brown moves');
  await move(/^d8,/, /^d5,.*captures the tile/);
  await visitor.until('White places first');
  await hear(visitor, 't', 'No clock');
  await hear(visitor, 'l', 'Brown: d8 takes the 3-tile on d5');
  await keys(visitor, '4', 'Shift+ArrowRight', 'ArrowUp', 'Enter');
  expect(await focused(visitor)).toMatch(/^d6,.*to be placed here: Left Turn: enter going down, leave going right/);
  await visitor.picture('keyboard-ghost');
  await keys(visitor, 'Enter');
  await visitor.until('Now Brown places');
  await keys(visitor, '1', 'ArrowLeft', 'Enter', 'Enter');
  await visitor.until('White moves');
  await keyTo(visitor, 'Tab', /^Resign$/);
  await keys(visitor, 'Enter');
  await keyTo(visitor, 'Tab', /^Yes, resign$/);
  await keys(visitor, 'Enter');
  await visitor.until('Brown wins');
  await visitor.leave();
});

test('the focus stays near when what was pressed is gone, disabled or in a sheet that closes', async () => {
  const visitor = await Visitor.arrive('/');
  const press = async (name: string): Promise<void> => {
    await visitor.page.getByRole('button', { name, exact: true }).filter({ visible: true }).last().focus();
    await keys(visitor, 'Enter');
  };
  await visitor.page.getByRole('button', { name: /^Two at one device/ }).focus();
  await keys(visitor, 'Enter');
  await visitor.board();
  await press('Resign');
  await press('No, go on');
  await expect.poll(() => focused(visitor)).toBe('Resign');
  await press('Resign');
  await press('Yes, resign');
  await visitor.until('Brown wins');
  await expect.poll(() => focused(visitor)).toMatch(/^[a-g][1-9],|^Rematch/);
  await visitor.go('/learn/drills/hanging');
  await press('Check');
  await expect.poll(() => focused(visitor)).toBe('Next');
  await visitor.import('1. d2d5 d8d6 *\n');
  await visitor.board();
  await visitor.page.getByRole('button', { name: 'Previous' }).focus();
  await keys(visitor, 'Enter', 'Enter');
  await expect.poll(() => focused(visitor)).toMatch(/^Next/);
  await visitor.leave();
});

test('the page starts and plays without a network', async () => {
  const visitor = await Visitor.arrive('/');
  await visitor.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await visitor.page.reload();
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await visitor.context.setOffline(true);
  await visitor.go('/');
  await visitor.page.getByText('White', { exact: true }).first().click();
  await visitor.press('Begin');
  await visitor.board();
  await visitor.move('d2', 'd4');
  await visitor.untilYours();
  const { turns } = await visitor.look();
  expect(turns.length).toBeGreaterThanOrEqual(2);
  await visitor.reload();
  await visitor.untilYours();
  expect((await visitor.look()).turns).toEqual(turns);
  await visitor.move('c2', 'c3');
  await visitor.untilYours();
  await visitor.go('/');
  await visitor.page.getByRole('link', { name: /Pip, level 1.*Your turn/ }).click();
  await visitor.untilYours();
  await visitor.go('/rules');
  await visitor.page.getByRole('heading', { name: 'The rules' }).waitFor();
  await visitor.picture('offline-rules');
  await visitor.leave();
});
