// What analysis says of positions and games.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { chance, opposite, scoreText } from '../src/analysis/chances.ts';
import { bySquare, drawLines, equalFaces } from '../src/analysis/line_drawing.ts';
import { doors, placing } from '../src/analysis/overlays.ts';
import { puzzlesOf } from '../src/analysis/game_puzzles.ts';
import { mistakeOf, readMistake, writeMistake } from '../src/analysis/mistake.ts';
import { mistakesOf, reviewOf, wholeTurn, type Examined, type Review } from '../src/analysis/review.ts';
import { reviewGame } from '../src/analysis/reviewer.ts';
import { Tree } from '../src/analysis/tree.ts';
import { Engine, Game, START, type Action, type Line } from '../src/engine/index.ts';
import { readModule, startEngine } from '../src/engine/node.ts';
import { compareOverlays, doorsByBruteForce } from './overlays.ts';

const module = await readModule();
const asked = { rules: new Game(module), engine: new Engine(module) };
const [client, second] = await Promise.all([startEngine({ module }), startEngine({ module })]);
afterAll(() => {
  client.close();
  second.close();
});

test('chances are the same seen from both sides', () => {
  expect(chance({ cp: 0 })).toBe(50);
  expect(chance({ cp: 600 }) + chance(opposite({ cp: 600 }))).toBeCloseTo(100);
  expect(chance({ win: 3 })).toBe(100);
  expect(chance({ loss: 3 })).toBe(0);
  expect([{ cp: 144 }, { cp: -5 }, { cp: 4 }, { win: 2 }].map(scoreText)).toEqual(['+1.4', '0.0', '0.0', '≈ +']);
});

const line = (rank: number, cp: number, ...actions: Action[]): Line => ({
  ...{ rank, actions, score: { cp }, depth: 5, seldepth: 5, nodes: 1, seconds: 1, hashfull: 0 },
});

test('a turn of the best line is drawn whole, of others the first move, and what loses much not at all', () => {
  const fen = '2d2v1/2Wd3/2v|zd1/1x1D1N1/x1x1x1x/1Z5/4ZD1/2e4/1VDe1V1 w - 10 00 11';
  const pathsOf = (at: string, move: Action): ReturnType<Engine['paths']> => {
    asked.engine.setPosition(at);
    return asked.engine.paths(move);
  };
  const lines = [line(1, 600, 'd6f7', '@e2x', '@e8<', 'd8d5'), line(2, 500, 'b4c5', '@e6>'), line(3, -900, 'b4b6')];
  const drawn = drawLines(fen, lines, 3, pathsOf);
  expect(drawn.filter(({ kind }) => kind === 'path')).toMatchObject([
    { squares: ['d6', 'e6', 'f6', 'f7'], weight: 'full', target: 'tile', badge: 'A' },
    { squares: ['b4', 'b5', 'c5'], weight: 'thin', target: 'barragoon', badge: 'B' },
  ]);
  expect(drawn.filter(({ kind }) => kind === 'ghost')).toMatchObject([
    { square: 'e2', owner: 'brown', isOpponent: true, badge: '1' },
    { square: 'e8', owner: 'white', isOpponent: false, badge: '2' },
  ]);
});

test('placements are grouped by their square, and equal faces counted', () => {
  const groups = bySquare([line(1, 300, '@e7x'), line(2, 290, '@e7+'), line(3, 200, '@a1x'), line(4, 10, '@e7^')]);
  expect(groups.map(({ square, lines }) => [square, lines.length])).toEqual([
    ['e7', 3],
    ['a1', 1],
  ]);
  expect(groups.map(equalFaces)).toEqual([2, 1]);
});

test('overlays are what brute force counts', async () => {
  expect(await compareOverlays(asked, 1, 25)).toBe(25);
});

test('doors are what the rules say for every face', () => {
  expect(doors(asked, START.fen, 'd2')).toEqual(doorsByBruteForce(asked, START.fen, 'd2'));
  expect(doors(asked, START.fen, 'd5').size).toBe(0);
});

test('every empty square has its best face, for whoever acts', () => {
  const found = placing(asked, START.fen);
  expect(found.size).toBe(63 - 22);
  asked.engine.setPosition(START.fen);
  const now = asked.engine.evaluate().score;
  expect([...found.values()].some(({ value }) => value > now)).toBe(true);
});

test('a turn ends before the next move', () => {
  expect(wholeTurn(['d2d5', '@a1x', '@a2x', 'd8d6'])).toEqual(['d2d5', '@a1x', '@a2x']);
  expect(wholeTurn(['@a2x', 'd8d6'])).toEqual(['@a2x']);
});

const SAMPLE = readFileSync(new URL('../../tests/data/games/sample.bgn', import.meta.url));

