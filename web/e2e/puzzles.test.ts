// Puzzles as a visitor solves them: by touch, by keys, wrongly, slowly, and without a network.
import { expect, test } from 'vitest';
import { violations } from './accessibility.ts';
import {
  act,
  afterAnswer,
  gradeOf,
  moveOfGrade,
  puzzleFor,
  shownPuzzle,
  solution,
  untilAsked,
  untilSaid,
} from './puzzle_answers.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

const PHONE_390 = { ...PHONE, viewport: { width: 390, height: 844 } };

test('a win in one by touch, after an answer that lets a tile through', async () => {
  const puzzle = puzzleFor('win 1', ({ accepted }) => accepted.length > 5 && accepted.length < 16);
  const visitor = await Visitor.arrive(`/puzzles/${puzzle.id}`, PHONE_390);
  await visitor.page
    .getByText(/wins this turn/)
    .first()
    .waitFor();
  await untilAsked(visitor);
  await visitor.picture('puzzle-phone');
  await act(visitor, puzzle.first ?? '');
  await untilSaid(visitor, 'Now place your barragoon');
  const square = puzzle.accepted[0]?.slice(0, 3) ?? '';
  const wrong = Array.from('x^>Y<|-+NESWnesw', (face) => square + face).find(
    (placement) => gradeOf(puzzle, puzzle.first ?? '', placement) === 'wrong',
  );
  await act(visitor, wrong ?? '');
  await untilSaid(visitor, 'Not yet.');
  expect(await visitor.page.locator('.annotations .line.takes').count()).toBeGreaterThan(0);
  await visitor.picture('puzzle-wrong-phone');
  await visitor.press('Try again');
  await act(visitor, puzzle.accepted[0] ?? '');
  await untilSaid(visitor, 'Solved.');
  await untilSaid(visitor, 'These faces would not have done it');
  await visitor.picture('puzzle-solved-phone');
  await visitor.press('Next puzzle');
  await visitor.page.waitForURL(/train$/);
  await visitor.leave();
});

test('a win in two by keys, with another face than the one that is first thought of', async () => {
  const puzzle = puzzleFor('win 2', ({ accepted, fen }) => accepted.length > 8 && fen.includes(' w '));
  const visitor = await Visitor.arrive(`/puzzles/${puzzle.id}`, DESKTOP);
  const { keyboard } = visitor.page;
  const focused = (): Promise<string> =>
    visitor.page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? '');
  const go = async (square: string): Promise<void> => {
    for (let steps = 0; (await focused()) !== square; steps += 1) {
      if (steps > 40) throw new Error(`the keys never lead to ${square}`);
      const [file = '', rank = ''] = (await focused()) || 'd2';
      const [toFile = '', toRank = ''] = square;
      if (file !== toFile) await keyboard.press(file < toFile ? 'ArrowRight' : 'ArrowLeft');
      else await keyboard.press(rank < toRank ? 'ArrowUp' : 'ArrowDown');
    }
  };
  const SYMBOL: Readonly<Record<string, string>> = { x: '1', '+': '6', '|': '3', '-': '3' };
  const play = async (action: string): Promise<void> => {
    if (!action.startsWith('@')) {
      await go(action.slice(0, 2));
      await keyboard.press('Enter');
      await go(action.slice(2));
      await keyboard.press('Enter');
      return;
    }
    const face = action.slice(3);
    await keyboard.press(SYMBOL[face] ?? ('^>Y<'.includes(face) ? '2' : 'NESW'.includes(face) ? '4' : '5'));
    const turns = { '>': 1, E: 1, e: 1, '-': 1, Y: 2, S: 2, s: 2, '<': 3, W: 3, w: 3 }[face] ?? 0;
    for (let turn = 0; turn < turns; turn += 1) await keyboard.press('r');
    await go(action.slice(1, 3));
    await keyboard.press('Enter');
    await keyboard.press('Enter');
  };
  await untilAsked(visitor);
  await visitor.page.keyboard.press('g');
  await visitor.page.locator('[aria-live]').getByText('White wins in 2').waitFor();
  const first = puzzle.first ?? '';
  await visitor.page.locator('[role=gridcell][tabindex="0"]').focus();
  await play(first);
  await untilSaid(visitor, 'Now place your barragoon');
  // Backspace takes the whole turn back as long as it is not complete.
  await keyboard.press('Backspace');
  await visitor.page.locator('.placing').waitFor({ state: 'detached' });
  await play(first);
  await untilSaid(visitor, 'Now place your barragoon');
  const usual = solution(puzzle, [first])[0];
  const other = puzzle.accepted.find((placement) => placement !== usual) ?? '';
  await play(other);
  let played: string[] = [first, other];
  await untilSaid(visitor, 'Go on');
  // The end: what the engine plays from there.
  while ((await visitor.page.locator('.said').getByText('Solved.').count()) === 0) {
    const { reply, next } = afterAnswer(puzzle, played);
    played = [...played, ...reply, next];
    await play(next);
    await visitor.page
      .locator('.said')
      .getByText(/Solved\.|Now place your barragoon/)
      .first()
      .waitFor();
    if ((await visitor.page.locator('.said').getByText('Solved.').count()) > 0) break;
  }
  await visitor.picture('puzzle-solved-desktop');
  await visitor.leave();
});

