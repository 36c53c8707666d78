// Learn in a real browser: the short path by touch and by keys, a wrong answer, a reload in the middle, the trainers.
import { expect, test } from 'vitest';
import { violations } from './accessibility.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

/** The short path: each level with the actions that solve it; a number is a face of the tray, a word a button. */
const PATH: readonly (readonly [string, ...(readonly string[])[]])[] = [
  ['1.2', ['d5', 'e6']],
  ['1.3', ['a1', 'b2'], ['b2', 'c3'], ['c3', 'd3']],
  ['1.6', ['a1', 'a5'], ['a5', 'e5'], ['e5', 'g3']],
  ['2.2', ['d3', 'd6']],
  ['2.5', ['d3', 'f4']],
  ['2.7', ['d3', 'b4']],
  ['3.1', ['d4', 'f5']],
  ['3.4', ['d3', 'f5'], ['x', 'g1']],
  ['3.5', ['d3', 'd6'], ['x', 'g1']],
  ['4.2', ['d1', 'd4'], ['x', 'a8']],
  ['4.5a', ['White has lost']],
  ['4.5b', ['It goes on']],
  ['4.5c', ['White has lost']],
  ['4.5d', ['White has lost']],
  ['5.1', ['c4', 'b7']],
];

const done = (visitor: Visitor): Promise<void> => visitor.page.locator('.message.good').waitFor();

async function atLevel(visitor: Visitor, id: string): Promise<void> {
  await visitor.page.waitForURL(`**/learn/${id}#core`);
  await visitor.board();
}

/** Until the learner is to act. */
async function untilYours(visitor: Visitor, isPlacing: boolean): Promise<void> {
  await visitor.page
    .locator(isPlacing ? '.placing .tray' : '.cell.active')
    .first()
    .waitFor({ state: 'attached' });
}

test('the short path by touch, with three stars for each level, and a first game at its end', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.page.getByRole('link', { name: 'Learn it in six minutes' }).tap();
  await visitor.page.getByRole('link', { name: /Round a corner/ }).tap();
  for (const [id, ...actions] of PATH) {
    await atLevel(visitor, id);
    for (const [first = '', second] of actions) {
      if (second === undefined) {
        await visitor.page.getByRole('button', { name: first }).tap();
        continue;
      }
      await untilYours(visitor, first === 'x');
      if (first === 'x') await visitor.page.locator('.tray button').first().tap();
      else await visitor.tap(first);
      await visitor.tap(second);
      if (first === 'x') await visitor.tap(second);
    }
    await done(visitor);
    const scrolls = await visitor.page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    expect(scrolls, `${id} scrolls`).toBe(false);
    if (id !== '5.1') await visitor.press('Next');
  }
  const kept = await visitor.page.evaluate(() => localStorage.getItem('barragoon.learn'));
  const { stars } = JSON.parse(kept ?? '{}') as { stars: Record<string, number> };
  expect(PATH.map(([id]) => stars[id])).toEqual(PATH.map(() => 3));
  await visitor.picture('learn-core-done');
  await visitor.press('Your first game');
  await visitor.page.waitForURL('**/local/*');
  await visitor.board();
  await visitor.leave();
});

test('the short path by keys alone, and what was done is heard', async () => {
  const visitor = await Visitor.arrive('/learn/1.2#core', DESKTOP);
  const { page } = visitor;
  await visitor.board();
  /** Walks to a square with the arrow keys, from wherever the focus is. */
  const walk = async (square: string): Promise<void> => {
    const here = await page.locator('[role=gridcell][tabindex="0"]').getAttribute('data-square');
    const [from, to] = [here ?? 'd2', square].map((name) => [name.charCodeAt(0), name.charCodeAt(1)] as const);
    if (!from || !to) return;
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    const press = async (key: string, times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    };
    await press(to[0] > from[0] ? 'ArrowRight' : 'ArrowLeft', Math.abs(to[0] - from[0]));
    await press(to[1] > from[1] ? 'ArrowUp' : 'ArrowDown', Math.abs(to[1] - from[1]));
  };
  for (const [id, ...actions] of PATH.slice(0, 10)) {
    await atLevel(visitor, id);
    for (const [first = '', second = ''] of actions) {
      await untilYours(visitor, first === 'x');
      if (first === 'x') {
        await walk(second);
        await page.keyboard.press('1');
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        continue;
      }
      await walk(first);
      await page.keyboard.press('Enter');
      await walk(second);
      await page.keyboard.press('Enter');
    }
    await done(visitor);
    await expect.poll(() => page.getByRole('status').last().textContent()).toContain('Done.');
    await page.keyboard.press('Enter');
  }
  await atLevel(visitor, '4.5a');
  await visitor.leave();
});

