// What can be tapped in Analyse is as high as a finger needs, also where that is more than what is seen.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PHONE, Visitor } from './visitor.ts';

const GAME = readFileSync('../tests/data/games/sample.bgn', 'utf8');
const LABEL = 'label:has([type=checkbox], [type=radio])';
const TAPPED = `button, a, select, summary, textarea, input:not([type=checkbox], [type=radio]), ${LABEL}`;

/** What a finger could miss. Heights are felt for with the browser's hit test, up and down from the middle. */
async function tooLow(visitor: Visitor): Promise<string[]> {
  return visitor.page.evaluate(
    ([tapped, least]) => {
      const isHit = (element: Element, x: number, y: number): boolean =>
        document.elementFromPoint(x, y)?.closest(tapped) === element;
      const heightOf = (element: Element): number => {
        element.scrollIntoView({ block: 'center', inline: 'center' });
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        let [above, below] = [0, 0];
        while (isHit(element, x, y - above)) above += 0.5;
        while (isHit(element, x, y + below)) below += 0.5;
        return above + below;
      };
      const room: ParentNode = document.querySelector('dialog[open]') ?? document;
      return [...room.querySelectorAll(tapped)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
        .map((element) => ({ element, height: heightOf(element) }))
        .filter(({ height }) => height > 0 && height < least) // 0: outside of what is scrolled
        .map(({ element, height }) => `${element.className} "${element.textContent.trim().slice(0, 30)}" ${height}`);
    },
    [TAPPED, 43] as const, // 44 where an edge lies between two pixels
  );
}

/** Each follows from the one before. */
const STATES: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  lines: async ({ page }) => {
    await page.locator('.line .more').click();
    await page.locator('.engine .switch').click();
    await page.locator('.line.best .score').filter({ hasText: /\d/ }).waitFor();
  },
  menu: async (visitor) => {
    await visitor.page.locator('.engine .switch').click();
    await visitor.page.locator('.line .more').click();
    await visitor.press('More');
    await visitor.page.locator('dialog[open]').waitFor();
  },
  opening: async (visitor) => {
    await visitor.press('Open');
    await visitor.page.locator('dialog textarea').waitFor();
  },
  moves: async ({ page }) => {
    await page.locator('dialog textarea').fill(GAME);
    await page.locator('dialog button[type=submit]').click();
    await page.locator('.tree .part').nth(20).waitFor();
  },
  explained: ({ page }) => page.locator('#tab-explain').click(),
  review: async (visitor) => {
    await visitor.page.locator('#tab-review').click();
    await visitor.press('Review this game');
    await visitor.page.locator('article').first().waitFor();
    await visitor.press('Everything');
  },
  graph: ({ page }) => page.locator('#tab-moves').click(),
  mistakes: async ({ page }) => {
    await page.locator('#tab-review').click();
    await page.locator('.review .buttons .main').click();
    await page.locator('.band[aria-label]').waitFor();
  },
  editor: async (visitor) => {
    await visitor.go('/editor');
    await visitor.board();
  },
};

test.each([
  [360, 640],
  [740, 360],
])('a finger hits what it means in Analyse, at %i by %i', async (width, height) => {
  const visitor = await Visitor.arrive('/analyse', { ...PHONE, viewport: { width, height } });
  await visitor.board();
  for (const [state, reach] of Object.entries(STATES)) {
    await reach(visitor);
    expect.soft(await tooLow(visitor), state).toEqual([]);
  }
  await visitor.leave();
});
