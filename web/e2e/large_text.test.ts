// Text at one and a half times its size, as set in the browser: nothing is cut off, and all of it fits on the screen.
import { expect, test } from 'vitest';
import { cutText } from './cut_text.ts';
import { act, puzzleFor, untilAsked } from './puzzle_answers.ts';
import { PHONE, Visitor } from './visitor.ts';

const PUZZLE = puzzleFor('win 1', ({ accepted }) => accepted.length > 5 && accepted.length < 16);

/** What a game goes through; each state follows from the one before. */
const GAME: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  begin: async (visitor) => {
    await visitor.go('/');
    await visitor.page.locator('.others button').first().click();
    await visitor.board();
  },
  placing: async (visitor) => {
    await visitor.move('d2', 'd5');
    await visitor.move('d8', 'd5');
    await visitor.page.locator('.tray button').nth(8).click();
    await visitor.tap('d6');
  },
  more: (visitor) => visitor.page.locator('.actions button').last().click(),
  over: async (visitor) => {
    await visitor.page.locator('dialog .list button').nth(1).click();
    await visitor.page.locator('dialog .main').click();
    await visitor.page.locator('.banner.over').waitFor();
  },
};
const SCREENS: typeof GAME = {
  start: (visitor) => visitor.go('/'),
  ...GAME,
  learn: async (visitor) => {
    await visitor.go('/learn');
    await visitor.page.locator('.ways').waitFor();
  },
  level: async (visitor) => {
    await visitor.go('/learn/4.2');
    await visitor.page.locator('.cell.active').first().waitFor({ state: 'attached' });
  },
  trainer: async (visitor) => {
    await visitor.go('/learn/faces/1');
    await visitor.page.locator('.exit').first().waitFor();
  },
  puzzle: async (visitor) => {
    await visitor.go(`/puzzles/${PUZZLE.id}`);
    await untilAsked(visitor);
    await act(visitor, PUZZLE.first ?? '');
    await visitor.page.locator('.placing .tray').first().waitFor();
  },
  analyse: async (visitor) => {
    await visitor.go('/analyse');
    await visitor.page.locator('.study').waitFor();
  },
  editor: async (visitor) => {
    await visitor.go('/editor');
    await visitor.board();
  },
};

test.each([
  [360, 640, 'fr'],
  [390, 844, 'de'],
  [1280, 800, 'it'],
])('large text is read on a screen of %i by %i (%s)', async (width, height, locale) => {
  const visitor = await Visitor.arrive('/icon.svg', { ...PHONE, viewport: { width, height }, locale });
  await visitor.setTextSize(24);
  for (const [screen, open] of Object.entries(SCREENS)) {
    await open(visitor);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await visitor.page.evaluate(() => document.fonts.ready.then(() => undefined));
    await visitor.picture(`large-${screen}-${width}x${height}`);
    expect.soft(await cutText(visitor), screen).toEqual([]);
  }
  await visitor.leave();
});
