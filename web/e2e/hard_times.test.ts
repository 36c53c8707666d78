// What a browser may not allow, what may be wrong with a file, and two tabs with one game: said in a sentence, nothing lost.
import { expect, test } from 'vitest';
import { untilAsked } from './puzzle_answers.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

test('where the browser keeps and lends nothing, a game is played all the same', async () => {
  const visitor = await Visitor.arrive('/icon.svg', PHONE);
  await visitor.context.addInitScript(() => {
    const forbid = (): never => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: forbid });
    // As on a page without encryption.
    Object.defineProperty(crypto, 'randomUUID', { value: undefined });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  visitor.errors.length = 0; // a picture alone has no icon
  await visitor.go('/');
  await visitor.page.getByText('White', { exact: true }).first().click();
  await visitor.press('Begin');
  await visitor.board();
  await visitor.move('d2', 'd4');
  await visitor.untilYours();
  await visitor.until('Not saved');
  await visitor.picture('hard-unkept');
  await visitor.press('More');
  await visitor.press('Copy the position');
  await visitor.page
    .getByText('/2ZDZ2/')
    .or(visitor.page.getByText(/ w - 24 00 2/))
    .first()
    .waitFor();
  await visitor.page.getByRole('button', { name: 'Close' }).click();
  await visitor.page.getByRole('link', { name: 'Home' }).click();
  await visitor.invite();
  await visitor.press('Copy the link');
  await visitor.press('Withdraw the game');
  await visitor.page.getByText('This game was withdrawn').waitFor();
  await visitor.leave();
});

test('where the browser is full, stars and puzzles are earned all the same, and a sentence says that they pass', async () => {
  const visitor = await Visitor.arrive('/icon.svg', PHONE);
  await visitor.context.addInitScript(() => {
    Storage.prototype.setItem = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  visitor.errors.length = 0; // a picture alone has no icon
  await visitor.go('/learn/1.1');
  await visitor.board();
  await visitor.tap('d5');
  await visitor.tap('d7');
  await visitor.page.getByText('Not saved: this browser').waitFor();
  await visitor.page.getByRole('link', { name: 'Run' }).click();
  await visitor.page.getByRole('heading', { name: 'Learn' }).waitFor();
  await visitor.page.getByText('Not saved: this browser').waitFor();
  await visitor.page.getByText('1 of 96').waitFor();
  await visitor.picture('hard-full');
  await visitor.page.getByRole('link', { name: 'Puzzles' }).filter({ visible: true }).first().click();
  await visitor.page.getByText('Not saved: this browser').waitFor();
  await visitor.leave();
});

test('a double tap on Resign only asks, and one on Next leaves the next question unanswered', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  await visitor.page.getByRole('button', { name: 'Resign', exact: true }).dblclick();
  await visitor.page.locator('dialog[open]').waitFor();
  await visitor.press('No, go on');
  await visitor.until('White moves');
  await visitor.go('/learn/drills/hanging');
  await visitor.press('Check');
  await visitor.page.getByText('It was:').first().waitFor();
  await visitor.page.getByRole('button', { name: 'Next', exact: true }).dblclick();
  await visitor.page
    .getByRole('button', { name: 'Check', exact: true })
    .and(visitor.page.locator(':enabled'))
    .waitFor();
  expect(await visitor.page.getByText('It was:').count()).toBe(0);
  await visitor.leave();
});

test('a puzzle of the training that was not answered is there again after a reload', async () => {
  const visitor = await Visitor.arrive('/puzzles/train', PHONE);
  const seen = async (): Promise<string[]> => {
    await untilAsked(visitor);
    return [...(await visitor.look()).occupied].sort();
  };
  const first = await seen();
  await visitor.page.reload();
  expect(await seen()).toEqual(first);
  await visitor.press('Show');
  await visitor.press('Next puzzle');
  expect(await seen()).not.toEqual(first);
  await visitor.leave();
});

test.each([
  ['no game at all', 'PNG\u0000\u0001 nothing of the kind'],
  ['an illegal turn', '1. d2d9 *\n'],
  ['a position that is none', '[FEN "9/9/9 w"]\n\n*\n'],
  ['a single long word', 'x'.repeat(200_000)],
  ['two megabytes', 'x'.repeat(2_000_000)],
])('a file with %s is rejected with a sentence', async (_, file) => {
  const visitor = await Visitor.arrive('/games', PHONE);
  await visitor.import(file);
  const sentence = await visitor.page.getByRole('alert').textContent();
  expect(sentence).toMatch(/^This file can't be read: .{10,200}$/s);
  expect(new URL(visitor.page.url()).pathname).toBe('/games');
  await visitor.leave();
});

test('two tabs play one game of this device', async () => {
  const first = await Visitor.arrive('/', DESKTOP);
  await first.page.locator('.others button').first().click();
  await first.board();
  const second = await first.tab(new URL(first.page.url()).pathname);
  await second.board();
  await first.move('d2', 'd5');
  await second.until('Brown moves');
  await second.move('d8', 'd5');
  await first.until('White places first');
  await first.place(0, 'd6');
  await second.until('Now Brown places');
  await second.place(8, 'd4');
  await first.until('White moves');
  expect((await first.look()).turns).toEqual((await second.look()).turns);
  await first.reload();
  expect((await first.look()).turns).toEqual(['d2d5', 'd8xd5@d6x@d4N']);
  await second.page.close();
  await first.leave();
});

test('sound and motion are off for who switched them off, also after a reload', async () => {
  const visitor = await Visitor.arrive('/', { ...DESKTOP, reducedMotion: 'no-preference' });
  await visitor.context.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    /* eslint-disable @typescript-eslint/unbound-method -- called with their own `this` below */
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...times): void {
      heard.push('tone');
      start.apply(this, times);
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...frames): Animation {
      heard.push('motion');
      return animate.apply(this, frames);
    };
    /* eslint-enable @typescript-eslint/unbound-method */
  });
  const heard = (): Promise<string[]> =>
    visitor.page.evaluate(() => [...new Set((window as unknown as { heard: string[] }).heard)].sort());
  await visitor.go('/');
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  const fading = (): Promise<string> =>
    visitor.page.evaluate(() => getComputedStyle(document.querySelector('.middle .tray') ?? document.body).transition);
  expect(await fading()).toContain('0.16s');
  await visitor.move('d2', 'd4');
  await expect.poll(heard).toEqual(['motion', 'tone']);
  await visitor.press('Settings');
  await visitor.page.getByLabel('Sound').uncheck();
  await visitor.page.getByLabel('Animation').uncheck();
  await visitor.press('Close');
  await visitor.reload();
  await visitor.move('d8', 'd6');
  await visitor.until('White moves');
  expect(await heard()).toEqual([]);
  expect(await fading()).not.toContain('0.16s');
  await visitor.leave();
});
