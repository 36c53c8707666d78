import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Analysis } from '../../src/engine/analysis.ts';
import type { EngineClient } from '../../src/engine/client.ts';
import { Engine } from '../../src/engine/engine.ts';
import { Game, type GameEvent } from '../../src/engine/game.ts';
import { START, type Action, type Face } from '../../src/engine/vocabulary.ts';
import { LANGUAGES, speak as speakLanguage } from '../../src/languages/language.svelte.ts';
import { learnWords, levelWords, sayer } from '../../src/languages/learn.ts';
import { faceWords } from '../../src/languages/words.ts';
import { LevelTable } from '../../src/learn/level_table.svelte.ts';
import { CORE, entriesOf, GROUPS, levelOf, LEVELS, levelsOf, nextOn, TEST } from '../../src/learn/levels.ts';
import { LONG_ENDINGS } from '../../src/learn/long_endings.ts';
import { messageOf, replySentence } from '../../src/learn/message.ts';
import { nextAction } from '../../src/learn/next_action.ts';
import { earn, forget, readProgress, starsOf, unfinished } from '../../src/learn/progress.svelte.ts';
import { Computer } from '../../src/play/computer.ts';
import { starsFor } from '../../src/learn/stars.ts';
import { settings } from '../../src/settings/settings.svelte.ts';
import { sameThreadEngine } from './same_thread_engine.ts';

let module: WebAssembly.Module;
let client: EngineClient;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  client = sameThreadEngine(module);
  settings.motion = false;
});
afterAll(() => {
  client.close();
});
beforeEach(() => {
  forget(LEVELS.map(({ id }) => id));
});

function open(id: string): LevelTable {
  const level = levelOf(id);
  if (!level) throw new Error(`no level ${id}`);
  return new LevelTable(module, level, Promise.resolve(client));
}

/** Plays an action as the screen does, and waits for what comes of it. */
async function play(table: LevelTable, ...events: GameEvent[]): Promise<void> {
  for (const event of events) {
    table.send(event);
    await expect.poll(() => table.isBusy, { timeout: 60_000 }).toBe(false);
  }
}

const words = await learnWords('en');
const message = (table: LevelTable): string => {
  const { title, text } = messageOf(table, levelWords(words, table.level.id), sayer(words));
  return `${title} ${text}`.trim();
};

// -- words ---------------------------------------------------------------------------------------------------------

const shape = (value: unknown, at = ''): string[] =>
  typeof value === 'string'
    ? [
        `${at} ${[...value.matchAll(/\{\w+\}/g)]
          .map(([hole]) => hole)
          .sort()
          .join(' ')}`,
      ]
    : Object.entries(value as object).flatMap(([key, inner]) => shape(inner, `${at}.${key}`));

test.each(LANGUAGES)('%s has all that English has, and goals of two lines at most', async (name) => {
  const spoken = await learnWords(name);
  expect(shape(spoken).sort()).toEqual(shape(words).sort());
  for (const level of LEVELS) {
    const { title, goal, done, wrong = '' } = levelWords(spoken, level.id);
    expect(title && goal && done, level.id).toBeTruthy();
    expect(goal.length, goal).toBeLessThanOrEqual(84);
    expect(done.length, done).toBeLessThanOrEqual(105);
    expect(wrong.length, wrong).toBeLessThanOrEqual(90);
  }
});

test('an endgame from a game says its number and in how many turns it is won', () => {
  expect(levelWords(words, '6.14', 3)).toMatchObject({
    title: 'From a game 2',
    goal: expect.stringContaining('in 3 turns') as string,
  });
});

test('English goals have 14 words at most, and what was learnt 22', () => {
  for (const { id } of LEVELS) {
    const { goal, done } = levelWords(words, id);
    expect(goal.split(' ').length, goal).toBeLessThanOrEqual(14);
    expect(done.split(' ').length, done).toBeLessThanOrEqual(22);
  }
});

// -- ways ----------------------------------------------------------------------------------------------------------