test('a game is reviewed: what actions cost, where it turned, from where on it was decided', async () => {
  const { tree } = Tree.read(asked.rules, SAMPLE);
  const done: number[] = [];
  const review = await reviewGame([client], tree, (part) => done.push(part), new AbortController().signal);
  if (review === null) throw new Error('it was stopped');
  expect(done.at(-1)).toBe(1);
  expect(review.actions).toHaveLength(tree.lineFrom(0).length - 1);
  expect(review.turningPoints.length).toBeLessThanOrEqual(3);
  expect(review.turningPoints.map(({ id }) => id)).toEqual(
    review.turningPoints.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  for (const { loss, before, after } of review.actions) expect(loss).toBeCloseTo(Math.max(0, before - after));
  expect(review.decidedAt).toMatchObject({ player: 'brown' });
  expect(review.turns.at(-2)?.proven).toBe('brown');
  expect(mistakesOf(review, 'white').length).toBeLessThanOrEqual(6);
  for (const colour of ['white', 'brown'] as const) {
    expect(review.accuracy[colour]?.all).toBeGreaterThan(40);
    expect(review.accuracy[colour]?.all).toBeLessThanOrEqual(100);
  }
});

test('a review that is stopped says nothing', async () => {
  const { tree } = Tree.read(asked.rules, SAMPLE);
  const abort = new AbortController();
  abort.abort();
  expect(await reviewGame([client], tree, () => undefined, abort.signal)).toBeNull();
});

async function reviewOfSample(): Promise<{ tree: Tree; review: Review }> {
  const { tree } = Tree.read(asked.rules, SAMPLE);
  const review = await reviewGame([client, second], tree, () => undefined, new AbortController().signal);
  if (review === null) throw new Error('it was stopped');
  return { tree, review };
}

test('however many engines look at it, and whatever they did before, a game gets the same marks', async () => {
  const { tree, review } = await reviewOfSample();
  await client.solve({ fen: tree.node(9).fen }, 3, { nodes: 40_000 }).solution;
  await client.analyse({ fen: tree.node(5).fen }, { nodes: 20_000 }).lines;
  expect(await reviewGame([client], tree, () => undefined, new AbortController().signal)).toEqual(review);
});

test('a game has its phases: until a tile is taken, until few can move, the rest', async () => {
  const { tree, review } = await reviewOfSample();
  expect(review.phases.map(({ name }) => name)).toEqual(['opening', 'middle', 'end']);
  expect(review.phases[0]).toMatchObject({ first: 1, last: 6 }); // f1xc2 is the first captured tile
  expect(review.phases.at(-1)?.last).toBe(review.turns.at(-1)?.number);
  const [, middle, end] = review.phases;
  expect(end?.first).toBeGreaterThanOrEqual(middle?.last ?? 99);
  expect(tree.lineFrom(0)).toHaveLength(review.actions.length + 1);
});

test('an action that alone does is marked, unless the game is decided or others would have done', () => {
  const { tree } = Tree.read(asked.rules, '1. d2d4 d8d6 *');
  const line = tree.lineFrom(0);
  const examined = (cp: number, more: Partial<Examined> = {}): Examined => ({
    ...{ score: { cp }, line: [], win: null, movable: { white: 7, brown: 7 }, second: null },
    ...more,
  });
  const marks = (first: Examined, after: number): string[] => {
    const all = new Map([first, examined(after), examined(-after)].map((one, index) => [line[index]?.id ?? 0, one]));
    return reviewOf(line, all).actions.map(({ mark }) => mark);
  };
  expect(marks(examined(0, { second: { cp: -600 } }), 0)[0]).toBe('!');
  expect(marks(examined(0), 0)[0]).toBe('');
  expect(marks(examined(0, { second: { cp: -600 } }), 400)[0]).toBe('?');
  expect(marks(examined(3000, { second: { cp: 0 } }), -3000)[0]).toBe('');
});

test('a mistake survives as a line of text', async () => {
  const { tree, review } = await reviewOfSample();
  const all = mistakesOf(review, 'white').map((action) => mistakeOf(tree, action));
  expect(all.length).toBeGreaterThan(0);
  for (const mistake of all) expect(readMistake(mistake.id, writeMistake(mistake))).toEqual(mistake);
  expect(readMistake('x', '00000001\tz+5/7/7/7/7/7/7/7/3D3 w - 12 00\twin')).toBeNull();
});

/** The easiest shipped puzzles, wins in one among them. */
const PUZZLES = new URL('../public/puzzles/', import.meta.url);
const INDEX = JSON.parse(readFileSync(new URL('index.json', PUZZLES), 'utf8')) as { shards: { name: string }[] };
const SHARD = readFileSync(new URL(INDEX.shards[0]?.name ?? '', PUZZLES), 'utf8');

test('a fresh win with one first move is a puzzle, and one that was there before is none', async () => {
  const shipped = SHARD.split('\n').map((row) => row.split('\t'));
  const [, fen = '', , , first = '', accepted = '', before = '', played = ''] =
    shipped.find(([, , kind, turns, , placements]) => kind === 'win' && turns === '1' && placements === '') ?? [];
  const turn = played.replace(/@/g, ' @').trim().split(' ') as Action[];
  let tree = Tree.begin(asked.rules, `${before} 7`);
  let id = 0;
  for (const action of turn) {
    asked.engine.setPosition(tree.node(id).fen);
    asked.engine.play(action);
    const reached = { fen: asked.engine.fen(), key: asked.engine.key().toString(16).padStart(16, '0') };
    ({ tree, id } = tree.play(id, action, () => reached));
  }
  expect(tree.node(id).fen).toContain(fen);
  const player = fen.includes(' w ') ? 'white' : 'brown';
  const turns = (earlier: number | null): Review =>
    ({
      turns: [
        { id: 0, player, win: earlier, movable: { white: 2, brown: 2 } },
        { id: 0, player: player === 'white' ? 'brown' : 'white', win: null, movable: { white: 2, brown: 2 } },
        { id, player, win: 1, movable: { white: 2, brown: 2 } },
      ],
    }) as unknown as Review;
  const { signal } = new AbortController();
  const [found = ''] = await puzzlesOf(client, tree, turns(null), signal);
  expect(found.split('\t').slice(1, 6)).toEqual([fen, 'win', '1', first, accepted]);
  expect(found.split('\t').slice(6, 8)).toEqual([before, turn.join('')]);
  expect(await puzzlesOf(client, tree, turns(1), signal)).toEqual([]);
});
