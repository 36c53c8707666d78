// The end of a game and what is around games: the lit board, the card, looking back, the review, options, wrong addresses.
import { expect, test } from 'vitest';
import { violations } from './accessibility.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

/** White takes on d4 and can wall in Brown's last tile. */
const WIN_IN_ONE = '[FEN "z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1"]\n\n*\n';

/** The end of a longer game: five tiles are walled in, the last of them by No Way on a2. */
const FIVE_TILES = '[FEN "1xdx1v1/2ndw2/w1vVSx-/1DZ4/4D1x/n6/dx2x2/2s4/2xZ2V w - 18 00 25"]\n\n*\n';

async function win(visitor: Visitor): Promise<void> {
  await visitor.import(FIVE_TILES);
  await visitor.board();
  await visitor.move('g1', 'e3');
  await visitor.place(0, 'a2');
}

async function winInOne(visitor: Visitor): Promise<void> {
  await visitor.import(WIN_IN_ONE);
  await visitor.board();
  await visitor.move('d1', 'd4');
  await visitor.place(0, 'a8');
  await visitor.until('White wins');
}

const SIZES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
  ['dark', { ...PHONE, colorScheme: 'dark' }],
  ['short-phone', { ...PHONE, viewport: { width: 360, height: 640 } }],
  ['lengthwise', { ...PHONE, viewport: { width: 740, height: 360 } }],
] as const;

test.each(SIZES)('the end lights what holds the tiles, with a card beside the board (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', { ...size, bypassCSP: true });
  await winInOne(visitor);
  await visitor.page.locator('g.number').waitFor();
  expect(await visitor.page.locator('.rim').count()).toBeGreaterThan(1);
  expect(await visitor.page.locator('.fade').count()).toBeGreaterThan(0);
  await visitor.picture(`end-${name}`);
  const [board, card] = await Promise.all(
    ['.table .board', '.banner.over'].map((part) => visitor.page.locator(part).first().boundingBox()),
  );
  if (!board || !card) throw new Error('not to be seen');
  const isApart = card.y >= board.y + board.height - 1 || card.x >= board.x + board.width - 1;
  expect(isApart).toBe(true);
  const { width = 0, height = 0 } = visitor.page.viewportSize() ?? {};
  expect(card.x + card.width).toBeLessThanOrEqual(width + 1);
  expect(card.y + card.height).toBeLessThanOrEqual(height + 1);
  // Nothing of the card has to be scrolled to.
  expect(
    await visitor.page.locator('.banner.over').evaluate((one) => one.scrollHeight - one.clientHeight),
  ).toBeLessThan(2);
  expect(await violations(visitor)).toEqual([]);

  await visitor.tap('d5');
  await expect.poll(() => visitor.page.locator('g.number').count()).toBe(0);
  await visitor.page.getByRole('link', { name: 'Look where it turned' }).click();
  await visitor.page.waitForURL(/\/analyse\/local\/[\w-]+#review$/);
  await visitor.page.locator('[role=grid]').first().waitFor({ state: 'attached' });
  await visitor.leave();
});

test('a tile after the other lights up where things may move', async () => {
  const visitor = await Visitor.arrive('/', { ...PHONE, reducedMotion: 'no-preference' });
  await win(visitor);
  await visitor.until(/wins/);
  await visitor.page.locator('g.number').nth(4).waitFor();
  await visitor.picture('end-five-phone');
  await visitor.leave();
});

test('an earlier position of a finished game is looked at, and analysed from there', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.import('1. d2d5 {Bold.} (1. d2d4 {Safe.}) d8xd5@d6x@d4N 2. e2e4 e8e6 *\n');
  await visitor.board();
  await visitor.press('Resign');
  await visitor.press('Yes, resign');
  await visitor.until('Brown wins');
  await visitor.press('Previous');
  await visitor.press('Previous');
  await visitor.until('an earlier turn');
  await visitor.tap('c2');
  await visitor.until(/c2, White 2-tile: can go to \d+ squares/);
  expect(await visitor.page.locator('.target').count()).toBeGreaterThan(1);
  await visitor.tap('d6');
  await visitor.until('d6, No Way');
  await visitor.picture('end-looking-back');
  await visitor.press('Start');
  await visitor.press('Play');
  const current = visitor.page.locator('.turns [aria-current]');
  await current.first().waitFor(); // the first step was made
  await visitor.press('Pause');
  await visitor.until('an earlier turn');
  await visitor.press('Play');
  await visitor.until('Brown wins'); // it has played to the end
  await visitor.press('Previous');
  await visitor.press('Previous');

  // The game is opened where one was, with all that was written to it, and what is added to it stays.
  await visitor.page.getByRole('link', { name: 'Analyse from here' }).click();
  await visitor.page.waitForURL(/\/analyse\/local\/[\w-]+#4$/);
  const tree = visitor.page.locator('.tree');
  await tree.getByText('Bold.').waitFor();
  await tree.getByText('Safe.').waitFor();
  await expect.poll(() => tree.locator('[aria-current=step]').textContent()).toContain('barragoon on d4');
  expect(await tree.innerText()).toMatch(/e8.e6/);
  await visitor.tap('e2');
  await visitor.tap('e3');
  await expect.poll(() => tree.locator('.variation').count()).toBe(2);
  await expect
    .poll(() => visitor.page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('barragoon.tree.'))))
    .toBe(true);
  await visitor.page.goBack();
  await visitor.until('Brown wins');
  await visitor.press('Previous');
  await visitor.page.getByRole('link', { name: 'Analyse from here' }).click();
  await expect.poll(() => tree.locator('.variation').count()).toBe(2);
  await visitor.leave();
});

test('a wrong address says so and leads home', async () => {
  const visitor = await Visitor.arrive('/nosuchpage');
  await visitor.page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
  await visitor.page.getByText('/nosuchpage').waitFor();
  await visitor.page.getByRole('link', { name: 'To the start page' }).click();
  await visitor.page.getByRole('button', { name: 'Begin' }).waitFor();
  await visitor.leave();
});

test('the options of a new game open over the page, and are remembered here and in the lobby', async () => {
  const visitor = await Visitor.arrive('/', DESKTOP);
  await visitor.page.waitForLoadState('networkidle');
  await visitor.shifts();
  await visitor.openOptions();
  await visitor.page.getByLabel('Clock').selectOption({ label: '10 min + 5 s a turn' });
  await visitor.closeSheet();
  expect(await visitor.shifts()).toEqual([]);
  await visitor.page.reload();
  await visitor.page.getByText('10 min + 5 s a turn').waitFor();
  await visitor.picture('start-options-kept');

  await visitor.press(/Invite a friend/);
  const sheet = visitor.page.locator('dialog[open]');
  await sheet.getByText('10 min + 5 s a turn').waitFor();
  await sheet.getByText('Brown', { exact: true }).click();
  await visitor.picture('start-invite');
  await visitor.press('Make the link');
  await visitor.page.getByText('You play Brown').waitFor();
  await visitor.page.getByText('10 min + 5 s a turn').waitFor();
  await visitor.picture('waiting-terms');
  await visitor.go('/lobby');
  await visitor.page.getByText('10 min + 5 s a turn').first().waitFor();
  await visitor.leave();
});