test('a wrong answer is answered on the board, a reload resumes, and a hint has two steps', async () => {
  const visitor = await Visitor.arrive('/learn/4.2', { ...PHONE, bypassCSP: true });
  await visitor.board();
  await visitor.tap('d1');
  await visitor.tap('d4');
  await untilYours(visitor, true);
  await visitor.page.locator('.tray button').nth(5).tap(); // Two Ways
  await visitor.tap('a8');
  await visitor.tap('a8');
  await visitor.page.getByText('still runs a9–a8–a7').first().waitFor();
  await visitor.picture('learn-wrong');
  expect(await violations(visitor)).toEqual([]);
  await visitor.reload();
  await untilYours(visitor, true);
  expect(await visitor.page.locator('.piece[data-square=d4]').getAttribute('data-cell')).toBe('D');
  await visitor.press('Hint');
  await visitor.page.getByText('Look at a8.').filter({ visible: true }).first().waitFor();
  await visitor.page.keyboard.press('h');
  await visitor.page
    .getByText(/^On a8, place .+\.$/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await visitor.leave();
});

test.each([
  ['list', '/learn', '.ways'],
  ['everything', '/learn#all', '.ways'],
  ['trainers', '/learn#trainers', '.ways'],
  ['level', '/learn/2.4', '[role=grid]'],
  ['quiz', '/learn/4.5a', '.ends'],
  ['marking', '/learn/1.7', '[role=grid]'],
  ['trainer', '/learn/faces/2', '.exit'],
  ['two faces', '/learn/faces/5', '[role=grid]'],
  ['drill', '/learn/drills/door', '.tray'],
])('axe finds nothing: %s', async (name, path, part) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const visitor = await Visitor.arrive(path, { ...PHONE, colorScheme, bypassCSP: true });
    await visitor.page.locator(part).first().waitFor();
    expect.soft(await violations(visitor), `${name} ${colorScheme}`).toEqual([]);
    await visitor.picture(`learn-${name}-${colorScheme}`);
    await visitor.leave();
  }
});

test('all of it works without a network after one visit', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  const { page } = visitor;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await visitor.context.setOffline(true);
  await visitor.go('/learn');
  await page.getByRole('link', { name: /Round a corner/ }).tap();
  await untilYours(visitor, false);
  await visitor.tap('d5');
  await visitor.tap('e6');
  await done(visitor);
  // A proof, the engine's own thread included.
  await visitor.go('/learn/4.2');
  await untilYours(visitor, false);
  await visitor.tap('d1');
  await visitor.tap('d4');
  await untilYours(visitor, true);
  await page.locator('.tray button').first().tap();
  await visitor.tap('a8');
  await visitor.tap('a8');
  await done(visitor);
  await visitor.go('/learn/faces/3');
  await page.locator('.exit').first().waitFor();
  await visitor.go('/learn/drills/foot');
  await page.locator('.placing .tray').first().waitFor();
  await visitor.go('/learn');
  await page.getByRole('img', { name: '3 of 3 stars' }).first().waitFor();
  await visitor.leave();
});

test('progress goes to another device as a text', async () => {
  const first = await Visitor.arrive('/learn/1.2', { ...PHONE, bypassCSP: true });
  await untilYours(first, false);
  await first.tap('d5');
  await first.tap('e6');
  await done(first);
  await first.go('/learn');
  await first.press('Your progress on another device');
  const text = await first.page.locator('dialog textarea').first().inputValue();
  expect(await violations(first)).toEqual([]);
  await first.picture('learn-progress');
  await first.leave();

  const second = await Visitor.arrive('/learn', DESKTOP);
  await second.press('Your progress on another device');
  await second.page.getByLabel('Text from another device').fill('nonsense');
  await second.press('Take it over');
  await second.page.getByText('This is no such text.').waitFor();
  await second.page.getByLabel('Text from another device').fill(text);
  await second.press('Take it over');
  await second.page.getByText('Taken over.').waitFor();
  await second.press('Close');
  await second.page.getByRole('img', { name: '3 of 3 stars' }).first().waitFor();
  await second.leave();
});

/** What somebody can be in the middle of, each with how one gets there. */
const STATES: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  done: async (visitor) => {
    await visitor.go('/learn/2.4');
    for (const [from, to] of [
      ['d3', 'd6'],
      ['d6', 'd3'],
    ] as const) {
      await untilYours(visitor, false);
      await visitor.tap(from);
      await visitor.tap(to);
    }
    await done(visitor);
  },
  slipped: async (visitor) => {
    await visitor.go('/learn/6.1');
    await untilYours(visitor, false);
    await visitor.tap('d8');
    await visitor.tap('d5');
    await visitor.page
      .getByText(/You had a win in 2/)
      .first()
      .waitFor();
  },
  'trainer-wrong': async (visitor) => {
    await visitor.go('/learn/faces/2');
    await visitor.page.locator('.exit').first().waitFor();
    while ((await visitor.page.locator('.result.bad').count()) === 0) {
      await visitor.page.keyboard.press('b');
      await visitor.page.locator('.result.bad, .exit:enabled').first().waitFor();
    }
  },
  'foot-answered': async (visitor) => {
    await visitor.go('/learn/drills/foot');
    await visitor.page.locator('.placing .tray').first().waitFor();
    await visitor.page.locator('.tray button').first().click();
    // No Way on the first empty square: nearly every placement loses.
    const empty = await visitor.page
      .locator('[role=gridcell][aria-label*="empty"]')
      .first()
      .getAttribute('data-square');
    await visitor.tap(empty ?? 'a1');
    await visitor.tap(empty ?? 'a1');
    await visitor.page.locator('.result.wrong, .result.right').waitFor();
  },
};

