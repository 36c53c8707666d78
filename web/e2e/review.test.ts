// The review of a game: opened at once by its address, mistakes replayed and kept for later, puzzles of one's own; all
// of Analyse without a network; and never for a running game of one's own.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LADDER } from '../src/engine/ladder.ts';
import { Game } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';
import { violations } from './accessibility.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

const SAMPLE = readFileSync('../tests/data/games/sample.bgn');
const module = await readModule();

/** A finished game that a person lost as White against the computer, as the browser keeps it. */
function lostGame(id: string): string {
  const rules = new Game(module);
  const { start, events } = rules.read(SAMPLE);
  const { fen, turns } = rules.state();
  const seats = { white: { kind: 'person' }, brown: { kind: 'computer', level: 5, ladder: LADDER, seed: 1 } };
  const game = { id, created: 1, changed: 2, start, touch_move: false, take_backs: true, seats, clock: null };
  return JSON.stringify({ ...game, clocks: null, events, fen, turns: turns.length, result: '0-1' });
}

async function keepGame(visitor: Visitor, id: string): Promise<void> {
  const text = lostGame(id);
  await visitor.page.evaluate(([key, game]) => localStorage.setItem(key, game), [
    `barragoon.game.${id}`,
    text,
  ] as const);
}

const reviewed = (visitor: Visitor): Promise<void> =>
  visitor.page.getByRole('heading', { name: 'Where it turned' }).waitFor();

const band = (visitor: Visitor, words: string | RegExp): Promise<void> =>
  visitor.page.locator('.band[aria-label]').filter({ hasText: words }).waitFor();

/** How many mistakes wait in Again. */
const keptMistakes = (visitor: Visitor): Promise<number> =>
  visitor.page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('barragoon.puzzles') ?? '{}') as {
      again?: { items: { line?: string }[] };
    };
    return (kept.again?.items ?? []).filter(({ line }) => line?.startsWith('mistake') === true).length;
  });

test('a phone on its side shows the review beside the board', async () => {
  const visitor = await Visitor.arrive('/', { ...PHONE, viewport: { width: 740, height: 360 }, bypassCSP: true });
  await keepGame(visitor, 'abcd1234');
  await visitor.go('/analyse/local/abcd1234#review');
  await reviewed(visitor);
  const [board, review] = await Promise.all(
    ['.study .board svg', '.review'].map((part) => visitor.page.locator(part).first().boundingBox()),
  );
  if (!board || !review) throw new Error('not to be seen');
  expect(board.height).toBeGreaterThan(340);
  expect(review.x).toBeGreaterThanOrEqual(board.x + board.width - 1);
  expect(review.height).toBeGreaterThan(180);
  expect(await violations(visitor)).toEqual([]);

  // What a turning point shows is seen on the board, and the review stays.
  const before = await visitor.page.locator('.turns').innerText();
  await visitor.page.locator('article').first().getByRole('button', { name: 'Turning point 1' }).click();
  await expect.poll(() => visitor.page.locator('.turns').innerText()).not.toBe(before);
  await visitor.page.getByRole('heading', { name: 'Where it turned' }).waitFor();
  await visitor.picture('review-lengthwise');
  await visitor.leave();
});

