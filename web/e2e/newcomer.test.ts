// What somebody who has never been here sees on a phone, also on the smallest one: where to begin, what to do in a
// placement, whole sentences.
import { expect, test } from 'vitest';
import { PHONE, Visitor } from './visitor.ts';

const SMALL = { ...PHONE, viewport: { width: 320, height: 568 } } as const;
const TALL = { ...PHONE, viewport: { width: 390, height: 844 } } as const;
const GERMAN = { ...SMALL, locale: 'de-DE' } as const;

/** Whether what is found can be seen and tapped as a whole: nothing lies over its middle or its corners. */
async function isInSight(visitor: Visitor, selector: string): Promise<boolean> {
  const found = visitor.page.locator(selector).filter({ visible: true });
  if ((await found.count()) !== 1) return false;
  return found.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 6, top + 6],
      [right - 6, bottom - 6],
    ] as const;
    return points.every(([x, y]) => {
      const over = document.elementFromPoint(x, y);
      return over !== null && (element.contains(over) || over.contains(element));
    });
  });
}

/** What is cut off of the elements that are found. */
async function cutOff(visitor: Visitor, selector: string): Promise<string[]> {
  return visitor.page
    .locator(selector)
    .evaluateAll((elements) =>
      elements
        .filter(
          (element) => element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1,
        )
        .map((element) => element.textContent.trim()),
    );
}

test.each([
  ['small', SMALL],
  ['tall', TALL],
] as const)('a %s phone shows first how to learn, until something was played', async (name, phone) => {
  const visitor = await Visitor.arrive('/', phone);
  await visitor.page.locator('.learn').waitFor();
  expect(await isInSight(visitor, 'a.learn')).toBe(true);
  await visitor.picture(`newcomer-${name}`);
  await visitor.page.getByRole('button', { name: 'Begin' }).tap();
  await visitor.board();
  await visitor.page.goto(new URL('/', visitor.page.url()).href);
  const beforeOpponents = visitor.page.locator('.card').locator('xpath=preceding-sibling::*').locator('.learn');
  await visitor.page.locator('.learn').waitFor();
  expect(await beforeOpponents.count()).toBe(0);
  await visitor.leave();
});

test.each([
  ['small', SMALL],
  ['tall', TALL],
] as const)('a first placement on a %s phone is shown step by step, and has a button', async (name, phone) => {
  const visitor = await Visitor.arrive('/learn/3.4#core', phone);
  const { page } = visitor;
  await visitor.board();
  await visitor.tap('d3');
  await visitor.tap('f5');
  await page.locator('.placing > .tray').waitFor();
  const steps = page.locator('.step').filter({ visible: true });
  const place = page.getByRole('button', { name: 'Place', exact: true });
  await steps.getByText('Now you: pick one, then an empty square').waitFor();
  expect(await isInSight(visitor, '.step')).toBe(true);
  expect(await place.isDisabled()).toBe(true);
  await page.locator('.tray button').first().tap();
  await steps.getByText('Now tap an empty square').waitFor();
  await visitor.tap('b7');
  await steps.getByText('Tap it again to place it').waitFor();
  expect(await isInSight(visitor, '.step')).toBe(true);
  await visitor.picture(`newcomer-placement-${name}`);
  await place.tap();
  await page.locator('.message.good').waitFor();
  await visitor.leave();
});

test('on the smallest phone nothing that is said is cut, in German', async () => {
  const visitor = await Visitor.arrive('/learn/1.2#core', GERMAN);
  const { page } = visitor;
  await visitor.board();
  await visitor.tap('d5');
  await visitor.tap('e6');
  await page.locator('.message.good').waitFor();
  expect(await cutOff(visitor, '.said, .goal')).toEqual([]);
  await page.goto(new URL('/', page.url()).href);
  await page.getByText('Weiß', { exact: true }).tap();
  await page.getByRole('button', { name: 'Beginnen' }).tap();
  await visitor.board();
  await page.locator('.banner .second').waitFor();
  expect(await cutOff(visitor, '.banner .now, .bar .tiles')).toEqual([]);
  await visitor.picture('newcomer-german');
  await visitor.leave();
});

test('what the number beside the tiles counts is said where there is room', async () => {
  const visitor = await Visitor.arrive('/', TALL);
  await visitor.page.getByRole('button', { name: 'Begin' }).tap();
  await visitor.board();
  await visitor.page.locator('.bar .verb').first().waitFor();
  for (const bar of await visitor.page.locator('.bar').all()) {
    const [row, verb] = [await bar.locator('.count').boundingBox(), await bar.locator('.verb').boundingBox()];
    expect((verb?.y ?? 0) + 1, 'in the same line').toBeLessThan((row?.y ?? 0) + (row?.height ?? 0) / 2);
  }
  await visitor.leave();
});

test('a tap on the barragoon that a hint shows takes it', async () => {
  const visitor = await Visitor.arrive('/learn/4.2', TALL);
  const { page } = visitor;
  await visitor.board();
  await visitor.tap('d1');
  await visitor.tap('d4');
  await page.locator('.placing > .tray').waitFor();
  await visitor.press('Hint');
  await visitor.press('Hint');
  const shown = page.locator('.step').filter({ visible: true });
  await shown.getByText(/^On a8, place .+: .+\.$/).waitFor();
  await visitor.tap('a8');
  await shown.getByText('Tap it again to place it').waitFor();
  await visitor.tap('a8');
  await page.locator('.message.good').waitFor();
  await visitor.leave();
});

test('in a running game looking back is small beside what is to be done, and absent before the first turn', async () => {
  const visitor = await Visitor.arrive('/', TALL);
  const { page } = visitor;
  await page.locator('.others button').first().tap();
  await visitor.board();
  const previous = page.getByRole('button', { name: 'Previous' });
  expect(await previous.isVisible()).toBe(false);
  await visitor.move('d2', 'd5');
  await previous.waitFor();
  for (const button of [previous, page.getByRole('button', { name: 'Next' })]) {
    const box = await button.boundingBox();
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([44, 44]);
    expect(await button.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe('rgba(0, 0, 0, 0)');
  }
  await visitor.picture('newcomer-looking-back');
  await previous.tap();
  await expect.poll(async () => (await visitor.look()).occupied).toContain('d2');
  await visitor.leave();
});
