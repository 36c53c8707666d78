// What holds on every screen: axe finds nothing, fingers hit, nothing scrolls sideways, all four languages are spoken.
import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { smallTargets, violations } from './accessibility.ts';
import { cutText } from './cut_text.ts';
import { act, moveOfGrade, puzzleFor, untilAsked, untilSaid } from './puzzle_answers.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

/** The screens, each with how one gets there. */
const SCREENS: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  start: (visitor) => visitor.go('/'),
  lobby: (visitor) => visitor.go('/lobby'),
  rules: async (visitor) => {
    await visitor.go('/rules');
    await visitor.board();
  },
  game: begin,
  games: (visitor) => visitor.go('/games'),
  puzzles: async (visitor) => {
    await visitor.go('/puzzles');
    await visitor.page.locator('.themes a').first().waitFor();
  },
  puzzle: askPuzzle,
};

const PUZZLE = puzzleFor('win 1', ({ accepted }) => accepted.length > 5 && accepted.length < 16);

async function askPuzzle(visitor: Visitor): Promise<void> {
  await visitor.go(`/puzzles/${PUZZLE.id}`);
  await untilAsked(visitor);
}

async function begin(visitor: Visitor): Promise<void> {
  await visitor.go('/');
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
}

async function sheet(visitor: Visitor, button: string): Promise<void> {
  await begin(visitor);
  await visitor.press(button);
  await visitor.page.locator('dialog[open]').waitFor();
}

/** What a screen can be in the middle of. */
const STATES: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  settings: async (visitor) => {
    await sheet(visitor, 'More');
    await visitor.page.locator('dialog').getByRole('button', { name: 'Settings' }).click();
    await visitor.page.getByLabel('Language').waitFor();
  },
  more: (visitor) => sheet(visitor, 'More'),
  draw: (visitor) => sheet(visitor, 'Draw'),
  resign: (visitor) => sheet(visitor, 'Resign'),
  options: async (visitor) => {
    await visitor.go('/');
    await visitor.openOptions();
  },
  chosen: async (visitor) => {
    await begin(visitor);
    await visitor.tap('d2');
  },
  placing: async (visitor) => {
    await begin(visitor);
    await visitor.move('d2', 'd5');
    await visitor.move('d8', 'd5');
    await visitor.page.locator('.tray button').nth(8).click();
    await visitor.tap('d6');
  },
  offered: async (visitor) => {
    await sheet(visitor, 'Draw');
    await visitor.press('Offer a draw');
    await visitor.page.getByText('White offers a draw').waitFor();
  },
  over: async (visitor) => {
    await sheet(visitor, 'Resign');
    await visitor.press('Yes, resign');
    await visitor.until('Brown wins');
  },
  replay: async (visitor) => {
    await visitor.import('1. d2d5 d8xd5@d6x@d4N 2. e2e4 e8e6 *\n');
    await visitor.board();
    await visitor.press('Previous');
    await visitor.until('an earlier turn');
  },
  continue: async (visitor) => {
    await visitor.go('/');
    await visitor.page.getByText('Continue your game').waitFor();
  },
  naming: async (visitor) => {
    await visitor.go('/');
    await visitor.press(/Invite a friend/);
    await visitor.page.locator('dialog[open]').waitFor();
  },
  waiting: async (visitor) => {
    await visitor.go('/');
    await visitor.invite();
  },
  gone: (visitor) => visitor.go('/local/nothing'),
  unknown: (visitor) => visitor.go('/nosuchpage'),
  'puzzle-wrong': async (visitor) => {
    await askPuzzle(visitor);
    await act(visitor, moveOfGrade(PUZZLE, 'wrong') ?? '');
    await untilSaid(visitor, 'Not yet.');
  },
  'puzzle-solved': async (visitor) => {
    await askPuzzle(visitor);
    await act(visitor, PUZZLE.first ?? '');
    await untilSaid(visitor, 'Now place');
    await act(visitor, PUZZLE.accepted[0] ?? '');
    await untilSaid(visitor, 'These faces');
  },
  rush: (visitor) => visitor.go('/puzzles/rush'),
};

const SIZES: readonly (readonly [string, BrowserContextOptions])[] = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
];

/** Compared with the size that was asked for: a phone zooms out of a page that is too wide, and innerWidth grows. */
async function isTooWide(visitor: Visitor): Promise<boolean> {
  const width = await visitor.page.evaluate(() => document.documentElement.scrollWidth);
  return width > (visitor.page.viewportSize()?.width ?? 0);
}