test('a lost game is reviewed on a phone, a mistake replayed, and kept for another day', async () => {
  const visitor = await Visitor.arrive('/', { ...PHONE, bypassCSP: true });
  await keepGame(visitor, 'abcd1234');
  await visitor.go('/analyse/local/abcd1234#review');
  await reviewed(visitor);
  await visitor.page.getByText('You lose').waitFor();
  await visitor.page.getByText(/about like/).waitFor();
  expect(await visitor.page.locator('article').count()).toBeLessThanOrEqual(3);
  expect(await violations(visitor)).toEqual([]);
  await visitor.picture('review-phone');
  await visitor.press('Everything');
  await visitor.page.getByText('Accuracy by phase').waitFor();

  // A turning point of one's own goes to Again without being replayed first.
  const point = visitor.page
    .locator('article')
    .filter({ has: visitor.page.getByRole('button', { name: 'Practise later' }) });
  await point.first().getByRole('button', { name: 'Practise later' }).click();
  await visitor.page.locator('article').getByRole('button', { name: 'Comes back later' }).waitFor();
  expect(await keptMistakes(visitor)).toBe(1);

  await visitor.press('Replay my mistakes');
  await band(visitor, /You played .* Find something better/);
  expect(await violations(visitor)).toEqual([]);
  await visitor.press('Why was mine bad?');
  await band(visitor, /cost|gone/);
  await visitor.picture('mistake-phone');
  await visitor.press('Try again');
  for (let seen = 1; (await visitor.page.getByRole('button', { name: 'Comes back later' }).count()) > 0; seen += 1) {
    expect(seen).toBeLessThan(4); // one of them is there already
    await visitor.press('Next');
  }
  await visitor.press('Practise later');
  await visitor.page.getByRole('button', { name: 'Comes back later' }).waitFor();
  expect(await keptMistakes(visitor)).toBe(2);
  await visitor.press('Show');
  await band(visitor, 'Better');
  await visitor.press('Done');
  await reviewed(visitor);

  // Some days later it is due.
  await visitor.page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('barragoon.puzzles') ?? '{}') as {
      again: { items: { due: number }[] };
    };
    for (const item of kept.again.items) item.due = 0;
    localStorage.setItem('barragoon.puzzles', JSON.stringify(kept));
  });
  await visitor.go('/puzzles/again');
  await band(visitor, /Find something better/);
  await visitor.press('Done');
  await visitor.page.getByText('Puzzle of the day').waitFor();
  await visitor.leave();
});

test('after a game against the computer the review begins by itself, unless it is switched off', async () => {
  const visitor = await Visitor.arrive('/', { ...DESKTOP, bypassCSP: true });
  await keepGame(visitor, 'abcd1234');
  await visitor.go('/analyse/local/abcd1234');
  await visitor.page.locator('.tree .mark').first().waitFor(); // marks come into the list of moves
  await visitor.page.getByRole('slider').waitFor();
  await visitor.picture('reviewed-desktop');
  for (const tab of ['Review', 'Explain', 'Moves']) {
    await visitor.page.getByRole('tab', { name: tab }).click();
    expect(await violations(visitor), tab).toEqual([]);
    await visitor.picture(`analyse-${tab.toLowerCase()}-desktop`);
  }
  await visitor.press('More');
  await visitor.page.getByLabel('Review games against the computer by itself').uncheck();
  await visitor.page.keyboard.press('Escape');
  await visitor.page.reload();
  await visitor.board();
  await visitor.page.getByRole('tab', { name: 'Review' }).click();
  await visitor.page.getByRole('button', { name: 'Review this game' }).waitFor();
  await visitor.leave();
});

test('arrows and marks are drawn with the right button, by taps and by keys, and stay with the position', async () => {
  const visitor = await Visitor.arrive('/', { ...DESKTOP, bypassCSP: true });
  await keepGame(visitor, 'abcd1234');
  await visitor.go('/analyse/local/abcd1234');
  await visitor.board();
  await visitor.page.keyboard.press('Home');
  const drag = async (start: string, target: string): Promise<void> => {
    const [from, to] = [await visitor.middle(start), await visitor.middle(target)];
    await visitor.page.mouse.move(from.x, from.y);
    await visitor.page.mouse.down({ button: 'right' });
    await visitor.page.mouse.move(to.x, to.y, { steps: 4 });
    await visitor.page.mouse.up({ button: 'right' });
  };
  const arrows = visitor.page.locator('path.line.own');
  await drag('d2', 'd5');
  await expect.poll(() => arrows.count()).toBe(1);
  await visitor.page.keyboard.down('Shift');
  await drag('a3', 'c4');
  await visitor.page.keyboard.up('Shift');
  await expect.poll(() => arrows.count()).toBe(2);
  // With the pen in hand: a tap begins, another one ends; twice on one square marks it.
  await visitor.page.keyboard.press('w');
  await visitor.page.getByRole('button', { name: 'double line' }).click();
  for (const square of ['g4', 'g6', 'b6', 'b6']) await visitor.tap(square);
  await expect.poll(() => arrows.count()).toBe(3);
  await visitor.page.locator('.ring').waitFor();
  expect(await visitor.page.locator('[data-square=g4][role=gridcell]').getAttribute('aria-label')).toContain(
    'arrow to g6',
  );
  expect(await violations(visitor)).toEqual([]);
  await visitor.picture('drawn-desktop');
  await visitor.page.keyboard.press('Escape');
  await visitor.page.getByRole('button', { name: 'double line' }).waitFor({ state: 'detached' });
  await visitor.press('Next');
  await expect.poll(() => arrows.count()).toBe(0);
  // What was drawn is kept with the game.
  await expect
    .poll(() => visitor.page.evaluate(() => localStorage.getItem('barragoon.tree.local.abcd1234')))
    .toContain('%marks');
  await visitor.reload();
  await visitor.page.keyboard.press('Home');
  await expect.poll(() => arrows.count()).toBe(3);
  await visitor.leave();
});