test.each(Object.keys(STATES))('axe finds nothing in the middle: %s', async (name) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const visitor = await Visitor.arrive('/learn', { ...PHONE, colorScheme, bypassCSP: true });
    await STATES[name]?.(visitor);
    expect.soft(await violations(visitor), `${name} ${colorScheme}`).toEqual([]);
    await visitor.picture(`learn-state-${name}-${colorScheme}`);
    await visitor.leave();
  }
});

test('a round of the face trainer by keys: what is wrong is shown until one goes on', async () => {
  const visitor = await Visitor.arrive('/learn/faces/1', DESKTOP);
  const { page } = visitor;
  await page.locator('.exit').first().waitFor();
  const strokes = page.locator('.strokes i.right, .strokes i.wrong');
  for (let asked = 1; asked <= 20; asked += 1) {
    await page.keyboard.press('b');
    await expect.poll(() => strokes.count()).toBe(asked);
    if ((await page.locator('.result.bad').count()) > 0) await page.keyboard.press('Enter');
    await page
      .locator(asked === 20 ? '.over' : '.exit:enabled')
      .first()
      .waitFor();
  }
  await page.getByText(/of 20 right/).waitFor();
  await visitor.leave();
});

/** Notes what would be read aloud: a browser without a screen has no voice. */
function noteSpeech(): void {
  const read: string[] = [];
  Object.assign(window, { read });
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      cancel: () => read.push('silence'),
      speak: ({ text, lang }: SpeechSynthesisUtterance) => read.push(`${lang} ${text}`),
    },
  });
}

test('the trainer by ear reads its questions aloud, for who asks for it', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.context.addInitScript(noteSpeech);
  await visitor.go('/learn/faces/6');
  await visitor.page.locator('.exit').first().waitFor();
  const read = (): Promise<string[]> => visitor.page.evaluate(() => (window as unknown as { read: string[] }).read);
  expect(await read()).not.toContainEqual(expect.stringMatching(/^en/));
  await visitor.press('Read aloud');
  await expect.poll(async () => (await read()).at(-1)).toMatch(/^en .*\. .*from/i);
  await visitor.press('Read aloud');
  await expect.poll(async () => (await read()).at(-1)).toBe('silence');
  await visitor.leave();
});

/** What has to be tapped and can't be seen whole: outside the screen, or cut off by what it lies in. */
async function hidden(visitor: Visitor, selector: string): Promise<string[]> {
  return visitor.page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isHit = (y: number): boolean => element.contains(document.elementFromPoint((left + right) / 2, y));
        return right - left < 10 || !isHit(top + 4) || !isHit(bottom - 4);
      })
      .map((element) => element.textContent.trim() || (element.getAttribute('aria-label') ?? '')),
  );
}

test.each([
  ['/learn/4.5a', '.ends button', 320, 568],
  ['/learn/4.8', '.ends button', 320, 568],
  ['/learn/drills/faces', '.faces button', 320, 568],
  ['/learn/faces/3', '.field .exit, .blocked, .row button', 740, 360],
  ['/learn/faces/5', '.field .board svg, .blocked, .row button', 740, 360],
])('all that has to be tapped is in sight: %s, %s', async (path, selector, width, height) => {
  const visitor = await Visitor.arrive(path, { ...PHONE, viewport: { width, height }, locale: 'de' });
  await visitor.page.locator(selector).first().waitFor();
  await expect.poll(() => hidden(visitor, selector)).toEqual([]);
  await visitor.leave();
});

test('a long ending is played against the level that was chosen', async () => {
  const visitor = await Visitor.arrive('/learn#all', PHONE);
  const section = visitor.page.getByRole('region', { name: 'Long endings' });
  await section.getByRole('combobox').selectOption('1');
  await section
    .getByRole('button', { name: /White: .*Brown: / })
    .first()
    .click();
  await visitor.page.waitForURL(/\/local\//);
  await visitor.untilYours();
  await visitor.page.getByText('Pip').first().waitFor();
  const { occupied, movable } = await visitor.look();
  expect(occupied.length).toBeLessThan(12);
  expect(movable.length).toBeGreaterThan(0);
  await visitor.leave();
});