test('the short path has twelve entries, the test six positions, and every level is in one of seven groups', () => {
  expect(CORE).toHaveLength(12);
  for (const entry of CORE) expect(levelsOf(entry).length, entry).toBeGreaterThan(0);
  expect(TEST.map((id) => levelOf(id)?.id)).toEqual(TEST);
  expect(GROUPS.flatMap(entriesOf).flatMap((entry) => levelsOf(entry)).length).toBe(LEVELS.length);
});

test('a way leads from level to level, through series', () => {
  expect(nextOn('core', '1.2')).toBe('1.3');
  expect(nextOn('core', '4.2')).toBe('4.5a');
  expect(nextOn('core', '4.5d')).toBe('5.1');
  expect(nextOn('core', '5.1')).toBeUndefined();
  expect(nextOn('all', '1.10')).toBe('2.1');
});

test('long endings are positions of which nothing is proven', () => {
  const engine = new Engine(module);
  for (const fen of LONG_ENDINGS) {
    engine.setPosition(fen);
    expect(engine.fen()).toBe(fen);
    expect(engine.legalActions().length).toBeGreaterThan(10);
    expect(engine.solve(2, { nodes: 300_000 }).verdict).not.toBe('win');
  }
});

// -- judging -------------------------------------------------------------------------------------------------------

const solved = LEVELS.filter(({ line, goal }) => line !== undefined && goal.kind !== 'win');

test.each(solved.map(({ id }) => id))('the line of %s earns three stars', async (id) => {
  const table = open(id);
  await play(table, ...(table.level.line ?? []));
  expect(table.earned).toBe(3);
  expect(starsOf(id)).toBe(3);
});

test('a move more costs a star, and the best result stays', async () => {
  const table = open('1.2');
  await play(table, 'd5d6', 'd6e6');
  expect(table.earned).toBe(2);
  expect(message(table)).toContain('in 2 moves; it can be done in 1');
  earn('1.2', 1);
  expect(starsOf('1.2')).toBe(2);
});

test('what the rules forbid is refused with the reason', () => {
  const table = open('3.6');
  table.input({ kind: 'square', square: 'd5' });
  table.input({ kind: 'square', square: 'd7' });
  expect(message(table)).toBe("A 2-tile can't take All Turns.");
});

test('before captures are taught none is marked, and a tap says that they come later', () => {
  const table = open('2.1');
  expect(table.state.moves.some(({ target }) => target === 'b5')).toBe(true);
  const [kinds, taught] = [(of: LevelTable): unknown => of.options.moves.map(({ kind }) => kind), open('3.5')];
  expect(kinds(table)).not.toContain('takes barragoon');
  expect(kinds(taught)).toContain('takes barragoon');
  table.input({ kind: 'square', square: 'a3' });
  table.input({ kind: 'square', square: 'b5' });
  expect(message(table)).toBe("How to take that comes later. You don't need it here.");
  table.input({ kind: 'square', square: 'c4' });
  expect(table.played).toEqual(['a3c4']);
  expect(message(table)).not.toContain('later');
});

test('any face that shuts the door is right', async () => {
  const table = open('4.2');
  await play(table, 'd1d4', '@a8+');
  expect(table.earned).toBe(3);
});

test('a wrong placement is answered with the path by which the tile escapes, and taken back', async () => {
  const table = open('4.2');
  await play(table, 'd1d4', '@a8|');
  expect(message(table)).toBe('Not yet. The 2-tile on a9 still runs a9–a8–a7.');
  expect(table.annotations).toContainEqual(
    expect.objectContaining({ kind: 'path', tone: 'takes', squares: ['a9', 'a8', 'a7'] }),
  );
  table.input({ kind: 'square', square: 'a8' });
  expect(table.now.hands).toEqual(['white']);
  await play(table, '@a8x');
  expect(table.earned).toBe(2);
});