test('all of it works without a network after one visit', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await keepGame(visitor, 'abcd1234');
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await visitor.page.reload();
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await visitor.context.setOffline(true);
  await visitor.go('/analyse/local/abcd1234#review');
  await reviewed(visitor);
  await visitor.press('Replay my mistakes');
  await band(visitor, /Find something better/);
  await visitor.press('Done');
  await visitor.page.getByRole('tab', { name: 'Moves' }).click();
  await visitor.press('Back');
  await visitor.press('Prove it');
  await visitor.page.locator('.proven').filter({ hasText: 'proven' }).waitFor();
  await visitor.press('More');
  await visitor.page.getByRole('link', { name: 'Set up' }).click();
  await visitor.page.getByText('This position can occur.').waitFor();
  await visitor.page.getByRole('link', { name: 'Analyse', exact: true }).last().click();
  await visitor.board();
  await visitor.press(/lines/);
  await visitor.page.getByRole('switch', { name: 'Engine' }).click();
  await visitor.page.locator('.line.best .score').filter({ hasText: /\d/ }).waitFor();
  await visitor.leave();
});

test('a smaller board leaves more of the list on a phone', async () => {
  const visitor = await Visitor.arrive('/analyse', PHONE);
  await visitor.board();
  const width = (): Promise<number> =>
    visitor.page.locator('[role=grid]').evaluate((board) => board.getBoundingClientRect().width);
  const before = await width();
  await visitor.press('More');
  await visitor.page.getByLabel('Small board, longer list').check();
  await visitor.page.keyboard.press('Escape');
  await expect.poll(width).toBeLessThan(0.8 * before);
  await visitor.reload();
  expect(await width()).toBeLessThan(0.8 * before);
  await visitor.picture('analyse-small-phone');
  await visitor.leave();
});

test('who plays a running game on the server can’t analyse it until it is over; who watches can', async () => {
  const white = await Visitor.arrive('/');
  const link = await white.invite('Ann', 'White');
  const brown = await Visitor.arrive(new URL(link).pathname + new URL(link).hash);
  await brown.press(/free seat/);
  await Promise.all([white.board(), brown.board()]);
  const id = /\/game\/([\w-]+)/.exec(link)?.[1] ?? '';
  const watcher = await Visitor.arrive(`/analyse/game/${id}`);
  await watcher.board();
  for (const player of [white, brown]) {
    await player.press('More');
    await player.page.getByText('You can analyse this game when it is over.').waitFor();
    expect(await player.page.locator('dialog').getByRole('link', { name: 'Analyse' }).count()).toBe(0);
    await player.go(`/analyse/game/${id}`);
    await player.page.getByText('You are playing this game.').waitFor();
    expect(await player.page.locator('[role=grid]').count()).toBe(0);
    await player.go(`/game/${id}`);
    await player.board();
  }
  const turns = [
    ['c2', 'c3'],
    ['c8', 'c7'],
    ['e2', 'e3'],
    ['e8', 'e7'],
  ] as const;
  for (const [number, [start, target]] of turns.entries()) {
    await (number % 2 === 0 ? white : brown).move(start, target);
  }
  await white.untilYours();
  // Nor by playing it through elsewhere.
  for (const player of [white, watcher]) {
    await player.go('/analyse');
    await player.board();
    for (const square of turns.flat()) await player.tap(square);
  }
  await white.page.getByText('You are playing this game.').waitFor();
  await white.press('Start position');
  await white.board();
  expect(await watcher.page.locator('[role=grid]').count()).toBe(1);
  for (const visitor of [watcher, brown, white]) await visitor.leave();
});