test('a slower win costs nothing, and a wrong move is answered', async () => {
  const puzzle = puzzleFor('win 1', (one) => moveOfGrade(one, 'slower') !== undefined);
  const visitor = await Visitor.arrive(`/puzzles/${puzzle.id}`, { ...DESKTOP, colorScheme: 'dark' });
  await untilAsked(visitor);
  await act(visitor, moveOfGrade(puzzle, 'slower') ?? '');
  await untilSaid(visitor, 'That wins too, but later.');
  await visitor.picture('puzzle-slower-desktop-dark');
  const kept = (): Promise<string | null> => visitor.page.evaluate(() => localStorage.getItem('barragoon.puzzles'));
  expect(await kept()).toBeNull();
  await visitor.press('Try again');
  await act(visitor, moveOfGrade(puzzle, 'wrong') ?? '');
  await untilSaid(visitor, 'Not yet.');
  await visitor.page.getByRole('button', { name: 'Try again' }).waitFor();
  // Kept at once: whoever goes on quickly loses nothing.
  expect(await kept()).toContain(puzzle.id);
  // The line can be looked at more closely, with the answer that was given.
  const closer = await visitor.page.getByRole('link', { name: 'See what the computer thinks' }).getAttribute('href');
  expect(closer).toMatch(/^\/analyse#g1\./);
  await visitor.press('Show');
  await untilSaid(visitor, 'The solution.');
  await visitor.page.getByRole('link', { name: 'Analyse' }).last().click();
  await visitor.page.waitForURL(/\/analyse#g1\./);
  await visitor.board();
  await visitor.leave();
});

test('all of it works without a network after one visit', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await visitor.context.setOffline(true);
  await visitor.go('/puzzles');
  await visitor.page.getByText('Puzzle of the day').waitFor();
  await visitor.page.getByRole('link', { name: /Puzzle of the day/ }).click();
  await untilAsked(visitor);
  await visitor.press('Show');
  await untilSaid(visitor, 'The solution.');
  await visitor.page.getByText(/^Barragoon \d{4}-\d\d-\d\d · not solved$/).waitFor();
  await visitor.go('/puzzles');
  await visitor.page.getByText('Solution seen').waitFor();
  await visitor.leave();
});

test('one puzzle of a streak may be skipped, a rush runs against the clock, and Again is empty at first', async () => {
  const visitor = await Visitor.arrive('/puzzles/streak', PHONE);
  await untilAsked(visitor);
  await visitor.press('Skip');
  await untilAsked(visitor);
  expect(await visitor.page.getByRole('button', { name: 'Skip' }).count()).toBe(0);
  await visitor.go('/puzzles/rush');
  await visitor.press('Start');
  await untilAsked(visitor);
  await visitor.page
    .locator('.status')
    .getByText(/1\d\d s/)
    .waitFor();
  await visitor.go('/puzzles/again');
  await visitor.page.getByText('Nothing is due today.').waitFor();
  await visitor.leave();
});

/** Answers a question of a rush wrongly; the next one comes by itself. */
async function miss(visitor: Visitor): Promise<void> {
  await untilAsked(visitor);
  const before = await visitor.page.locator('.status').textContent();
  await act(visitor, moveOfGrade(await shownPuzzle(visitor), 'wrong') ?? '');
  await untilSaid(visitor, 'Not yet.');
  expect(await visitor.page.locator('.status').textContent()).not.toBe(before);
  await visitor.page.locator('.said').getByText('Not yet.').waitFor({ state: 'detached' });
}

test('in a rush the fourth question is about a face, and is answered by one tap', async () => {
  const visitor = await Visitor.arrive('/puzzles/rush', { ...PHONE, bypassCSP: true });
  await visitor.press('Start');
  for (let number = 0; number < 3; number += 1) await miss(visitor);
  await visitor.page.locator('.exit').first().waitFor();
  await visitor.picture('rush-face-phone');
  // An exit under the pointer has another background.
  await visitor.page.locator('.exit').first().hover();
  expect(await violations(visitor)).toEqual([]);
  expect(await visitor.page.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(false);
  await visitor.page.keyboard.press('b');
  await untilAsked(visitor);
  // What was missed is in the list of the end and on the stack, the face is in neither.
  const kept = await visitor.page.evaluate(() => localStorage.getItem('barragoon.puzzles'));
  expect((JSON.parse(kept ?? '{}') as { again: { items: unknown[] } }).again.items).toHaveLength(3);
  await visitor.leave();
});

test('a puzzle is shared as a link or a card, and switches of the list hold', async () => {
  const puzzle = puzzleFor('hold 1');
  const visitor = await Visitor.arrive('/puzzles', { ...PHONE, bypassCSP: true, acceptDownloads: true });
  const { page } = visitor;
  await page.getByLabel('Show my rating').uncheck();
  await visitor.go(`/puzzles/${puzzle.id}`);
  await untilAsked(visitor);
  expect(((await page.locator('.status').textContent()) ?? '').trim()).toBe('');
  await act(visitor, puzzle.accepted[0] ?? '');
  await untilSaid(visitor, 'Solved.');
  await visitor.picture('puzzle-hold-solved-phone');
  await visitor.press('Share');
  await page.locator('dialog[open] .card svg').first().waitFor();
  await visitor.picture('puzzle-share-phone');
  expect(await violations(visitor)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Picture (SVG)' }).click();
  expect((await downloading).suggestedFilename()).toBe(`barragoon-${puzzle.id}.svg`);
  await visitor.leave();
});

/** What a puzzle can be in the middle of, each with how one gets there. */
const STATES: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
  hint: async (visitor) => {
    await visitor.go(`/puzzles/${puzzleFor('win 1').id}`);
    await untilAsked(visitor);
    await visitor.press('Hint');
    await untilSaid(visitor, /Look at/);
    await visitor.press('Hint');
    await visitor.page.locator('.annotations .line.may').first().waitFor({ state: 'attached' });
  },
  slower: async (visitor) => {
    const puzzle = puzzleFor('win 1', (one) => moveOfGrade(one, 'slower') !== undefined);
    await visitor.go(`/puzzles/${puzzle.id}`);
    await untilAsked(visitor);
    await act(visitor, moveOfGrade(puzzle, 'slower') ?? '');
    await untilSaid(visitor, 'That wins too, but later.');
  },
  shown: async (visitor) => {
    await visitor.go(`/puzzles/${puzzleFor('win 2').id}`);
    await untilAsked(visitor);
    await visitor.press('Show');
    await untilSaid(visitor, 'The solution.');
  },
  theme: async (visitor) => {
    await visitor.go('/puzzles/theme/door');
    await untilAsked(visitor);
  },
  'streak-over': async (visitor) => {
    await visitor.go('/puzzles/streak');
    await untilAsked(visitor);
    const wrong = moveOfGrade(await shownPuzzle(visitor), 'wrong') ?? '';
    await act(visitor, wrong);
    await untilSaid(visitor, 'Not yet.');
    await visitor.press('Skip');
    await visitor.page.getByRole('heading', { name: '0 in a row' }).waitFor();
    await visitor.page.locator('li a').first().waitFor();
  },
  'rush-over': async (visitor) => {
    await visitor.go('/puzzles/rush');
    await visitor.page.clock.install();
    await visitor.press('Start');
    await untilAsked(visitor);
    await visitor.page.clock.fastForward(200_000);
    await visitor.page.getByRole('heading', { name: '0 solved' }).waitFor();
  },
};

test.each(Object.keys(STATES))('axe finds nothing: %s', async (name) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const visitor = await Visitor.arrive('/puzzles', { ...PHONE, colorScheme, bypassCSP: true });
    await STATES[name]?.(visitor);
    expect.soft(await violations(visitor), `${name} ${colorScheme}`).toEqual([]);
    await visitor.picture(`puzzle-state-${name}-${colorScheme}`);
    await visitor.leave();
  }
});