test.each(
  SIZES.flatMap(([name, size]) => (['light', 'dark'] as const).map((colorScheme) => ({ name, size, colorScheme }))),
)('every screen is for everybody ($name, $colorScheme)', async ({ name, size, colorScheme }) => {
  const visitor = await Visitor.arrive('/', { ...size, colorScheme, bypassCSP: true });
  // Each state is seen at both sizes and in both modes, but not in all four pairs of them: axe takes its time.
  const isFull = (size === PHONE) === (colorScheme === 'dark');
  for (const [screen, open] of Object.entries({ ...SCREENS, ...(isFull ? STATES : {}) })) {
    await open(visitor);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await visitor.picture(`${screen}-${name}-${colorScheme}`);
    expect.soft(await violations(visitor), screen).toEqual([]);
    if (size === PHONE) expect.soft(await smallTargets(visitor), screen).toEqual([]);
    const isWide = await isTooWide(visitor);
    expect.soft(isWide, `${screen} scrolls sideways`).toBe(false);
  }
  await visitor.leave();
});

test.each([
  { theme: 'slate', mode: 'light', contrast: false },
  { theme: 'slate', mode: 'dark', contrast: false },
  { theme: 'paper', mode: 'light', contrast: true },
  { theme: 'slate', mode: 'dark', contrast: true },
])('every theme is for everybody ($theme, $mode, contrast $contrast)', async (theme) => {
  const visitor = await Visitor.arrive('/', { ...PHONE, bypassCSP: true });
  await visitor.page.evaluate((chosen) => {
    localStorage.setItem('barragoon.settings', JSON.stringify(chosen));
  }, theme);
  const { start, game } = SCREENS;
  const { chosen, placing, offered } = STATES;
  for (const [screen, open] of Object.entries({ start, game, chosen, placing, offered })) {
    await open?.(visitor);
    await visitor.picture(`${screen}-${theme.theme}-${theme.mode}${theme.contrast ? '-contrast' : ''}`);
    expect.soft(await violations(visitor), screen).toEqual([]);
  }
  await visitor.leave();
});

test.each(['en', 'de', 'fr', 'it'])("the page speaks the browser's language (%s)", async (locale) => {
  const visitor = await Visitor.arrive('/', { ...PHONE, locale });
  for (const [screen, open] of Object.entries(SCREENS)) {
    await open(visitor);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await visitor.page.waitForLoadState('networkidle');
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe(locale);
    const isWide = await isTooWide(visitor);
    expect.soft(isWide, `${screen} scrolls sideways in ${locale}`).toBe(false);
    expect.soft(await smallTargets(visitor), `${screen} in ${locale}`).toEqual([]);
    expect.soft(await cutText(visitor), `${screen} in ${locale}`).toEqual([]);
    await visitor.picture(`${screen}-${locale}`);
  }
  await visitor.leave();
});

test('another language can be chosen, and is remembered', async () => {
  const visitor = await Visitor.arrive('/');
  await visitor.press('Settings');
  await visitor.page.getByLabel('Language').selectOption('it');
  await visitor.page.getByText('Gioca contro il computer').waitFor();
  await visitor.page.reload();
  await visitor.page.getByText('Gioca contro il computer').waitFor();
  await visitor.leave();
});

test.each(SIZES)('nothing jumps when the phase changes (%s)', async (_, size) => {
  const visitor = await Visitor.arrive('/', size);
  await begin(visitor);
  await visitor.page.waitForLoadState('networkidle');
  await visitor.shifts();
  await visitor.move('d2', 'd5');
  await visitor.move('d8', 'd5');
  await visitor.place(0, 'd6');
  await visitor.place(8, 'd4');
  await visitor.until('White moves');
  await visitor.page.waitForTimeout(500);
  expect(await visitor.shifts()).toEqual([]);
  await visitor.leave();
});

test.each([
  [360, 640],
  [360, 740],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [740, 360],
  [568, 320],
  [700, 650],
])('a game fits on a screen of %i by %i, in every phase', async (width, height) => {
  const visitor = await Visitor.arrive('/', { ...PHONE, viewport: { width, height } });
  await begin(visitor);
  const outside = (): Promise<string[]> =>
    visitor.page.evaluate(() =>
      ['.board svg', '.banner', '.turns', '.tray button', '.row', '.bar']
        .flatMap((part) => [...document.querySelectorAll(part)].map((element) => ({ part, element })))
        .filter(({ element }) => element.checkVisibility({ visibilityProperty: true }))
        .map(({ part, element }) => ({ part, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
        .map(({ part, box }) => `${part} ${box.left} ${box.right} ${box.bottom}`),
    );
  /** The last face of the tray can be hit: nothing lies over it. */
  const isHit = async (): Promise<boolean> => {
    const { x, y } = await visitor.middle('.tray button:last-child');
    return visitor.page.evaluate(
      ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest('.tray button:last-child') != null,
      [x, y],
    );
  };
  expect(await outside()).toEqual([]);
  if (height > width) {
    const square = await visitor.page.locator('.cell[data-square="a1"]').boundingBox();
    expect(Math.round(square?.width ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await visitor.move('d2', 'd5');
  await visitor.move('d8', 'd5');
  expect(await outside()).toEqual([]);
  await expect.poll(isHit).toBe(true);
  await visitor.picture(`fits-${width}x${height}`);
  await visitor.leave();
});
