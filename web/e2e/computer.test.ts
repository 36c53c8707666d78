// Whole games against the computer, in the page alone.
import { expect, test } from 'vitest';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

const FREE = [
  'a1',
  'g1',
  'a9',
  'g9',
  'a3',
  'g3',
  'a7',
  'g7',
  'a2',
  'g2',
  'a8',
  'g8',
  'd1',
  'd9',
  'b3',
  'f3',
  'b7',
  'f7',
];

/** Words in the banner change with every phase; a quarter of what counts as good for a page. */
const ONE_ACTION = 0.025;
/** The card of the result takes its room from the top of the list of turns; nothing else moves. */
const GAME_END = 0.02;

/** One action: captures before others, so that the game gets on. */
async function act(visitor: Visitor, count: number): Promise<void> {
  const seen = await visitor.look();
  if (seen.isPlacing) {
    const square = FREE.find((free) => !seen.occupied.includes(free));
    if (!square) throw new Error('no room to place');
    await visitor.place(count % 16, square);
    return;
  }
  for (const start of seen.movable) {
    await visitor.tap(start);
    const taken = visitor.page.locator('[role=gridcell][aria-label*="captures"]');
    const square = await taken
      .first()
      .getAttribute('data-square', { timeout: 100 })
      .catch(() => null);
    if (square) return visitor.tap(square);
  }
  const { targets } = await visitor.look();
  const target = targets[count % targets.length];
  if (target) await visitor.tap(target);
}

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('a game against the computer is played to its end (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', size);
  await visitor.page.getByText('White', { exact: true }).first().click();
  // The express rule makes it a short one.
  await visitor.openOptions();
  for (const colour of ['White', 'Brown']) await visitor.page.getByLabel(colour).last().selectOption('2');
  await visitor.closeSheet();
  await visitor.press('Begin');
  await visitor.board();
  await visitor.shifts();
  let count = 0;
  for (let seen = await visitor.look(); !seen.isOver; seen = await visitor.look()) {
    if (seen.isYours) {
      expect(await visitor.shifts(ONE_ACTION)).toEqual([]); // of one's own last action and the answer to it
      await act(visitor, count++);
    } else {
      await visitor.page.waitForTimeout(50);
    }
    if (count === 3) await visitor.picture(`computer-${name}`);
    if (count === 5) {
      const before = (await visitor.look()).turns.length;
      await visitor.reload();
      await visitor.shifts(); // what loading moves is no phase of a game
      expect((await visitor.look()).turns.length).toBeGreaterThanOrEqual(before);
      count += 1;
    }
  }
  expect((await visitor.look()).banner).toMatch(/You win|You lose|Draw/);
  expect(await visitor.shifts(GAME_END)).toEqual([]);
  await visitor.picture(`computer-${name}-over`);
  await visitor.leave();
});

/** A game that is in the middle, White a person's, Brown the computer's. */
const against = (fen: string): string => `[Brown "Computer"]\n[BrownLevel "1"]\n[BrownSeed "7"]\n[FEN "${fen}"]\n\n*\n`;

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('a game against the computer outlives a reload in every phase (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', size);

  // A barragoon is taken: it is in hand, then the computer thinks.
  await visitor.import(against('1vd1dv1/7/7/7/3x3/7/3Z3/3D3/7 w - 20 00 9'));
  await visitor.board();
  await visitor.move('d3', 'd5');
  await visitor.until('Place the barragoon that you took');
  await visitor.reload();
  await visitor.until('Place the barragoon that you took');
  await visitor.place(8, 'g5');
  await visitor.reload(); // while it thinks
  await visitor.untilYours();
  expect((await visitor.look()).turns).toHaveLength(2);

  // A tile is taken: the computer places first, then the person.
  await visitor.import(against('1v3v1/7/7/7/3d3/7/7/3D3/4Z2 w - 20 00 9'));
  await visitor.board();
  await visitor.move('d2', 'd5');
  await visitor.reload(); // while it places
  await visitor.until('Now place your barragoon');
  await visitor.reload();
  await visitor.until('Now place your barragoon');
  await visitor.place(1, 'a3');
  await visitor.untilYours();

  // The computer takes a tile, for there is nothing else that it could do: the person places first.
  await visitor.import(against('z+5/+D5/7/7/7/7/7/7/3V3 w - 20 00 9'));
  await visitor.board();
  await visitor.move('d1', 'd5');
  await visitor.until('You lost a tile');
  await visitor.reload();
  await visitor.until('You lost a tile');
  await visitor.picture(`computer-${name}-lost`);
  await visitor.place(0, 'g9');
  await visitor.reload();
  await visitor.untilYours();
  await visitor.leave();
});

test('who must place may give up instead, and delete the game afterwards', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.import(against('1vd1dv1/7/7/7/3x3/7/3Z3/3D3/7 w - 20 00 9'));
  await visitor.board();
  await visitor.move('d3', 'd5');
  await visitor.until('Place the barragoon that you took');
  await visitor.press('More');
  await visitor.press('Resign');
  await visitor.press('Yes, resign');
  await visitor.until('You lose');
  await visitor.go('/games');
  const games = visitor.page.locator('li a');
  for (const [answer, left] of [
    ['Keep it', 1],
    ['Delete', 0],
  ] as const) {
    await visitor.press(/^Delete: Computer/);
    await visitor.picture('games-delete-phone');
    await visitor.page.locator('dialog').getByRole('button', { name: answer, exact: true }).click();
    await visitor.page.locator('dialog').waitFor({ state: 'detached' });
    expect(await games.count()).toBe(left);
  }
  await visitor.leave();
});

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('the computer leaves time to offer a draw on a repetition (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', size);
  const loop = ['c2c3', 'e8e7', 'c3c2', 'e7e8'].join(' ');
  const tags = '[Brown "Computer"]\n[BrownLevel "1"]\n[BrownSeed "7"]\n[FEN "7/2d1z2/7/7/3x3/7/7/2Z1D2/7 w - 18 00 1"]';
  const repeat = async (): Promise<void> => {
    await visitor.import(`${tags}\n\n${loop} ${loop} ${loop} *\n`);
    await visitor.board();
    await visitor.move('c2', 'c3');
    await visitor.page.getByText('Repeated three times').waitFor();
    await visitor.page.waitForTimeout(2_000); // a person reads
    expect((await visitor.look()).turns).toHaveLength(13);
  };
  await repeat();
  await visitor.picture(`repetition-${name}`);
  await visitor.press('Play on');
  await visitor.untilYours();
  expect((await visitor.look()).turns).toHaveLength(14);
  await repeat();
  await visitor.reload();
  await visitor.press('Offer a draw');
  await visitor.page
    .getByText(/Draw|declines the draw/)
    .first()
    .waitFor();
  await visitor.leave();
});
