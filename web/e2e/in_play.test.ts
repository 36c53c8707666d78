// The screen in play: what is to be done is never covered, who can move is always seen, turns are drawn, help is there.
import { expect, test } from 'vitest';
import { violations } from './accessibility.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

const SIZES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;

/** White takes on d4 and shuts in Brown's last tile. */
const WIN = '[FEN "z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1"]\n\n*\n';
const COMPUTER = '[Brown "Computer"]\n[BrownLevel "1"]\n[BrownSeed "7"]\n';

async function hover(visitor: Visitor, what: string): Promise<void> {
  const { x, y } = await visitor.middle(what);
  await visitor.page.mouse.move(x, y);
}

test('a pointer that rests where it has just placed covers neither the task nor the result', async () => {
  const visitor = await Visitor.arrive('/', DESKTOP);
  await visitor.import(WIN);
  await visitor.board();
  const explained = visitor.page.locator('.explained');
  const task = visitor.page.locator('.banner .words');
  await hover(visitor, 'b9');
  await explained.filter({ hasText: 'All Turns: enter from any side' }).waitFor();
  expect(await task.innerText()).toContain('White moves a tile');
  await visitor.move('d1', 'd4');
  await visitor.place(0, 'a8');
  await visitor.until('White wins');
  expect(await explained.count()).toBe(0);
  expect(await task.innerText()).toContain('White wins');
  // What lies over the words is the words themselves.
  const isCovered = await task.evaluate((words) => {
    const { left, top } = (words.firstElementChild ?? words).getBoundingClientRect();
    return !words.contains(document.elementFromPoint(left + 5, top + 5));
  });
  expect(isCovered).toBe(false);
  await visitor.picture('in-play-won');
  await visitor.leave();
});

test('lost is red, drawn is amber', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  const end = async (...buttons: string[]): Promise<string> => {
    await visitor.import(`${COMPUTER}\n*\n`);
    await visitor.board();
    for (const name of buttons) await visitor.press(name);
    await visitor.page.locator('.banner.over').waitFor();
    return (await visitor.page.locator('.banner').getAttribute('class')) ?? '';
  };
  expect(await end('Resign', 'Yes, resign')).toContain('lost');
  await visitor.picture('in-play-lost');
  await visitor.go('/');
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  for (const name of ['Draw', 'Offer a draw', 'Accept']) await visitor.press(name);
  await visitor.until('Draw');
  expect(await visitor.page.locator('.banner').getAttribute('class')).toContain('drawn');
  await visitor.leave();
});

test.each(SIZES)('which tiles can move is seen beside both names, and heard (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', { ...size, bypassCSP: true });
  await visitor.import('[FEN "1x1v2z/7/7/7/7/3D3/7/x6/Zx5 w - 16 02 1"]\n\n*\n');
  await visitor.board();
  const row = (side: string): ReturnType<Visitor['page']['locator']> => visitor.page.locator(`.${side} .tiles`);
  expect(await row('near').getAttribute('aria-label')).toBe('White: 1 of 2 tiles can move, stuck: a1');
  expect(await row('near').innerText()).toContain('1 of 2');
  expect(await row('far').innerText()).toContain('2 of 2');
  expect(await row('near').locator('.stuck').count()).toBe(1);
  expect(await row('near').locator('.lost').count()).toBe(5);
  await visitor.page.getByText('needs 3').waitFor();
  await visitor.picture(`in-play-mobility-${name}`);
  expect(await violations(visitor)).toEqual([]);
  if (size === DESKTOP) {
    await visitor.page.locator('.near [data-tile=d4]').hover();
    await visitor.picture('in-play-lit');
    const isLit = (): Promise<number> => visitor.page.locator('.board rect[stroke="var(--may)"]').count();
    await expect.poll(isLit).toBe(1);
    await hover(visitor, 'd6');
    await expect.poll(isLit).toBe(0);
  }
  await visitor.page.keyboard.press('b');
  await visitor.page.locator('[aria-live=polite]').getByText('Brown: 2 of 2 tiles can move').waitFor();
  await visitor.leave();
});

test.each(SIZES)('turns show their faces as the board does, and say them (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', size);
  await visitor.import('1. d2d5 d8xd5@d6x@d4N 2. e2e4 e8e6 *\n');
  await visitor.board();
  const turn = visitor.page.locator('[data-turn="d8xd5@d6x@d4N"]');
  expect(await turn.locator('svg').count()).toBe(2);
  expect(await turn.locator('.seen').innerText()).toMatch(/^d8×d5\s*d6\s*d4$/);
  expect(await turn.locator('.unseen').textContent()).toBe(
    'Brown: d8 takes the 3-tile on d5. White: barragoon on d6, No Way: no tile crosses it. ' +
      'Brown: barragoon on d4, Left Turn: enter going right, leave going up',
  );
  const drawing = (): Promise<string> => turn.locator('svg').last().innerHTML();
  const before = await drawing();
  await visitor.picture(`in-play-turns-${name}`);
  await visitor.page.keyboard.press('f');
  await turn
    .locator('.unseen')
    .filter({ hasText: 'enter going left, leave going down' })
    .waitFor({ state: 'attached' });
  expect(await drawing()).not.toBe(before);
  await turn.click();
  await visitor.until('an earlier turn');
  await visitor.leave();
});

