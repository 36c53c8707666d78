// The opening explorer of the analysis board: loaded when it is opened, two openings played, the mirror, no net, by keys.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { violations } from './accessibility.ts';
import { cutText } from './cut_text.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

/** Of the file, gzipped. */
const MOST = 150_000;
const TALL_PHONE = { ...PHONE, viewport: { width: 390, height: 844 } } as const;

const rows = (visitor: Visitor): ReturnType<Visitor['page']['locator']> => visitor.page.locator('.openings .row');
const isTable = (url: string): boolean => /\/openings-[\w-]+\.json$/.test(new URL(url).pathname);

/** Opens the tab and waits for the turns. */
async function open(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('tab', { name: /Openings|Eröffnungen|Ouvertures|Aperture/ }).click();
  await rows(visitor).first().waitFor();
}

/** The row of a move. */
const row = (visitor: Visitor, words: string): ReturnType<typeof rows> => rows(visitor).filter({ hasText: words });

/** What the list of moves has. */
async function played(visitor: Visitor): Promise<string[]> {
  await visitor.page.getByRole('tab', { name: 'Moves' }).click();
  return visitor.page.locator('.tree .part').allInnerTexts();
}

test.each([
  ['desktop', DESKTOP],
  ['phone', TALL_PHONE],
  ['phone-dark', { ...TALL_PHONE, colorScheme: 'dark' }],
] as const)('two openings are played from the table (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/analyse', { ...size, bypassCSP: true, serviceWorkers: 'block' });
  const asked: string[] = [];
  const weights: Promise<number>[] = [];
  visitor.page.on('response', (response) => {
    if (!isTable(response.url())) return;
    asked.push(response.url());
    weights.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await visitor.board();
  await visitor.page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await open(visitor);
  expect(asked).toHaveLength(1);
  expect(await weights[0]).toBeLessThan(MOST);
  expect(await visitor.page.locator('.openings').innerText()).toMatch(/[\d,]+ games of the engine against itself/);
  expect(await violations(visitor)).toEqual([]);
  await visitor.picture(`openings-${name}`);

  // What is pointed at is drawn.
  if (size === DESKTOP) {
    await row(visitor, 'c2–c3').hover();
    await visitor.page.locator('path.line.may').first().waitFor({ state: 'attached' });
    await visitor.picture(`openings-${name}-pointed`);
  }
  await row(visitor, 'c2–c3').click();
  await row(visitor, 'e8–f8').click();
  await rows(visitor).first().waitFor();
  await visitor.picture(`openings-${name}-two-turns`);
  expect(await played(visitor)).toEqual([expect.stringContaining('c2–c3'), expect.stringContaining('e8–f8')]);

  // The other opening: from the start once more, and with a placement.
  await open(visitor);
  await visitor.press('Start');
  await row(visitor, 'c2–b2').click();
  await row(visitor, 'e8–e7').click();
  const group = row(visitor, 'b2').filter({ hasText: 'placements' }).first();
  await group.click();
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('true');
  await visitor.picture(`openings-${name}-placements`);
  await visitor.page.locator('.openings .inner').first().click();
  await visitor.page.locator('.study:not(.placing)').waitFor();
  expect(await visitor.page.locator('.openings .inner').count()).toBe(0);
  expect(asked).toHaveLength(1);
  expect(await violations(visitor)).toEqual([]);
  await visitor.leave();
});

test('the mirror image is found, and an unknown position says so', async () => {
  const visitor = await Visitor.arrive('/analyse', DESKTOP);
  await visitor.board();
  await open(visitor);
  const games = await row(visitor, 'c2–c3').locator('.games').innerText();
  await visitor.tap('e2');
  await visitor.tap('e3');
  await row(visitor, 'c8–').first().waitFor();
  await visitor.page.getByText(/games of the engine/).waitFor();
  const mirrored = await rows(visitor).locator('.games').allInnerTexts();
  await visitor.press('Back');
  await visitor.tap('c2');
  await visitor.tap('c3');
  await row(visitor, 'e8–').first().waitFor();
  expect(await rows(visitor).locator('.games').allInnerTexts()).toEqual(mirrored);
  expect(Number(games.replace(/\D/g, ''))).toBeGreaterThan(1000);
  await visitor.press('Start');
  for (const [from, to] of [
    ['d2', 'd5'],
    ['d8', 'd6'],
    ['d5', 'd3'],
  ] as const) {
    await visitor.tap(from);
    await visitor.tap(to);
  }
  await visitor.page.getByText('The table does not know this position').waitFor();
  await visitor.picture('openings-unknown-desktop');
  await visitor.leave();
});

test('by keys: the tab, a turn, and on in the list', async () => {
  const visitor = await Visitor.arrive('/analyse', DESKTOP);
  await visitor.board();
  const { keyboard } = visitor.page;
  await keyboard.press('b');
  await rows(visitor).first().waitFor();
  expect(await rows(visitor).first().locator('.unseen').textContent()).toMatch(
    /^White: [a-g][1-9] to [a-g][1-9]\. [\d,]+ games: White won \d+%, drawn \d+%, Brown won \d+%\. White scored \d+%\.$/,
  );
  await visitor.page.getByRole('tab', { name: 'Openings' }).focus();
  await keyboard.press('Tab'); // what is scrolled can be focused
  while (
    !(await rows(visitor)
      .first()
      .evaluate((one) => one === document.activeElement))
  )
    await keyboard.press('Tab');
  await visitor.page.locator('path.line.may').first().waitFor({ state: 'attached' });
  await keyboard.press('Enter');
  await expect.poll(() => rows(visitor).first().locator('.unseen').textContent()).toMatch(/^Brown/);
  await expect
    .poll(() =>
      rows(visitor)
        .first()
        .evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
  await keyboard.press('Enter');
  await expect.poll(() => rows(visitor).first().locator('.unseen').textContent()).toMatch(/^White/);
  await visitor.leave();
});

test('without the net the table is there for who had the page, and for others a sentence', async () => {
  const visitor = await Visitor.arrive('/', DESKTOP);
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await visitor.context.setOffline(true);
  await visitor.go('/analyse');
  await visitor.board();
  await open(visitor);
  await visitor.leave();

  const other = await Visitor.arrive('/analyse', { ...DESKTOP, serviceWorkers: 'block' });
  await other.board();
  await other.page.waitForLoadState('networkidle');
  await other.context.setOffline(true);
  await other.page.getByRole('tab', { name: 'Openings' }).click();
  await other.page.getByText('The openings could not be loaded.').waitFor();
  await other.context.setOffline(false);
  await other.press('Try again');
  await rows(other).first().waitFor();
  await other.leave();
});

test.each(['en', 'de', 'fr', 'it'])('on narrow phones the tabs and the table have room (%s)', async (locale) => {
  const visitor = await Visitor.arrive('/analyse', { ...PHONE, locale });
  await visitor.board();
  await open(visitor);
  expect(await cutText(visitor)).toEqual([]);
  await visitor.picture(`openings-${locale}`);
  await visitor.leave();
});