test('who survives by the one placement is right; any other is answered by the one that shuts in', async () => {
  const table = open('5.12');
  await play(table, '@b4x');
  expect(table.verdict).toMatchObject({ kind: 'wrong', fault: 'shut_in' });
  expect(message(table)).toMatch(/^Not yet\. On [a-g][1-9], Brown places [^()]+\. You can't move\.$/);
  table.retry();
  await play(table, '@b4+');
  expect(table.isDone).toBe(true);
});

test('a capture that costs the game is punished on the board', async () => {
  const table = open('5.14');
  await play(table, 'd5c7');
  expect(table.verdict).toMatchObject({ kind: 'wrong', fault: 'loses' });
  expect(table.state.outcome).toMatchObject({ winner: 'brown' });
});

test('one threat is not two: the saving reply is played', async () => {
  const table = open('5.9');
  await play(table, 'b2b5');
  expect(message(table)).toBe('Not yet. Brown moves from d7 to d4. That saves it.');
});

test('a hunt goes on after a slower move, and ends with the best defence beaten', async () => {
  const table = open('6.2');
  for (let turn = 0; turn < 12 && !table.isDone; turn += 1) {
    await table.show();
    await expect.poll(() => table.isBusy, { timeout: 60_000 }).toBe(false);
  }
  expect(table.earned).toBe(1); // it was shown
  const slower = open('6.2');
  await play(slower, 'e3d2');
  expect(slower.verdict).toEqual({ kind: 'going' });
  expect(slower.isYours).toBe(true);
});

test('in a hunt a slip is named, and can be taken back or played on', async () => {
  const table = open('6.1');
  await play(table, 'd8d6');
  expect(message(table)).toMatch(/You had a win in 2. Now there is none within/);
  table.playOn();
  await expect.poll(() => table.isBusy, { timeout: 60_000 }).toBe(false);
  expect(table.isYours).toBe(true);
  table.undo();
  expect(table.moves).toBe(0);
});

test('squares are marked and checked', () => {
  const table = open('1.7');
  const tap = (...squares: string[]): void => {
    for (const square of squares) table.input({ kind: 'square', square: square as 'a4' });
  };
  tap('a4', 'a2');
  table.check();
  expect(message(table)).toContain('a2 is 1 away');
  tap('a2');
  table.check();
  expect(message(table)).toContain('is missing');
  tap('a5', 'b3', 'b4', 'c2', 'c3', 'd1', 'd2', 'e1');
  table.check();
  expect(table.earned).toBe(1);
});

test('how it ends is chosen from three words', () => {
  const table = open('4.5b');
  table.choose('lost');
  expect(table.isDone).toBe(false);
  table.choose('goes_on');
  expect(table.earned).toBe(2);
});

test('a wrong word about the end gets its reason, said and drawn', () => {
  const goesOn = open('4.5b');
  goesOn.choose('lost');
  expect(message(goesOn)).toBe('Not yet. The 2-tile on a1 still takes No Way: a1–a2–a3.');
  expect(goesOn.annotations).toMatchObject([{ kind: 'path', squares: ['a1', 'a2', 'a3'], tone: 'may' }]);
  const lost = open('4.5c');
  lost.choose('draw');
  expect(message(lost)).toMatch(/^Not yet. The tile can't move: what stands on b1, a2, a3 holds it/);
  expect(lost.annotations).toMatchObject([
    { kind: 'tint', square: 'a1', tone: 'bad' },
    { kind: 'rim', square: 'b1', tone: 'takes' },
    { kind: 'rim', square: 'a2', tone: 'takes' },
    { kind: 'rim', square: 'a3', tone: 'takes' },
  ]);
  const draw = open('4.7');
  draw.choose('goes_on');
  expect(message(draw)).toMatch(/^Not yet. The tiles still move, but none of them can ever take anything/);
  expect(draw.annotations.length).toBeGreaterThan(0);
  draw.choose('draw');
  expect(draw.annotations).toEqual([]);
});

test.each(LANGUAGES)('a hint for a placement is a sentence with a verb (%s)', async (language) => {
  const { frame } = await learnWords(language);
  expect(frame['hint.place']).not.toContain('(');
  expect(frame['hint.place'].replaceAll(/\{\w+\}/g, '').match(/\p{L}{4,}/gu)).not.toBeNull();
});

test('a draw is declined, and the repetition has to be left', async () => {
  const table = open('4.8');
  table.send('accept_draw white');
  expect(message(table)).toMatch(/^Not yet. Agreed: a draw/);
  table.retry();
  table.send('decline_draw white');
  table.input({ kind: 'square', square: 'c2' });
  table.input({ kind: 'square', square: 'c3' });
  expect(table.objection).toMatchObject({ rule: 'repetition' });
  await play(table, 'e2e4');
  expect(table.isDone).toBe(true);
});

test('both place after a capture, the opponent by itself', async () => {
  const table = open('3.4');
  await play(table, 'd3f5');
  expect(table.now.hands).toEqual(['white']);
  await play(table, table.state.placements[0] ?? '@a1x');
  expect(table.isDone).toBe(true);
});

test('the opponent is as strong as ever, whoever played before', async () => {
  const game = new Game(module);
  game.begin(START.fen, false);
  await new Computer(client, { kind: 'computer', level: 1, ladder: 2, seed: 7 }).choose(game.state());
  const searches = vi.spyOn(client, 'analyse');
  await play(open('3.4'), 'd3f5');
  const reply = searches.mock.results[0]?.value as Analysis | undefined;
  expect((await reply?.lines)?.[0]?.nodes).toBeGreaterThan(15_000);
  searches.mockRestore();
});

// -- hints, progress -----------------------------------------------------------------------------------------------

test('a hint has two steps and costs a star once', async () => {
  const table = open('4.2');
  await table.hint();
  expect(table.annotations).toContainEqual({ kind: 'tint', square: 'd1', tone: 'chosen' });
  await table.hint();
  expect(table.annotations).toContainEqual(expect.objectContaining({ kind: 'path', tone: 'may' }));
  await play(table, 'd1d4', '@a8x');
  expect(table.earned).toBe(2);
});

test.each([
  [
    'en',
    'Brown moves from d6 to d5.',
    'Brown moves from d6 to f7 and takes what stands there.',
    'On f9, Brown places Two Ways: straight on going up or down.',
  ],
  [
    'de',
    'Braun zieht von d6 nach d5.',
    'Braun zieht von d6 nach f7 und schlägt, was dort steht.',
    'Auf f9 setzt Braun Zwei Wege: geradeaus nach oben oder unten.',
  ],
  [
    'fr',
    'Marron va de d6 à d5.',
    "Marron va de d6 à f7 et bat ce qui s'y trouve.",
    'En f9, Marron place Deux passages\u00a0: tout droit vers le haut ou vers le bas.',
  ],
  [
    'it',
    'Il Marrone muove da d6 a d5.',
    'Il Marrone muove da d6 a f7 e cattura ciò che vi si trova.',
    "In f9 il Marrone posiziona Due vie: dritto verso l'alto o verso il basso.",
  ],
] as const)('a reply is a sentence (%s)', async (name, move, takes, places) => {
  await speakLanguage(name);
  const speak = sayer(await learnWords(name));
  expect(replySentence('d6d5', false, speak)).toBe(move);
  expect(replySentence('d6f7', true, speak)).toBe(takes);
  expect(replySentence('@f9|', false, speak)).toBe(places);
  await speakLanguage('en');
});

test('a touched tile explains the rings and frames that are seen, in the first groups', () => {
  const runs = open('1.2');
  runs.input({ kind: 'square', square: 'd5' });
  expect(message(runs)).toBe('Dot: full move. Ring: one square less.');
  const takes = open('3.1');
  takes.input({ kind: 'square', square: 'd4' });
  expect(message(takes)).toBe('Dot: full move. Ring: one square less. Frame: takes.');
  const later = open('5.1');
  later.input({ kind: 'square', square: 'c4' });
  expect(message(later)).toBe('');
});

test('who ran past the flag may go on or begin again, and reads so', async () => {
  const table = open('1.2');
  await play(table, 'd5d7');
  expect(message(table)).toBe('Two squares in all, round one corner. Go on from here, or tap Again.');
});

test('a placement is said with its heading in a hint', async () => {
  const table = open('4.2');
  await play(table, 'd1d4');
  await table.hint();
  await table.hint();
  const face = table.hinted?.action.slice(3) as Face;
  expect(message(table)).toBe(`On a8, place ${faceWords(face)}.`);
});

test('a hint is said in place of what was wrong before it', async () => {
  const table = open('1.3');
  for (const square of ['a1', 'a9'] as const) table.input({ kind: 'square', square });
  expect(table.objection).not.toBeNull();
  await table.hint();
  expect(message(table)).toBe('Look at a1.');
});

test('a hint goes on from where one is, if what was played is good, and takes nothing back', async () => {
  const table = open('1.10');
  await play(table, 'f2f6', 'b2b4');
  await table.hint();
  expect(table.played).toEqual(['f2f6', 'b2b4']);
  expect(table.hintStep).toBe(1);
  expect(message(table)).toMatch(/^Look at (b4|f6)\.$/);
  await table.show();
  await expect.poll(() => table.isBusy).toBe(false);
  await table.show();
  await expect.poll(() => table.isBusy).toBe(false);
  expect(table.isDone).toBe(true);
  expect(table.moves).toBe(4);
});

test('a hint leads on after detours, also to a capture and a placement', async () => {
  const table = open('3.7');
  await play(table, 'd2d5');
  for (let step = 0; step < 6 && !table.isDone; step += 1) {
    await table.show();
    await expect.poll(() => table.isBusy).toBe(false);
  }
  expect(table.isDone).toBe(true);
  expect(table.moves).toBeLessThanOrEqual(6);
});

const lonely = LEVELS.filter(({ goal }) => goal.kind === 'flags' || goal.kind === 'free');

test.each(lonely.map(({ id }) => id))('the way that is searched for in %s is as short as it can be', (id) => {
  const { goal, fen } = levelOf(id) ?? {};
  if ((goal?.kind !== 'flags' && goal?.kind !== 'free') || fen === undefined) throw new Error(`no way in ${id}`);
  const engine = new Engine(module);
  const way: Action[] = [];
  let here = fen;
  for (let action = nextAction(engine, goal, here, way); action; action = nextAction(engine, goal, here, way)) {
    way.push(action);
    engine.setPosition(here, [action]);
    here = engine.fen().replace(' b ', ' w ');
  }
  expect(way.filter((action) => !action.startsWith('@'))).toHaveLength(goal.par);
});

test('where only the line of a level can help, a hint begins the level anew and is said', async () => {
  const level = levelOf('3.5');
  if (!level) throw new Error('no level 3.5');
  const table = new LevelTable(module, { ...level, line: ['d3d6', '@a1x'] }, Promise.resolve(client));
  await play(table, 'd3b4');
  await table.hint();
  expect(table.played).toEqual([]);
  expect(message(table)).toBe('Look at d3.');
  table.undo();
  expect(table.played).toEqual([]);
  expect(message(table)).toBe('Look at d3.');
});

test('before captures are taught nothing is called too near to take', () => {
  const table = open('2.2');
  for (const square of ['d3', 'd5'] as const) table.input({ kind: 'square', square });
  expect(message(table)).toContain('comes later');
});

test('a level that was left in the middle is taken up again, however often it is left', async () => {
  await play(open('1.3'), 'a1b2', 'b2c3');
  expect(unfinished('1.3')?.events).toEqual(['a1b2', 'b2c3']);
  open('1.3').leave();
  const table = open('1.3');
  expect(table.played).toEqual(['a1b2', 'b2c3']);
  await play(table, 'c3d3');
  expect(table.earned).toBe(3);
});

test('what was kept and is spoilt does no harm', () => {
  expect(readProgress('{')).toMatchObject({ stars: {}, last: null });
  expect(readProgress('[1]')).toMatchObject({ stars: {} });
  const kept = { v: 1, stars: { '1.1': 3, '1.2': 7, '1.3': 'x' }, faces: 3, last: 4, unfinished: { id: 5 } };
  expect(readProgress(JSON.stringify(kept))).toEqual({
    v: 1,
    stars: { '1.1': 3 },
    faces: {},
    last: null,
    unfinished: null,
  });
});

test('stars: one less for each slip, one at least', () => {
  const effort = { goal: { kind: 'survive' } as const, played: ['@a1x'] as Action[], isHinted: false, isShown: false };
  expect([0, 1, 2, 5].map((faults) => starsFor({ ...effort, faults }))).toEqual([3, 2, 1, 1]);
  expect(starsFor({ ...effort, faults: 0, isHinted: true })).toBe(2);
});
