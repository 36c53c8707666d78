// What buttons say stays in one line on a phone, in the language with the longest words for them.
import { expect, test } from 'vitest';
import { PHONE, Visitor } from './visitor.ts';

const PLACES: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  start: (visitor) => visitor.go('/'),
  learn: async (visitor) => {
    await visitor.go('/learn');
    await visitor.page.locator('#first-game').waitFor();
  },
  'lost or not': async (visitor) => {
    await visitor.go('/learn/4.5a');
    await visitor.page.locator('.ends button').first().waitFor();
  },
  puzzles: async (visitor) => {
    await visitor.go('/puzzles');
    await visitor.page.locator('.themes a').first().waitFor();
  },
  game: async (visitor) => {
    await visitor.go('/');
    await visitor.page.locator('.others button').first().click();
    await visitor.board();
  },
  more: async (visitor) => {
    await visitor.page.locator('.actions button').last().click();
    await visitor.page.locator('dialog[open]').waitFor();
  },
};

/** The buttons whose words stand in more than one line. */
function brokenLabels(visitor: Visitor): Promise<string[]> {
  return visitor.page.evaluate(() => {
    const range = document.createRange();
    const lines = (text: Node): number => {
      range.selectNodeContents(text);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    return [...document.querySelectorAll('button, a.button')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }) && !button.closest('[inert]'))
      .flatMap((button) => [...button.childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '' && lines(node) > 1)
      .map((node) => node.textContent?.trim() ?? '');
  });
}

test.each([
  [390, 844],
  [360, 740],
])('Italian labels stay in one line on a screen of %i by %i', async (width, height) => {
  const visitor = await Visitor.arrive('/', { ...PHONE, viewport: { width, height }, locale: 'it' });
  for (const [place, open] of Object.entries(PLACES)) {
    await open(visitor);
    await visitor.page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect.soft(await brokenLabels(visitor), place).toEqual([]);
  }
  await visitor.leave();
});