test('the tray is there only while something is placed', async () => {
  const visitor = await Visitor.arrive('/', DESKTOP);
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  const tray = visitor.page.locator('.middle .tray').first();
  expect(await tray.isVisible()).toBe(false);
  const list = await visitor.page.locator('.turns ol').boundingBox();
  expect(list?.height).toBeGreaterThanOrEqual(250);
  await visitor.move('d2', 'd5');
  await visitor.move('d8', 'd5');
  await tray.waitFor({ state: 'visible' });
  await visitor.picture('in-play-tray');
  await visitor.place(0, 'd6');
  await visitor.place(1, 'd4');
  await visitor.until('White moves');
  await tray.waitFor({ state: 'hidden' });
  await visitor.leave();
});

test.each(SIZES)('a hint comes in two steps and is counted at the end (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', { ...size, bypassCSP: true });
  await visitor.import(`${COMPUTER}${WIN}`);
  await visitor.board();
  await visitor.press('Hint');
  await visitor.until('You can win this turn: look at d1');
  expect(await visitor.page.locator('path.line.may').count()).toBe(0);
  await visitor.picture(`in-play-hint-${name}`);
  expect(await violations(visitor)).toEqual([]);
  await visitor.press('Show it');
  await visitor.until('Hint: move from d1 to d4');
  expect(await visitor.page.locator('path.line.may').count()).toBe(1);
  expect(await visitor.page.getByRole('button', { name: 'Hint' }).isDisabled()).toBe(true);
  await visitor.move('d1', 'd4');
  await visitor.press('Hint');
  await visitor.until('You can win this turn: look at a9');
  await visitor.press('Show it');
  await visitor.until('Hint: on a8, place');
  await visitor.picture(`in-play-hint-placing-${name}`);
  await visitor.reload();
  await visitor.place(0, 'a8');
  await visitor.until(/You win.*with 2 hints/s);
  await visitor.leave();
});

test.each(SIZES)('threats of the computer are shown to those who want it (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', size);
  await visitor.import(`${COMPUTER}[FEN "7/z2v2z/7/7/7/3D3/7/Z6/7 w - 16 00 1"]\n\n*\n`);
  await visitor.board();
  const threat = visitor.page.locator('path.line.takes');
  expect(await threat.count()).toBe(0);
  const toggle = async (): Promise<void> => {
    await visitor.press('More');
    await visitor.page.getByLabel('Show threats').click();
    await visitor.press('Close');
  };
  await toggle();
  await threat.waitFor({ state: 'attached' }); // a straight line has no width
  await visitor.until('Brown can take d4');
  await visitor.picture(`in-play-threats-${name}`);
  await visitor.reload(); // it is remembered
  await threat.waitFor({ state: 'attached' }); // a straight line has no width
  await toggle();
  await threat.waitFor({ state: 'detached' });
  await visitor.leave();
});

test.each(['en', 'de', 'fr', 'it'])(
  'the longest objections fit under the task on a small phone (%s)',
  async (locale) => {
    for (const height of [640, 740]) {
      const visitor = await Visitor.arrive('/', { ...PHONE, locale, viewport: { width: 360, height } });
      // The Left Turn on d4 is in the way, and the tile can't go so far.
      await visitor.import('[FEN "3v3/7/7/7/7/3N3/7/3D3/7 w - 18 00 1"]\n\n*\n');
      await visitor.board();
      const line = visitor.page.locator('.objects .second');
      for (const target of ['d5', 'g9']) {
        await visitor.tap('d2');
        await visitor.tap(target);
        await line.waitFor();
        const { isCut, isOut } = await line.evaluate((element) => {
          const banner = element.closest('.banner')?.getBoundingClientRect();
          const box = element.getBoundingClientRect();
          const task = element.parentElement?.querySelector('.task')?.getBoundingClientRect();
          return {
            isCut: element.scrollHeight > element.clientHeight + 8, // by a line; descenders don't count
            isOut: !banner || !task || box.bottom > banner.bottom + 1 || task.top < banner.top - 1,
          };
        });
        expect.soft(isCut, `${target} at ${height}`).toBe(false);
        expect.soft(isOut, `${target} at ${height}`).toBe(false);
        await visitor.page.keyboard.press('Escape');
      }
      await visitor.picture(`in-play-objection-${locale}-${height}`);
      await visitor.leave();
    }
  },
);
