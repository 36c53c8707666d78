// What holds on every screen: axe finds nothing, fingers hit, nothing scrolls sideways, all four languages are spoken.
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

async function violations(visitor: Visitor): Promise<string[]> {
  await visitor.page.evaluate(AXE);
  const found = await visitor.page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run(document, { runOnly: rules })).violations;
  }, RULES);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** What a finger of 44 pixels would miss. */
async function small(visitor: Visitor): Promise<string[]> {
  return visitor.page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, select, summary')]
      .filter((element) => element.checkVisibility() && !element.closest('[inert]'))
      .map((element) => ({ words: element.textContent.trim().slice(0, 30), box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(({ words, box }) => `${words} ${box.width.toFixed()}x${box.height.toFixed()}`),
  );
}

/** The screens, each with how one gets there. */
const SCREENS: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  start: (visitor) => visitor.go('/'),
  lobby: (visitor) => visitor.go('/lobby'),
  rules: async (visitor) => {
    await visitor.go('/rules');
    await visitor.board();
  },
  game: async (visitor) => {
    await visitor.go('/');
    await visitor.page.locator('.others button').first().click();
    await visitor.board();
  },
  games: (visitor) => visitor.go('/games'),
};

const SIZES: readonly (readonly [string, BrowserContextOptions])[] = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
];

test.each(
  SIZES.flatMap(([name, size]) => (['light', 'dark'] as const).map((colorScheme) => ({ name, size, colorScheme }))),
)('every screen is for everybody ($name, $colorScheme)', async ({ name, size, colorScheme }) => {
  const visitor = await Visitor.arrive('/', { ...size, colorScheme, bypassCSP: true });
  for (const [screen, open] of Object.entries(SCREENS)) {
    await open(visitor);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await visitor.page.waitForLoadState('networkidle');
    await visitor.picture(`${screen}-${name}-${colorScheme}`);
    expect.soft(await violations(visitor), screen).toEqual([]);
    if (size === PHONE) expect.soft(await small(visitor), screen).toEqual([]);
    const isWide = await visitor.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect.soft(isWide, `${screen} scrolls sideways`).toBe(false);
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
    const isWide = await visitor.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect.soft(isWide, `${screen} scrolls sideways in ${locale}`).toBe(false);
    expect.soft(await small(visitor), `${screen} in ${locale}`).toEqual([]);
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
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  await visitor.page.waitForLoadState('networkidle');
  await visitor.page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    // What a tap brings about counts too: a phase changes by taps.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift' });
  });
  await visitor.move('d2', 'd5');
  await visitor.move('d8', 'd5');
  await visitor.place(0, 'd6');
  await visitor.place(8, 'd4');
  await visitor.until('White moves');
  await visitor.page.waitForTimeout(500);
  const shifts = await visitor.page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
  await visitor.leave();
});
