import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { TRAY } from '../../src/board/faces.ts';
import { Engine } from '../../src/engine/engine.ts';
import { SQUARES } from '../../src/board/squares.ts';
import { readFen } from '../../src/engine/fen.ts';
import { START, type Heading, type Placement, type Square } from '../../src/engine/vocabulary.ts';
import { learnWords, sayer } from '../../src/languages/learn.ts';
import { faceWords } from '../../src/languages/words.ts';
import { answerText } from '../../src/learn/drills/answer_text.ts';
import { DrillRun, type DrillOptions } from '../../src/learn/drills/drill_run.svelte.ts';
import { selfPlay } from '../../src/learn/drills/self_play.ts';
import { DRILLS, type Drill } from '../../src/learn/drills/drill.ts';
import { questionAbout } from '../../src/learn/drills/questions.ts';
import { drawQuestion, faceQuestions, kindOf, questionsOf, type FaceQuestion } from '../../src/learn/face_questions.ts';
import { hasTrainerStar } from '../../src/learn/progress.svelte.ts';
import { ROUND, TrainerRound } from '../../src/learn/trainer_round.svelte.ts';
import { drawTwoFaces } from '../../src/learn/two_faces.ts';
import { PuzzleFiles } from '../../src/puzzles/files.ts';
import { holdSource } from '../../src/screens/learn/hold_positions.ts';
import { sameThreadEngine } from './same_thread_engine.ts';

let module: WebAssembly.Module;
let engine: Engine;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  engine = new Engine(module);
});

/** The same numbers every time. */
function seeded(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

test('64 questions, 44 of them blocked, as the rules say', () => {
  const all = faceQuestions(engine);
  expect(all).toHaveLength(64);
  expect(all.filter(({ exits }) => exits.length === 0)).toHaveLength(44);
  const exits = (face: string, heading: Heading): readonly Heading[] =>
    all.find((one) => one.face === face && one.heading === heading)?.exits ?? [];
  expect(exits('^', 'north')).toEqual(['north']);
  expect(exits('N', 'east')).toEqual(['north']);
  expect([...exits('+', 'south')].sort()).toEqual(['east', 'west']);
  expect(exits('e', 'south')).toEqual([]);
});

test('open and blocked questions come half and half, the open ones of every kind', () => {
  const random = seeded();
  const among = questionsOf(faceQuestions(engine), 3);
  const counts = new Map<string, number>();
  let before: FaceQuestion | null = null;
  for (let drawn = 0; drawn < 3000; drawn += 1) {
    before = drawQuestion(among, before, random);
    counts.set(kindOf(before), (counts.get(kindOf(before)) ?? 0) + 1);
  }
  expect(Math.abs((counts.get('blocked') ?? 0) - 1500)).toBeLessThan(150);
  for (const kind of ['straight', 'turn', 'turns']) expect(Math.abs((counts.get(kind) ?? 0) - 500)).toBeLessThan(100);
});

test('levels ask for what they say', () => {
  const all = faceQuestions(engine);
  expect(new Set(questionsOf(all, 1).map(({ face }) => face)).size).toBe(7);
  expect(new Set(questionsOf(all, 2).map(({ face }) => face)).size).toBe(9);
  expect(new Set(questionsOf(all, 6, 'one_way').map(({ face }) => face)).size).toBe(4);
});

function round(clock: { now: number }): TrainerRound<Heading, FaceQuestion> {
  const random = seeded(7);
  const among = questionsOf(faceQuestions(engine), 3);
  return new TrainerRound(
    3,
    (before: FaceQuestion | null) => drawQuestion(among, before, random),
    () => clock.now,
  );
}

const answer = (one: TrainerRound<Heading, FaceQuestion>): void => {
  const { exits } = one.question;
  if (exits.length === 0) one.answer(null);
  for (const exit of exits) one.answer(exit);
};

test('ten quick answers in a row earn the star of the level, and a round has twenty questions', () => {
  const clock = { now: 0 };
  const one = round(clock);
  for (let asked = 0; asked < ROUND; asked += 1) {
    expect(one.hasStar).toBe(asked >= 10);
    clock.now += 1500;
    answer(one);
    expect(one.phase).toBe('right');
    one.next();
  }
  expect(one.phase).toBe('over');
  expect(one.right).toBe(ROUND);
  expect(one.median).toBeCloseTo(1.5);
  expect(hasTrainerStar(3)).toBe(true);
});

test('slow answers earn none, and a wrong one comes again after three others', () => {
  const clock = { now: 0 };
  const one = round(clock);
  const first = one.question;
  one.answer(first.exits.length === 0 ? 'north' : null);
  expect(one.phase).toBe('wrong');
  for (let others = 0; others < 3; others += 1) {
    one.next();
    clock.now += 4000;
    answer(one);
  }
  one.next();
  expect(one.question).toBe(first);
  expect(one.row).toBe(3);
  expect(one.hasStar).toBe(false);
});

test('two faces in a row: the ends are those of full moves over both', () => {
  const random = seeded(3);
  const drawn = Array.from({ length: 60 }, () => drawTwoFaces(engine, random));
  expect(drawn.some(({ exits }) => exits.length === 0)).toBe(true);
  expect(drawn.some(({ exits }) => exits.length > 0)).toBe(true);
  for (const { cells, exits } of drawn) {
    expect(cells.size).toBe(3);
    for (const exit of exits) expect(cells.has(exit)).toBe(false);
  }
});

// -- drills --------------------------------------------------------------------------------------------------------

const DOOR = 'z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1';

test('a door is closed by the faces that a proof accepts', () => {
  const question = questionAbout('door', DOOR, engine, seeded());
  expect(question).toMatchObject({ kind: 'placement', marked: 'a9' });
  // The library counts 14 of 16 faces on a8.
  expect(question?.kind === 'placement' ? question.answer.filter((one) => one.startsWith('@a8')).length : 0).toBe(14);
  const faces = questionAbout('faces', DOOR, engine, seeded());
  expect(faces?.kind === 'faces' ? TRAY.filter((face) => !faces.answer.includes(face)).sort() : []).toEqual(['Y', '|']);
});

test('spotting: what can be taken, what is in danger, what is stuck, what will be', () => {
  const fen = '7/3v3/7/7/4zd1/3D3/7/7/7 w - 22 00 1';
  expect(questionAbout('takes', fen, engine, seeded())).toMatchObject({ answer: ['f5'] });
  expect(questionAbout('hanging', fen, engine, seeded())).toMatchObject({ answer: expect.any(Array) as Square[] });
  expect(questionAbout('stuck', '6z/7/7/7/7/7/7/x6/Zx5 w - 24 00 1', engine, seeded())).toMatchObject({
    answer: ['a1'],
  });
  expect(questionAbout('stops', DOOR, engine, seeded())).toMatchObject({ marked: 'a8', answer: ['a9'] });
  expect(questionAbout('ways', START.fen, engine, seeded())?.kind).toBe('number');
});

const FOLDER = 'public/puzzles';
const shipped = new PuzzleFiles((name) => Promise.resolve(readFileSync(`${FOLDER}/${name}`, 'utf8')));

/** Positions to hold come from the puzzles, all others from games of the engine. */
function optionsOf(drill: Drill): DrillOptions {
  return { random: seeded(11), holds: drill === 'foot' ? holdSource(shipped, seeded(11)) : null };
}

test.each(DRILLS)('%s finds something to ask', async (drill) => {
  const run = new DrillRun(module, drill, Promise.resolve(sameThreadEngine(module)), optionsOf(drill));
  await expect.poll(() => run.phase, { timeout: 120_000 }).toBe('asked');
  const { question } = run;
  if (question?.kind === 'squares') question.answer.forEach((square) => run.tapSquare(square));
  if (question?.kind === 'faces') question.answer.forEach((face) => run.tapFace(face));
  if (question?.kind === 'number') run.answerNumber(question.answer);
  else if (question?.kind === 'placement' || question?.kind === 'hold') run.place(question.answer[0] ?? '@a1x');
  else run.check();
  expect(run.phase).toBe('right');
  expect(run.right).toBe(1);
  run.leave();
});

test('an answer names faces with their headings: those that do it, or all but those that do not', async () => {
  const speak = sayer(await learnWords('en'));
  const faces = questionAbout('faces', DOOR, engine, seeded());
  if (faces?.kind !== 'faces') throw new Error('no faces are asked for');
  const failing = TRAY.filter((face) => !faces.answer.includes(face)).map((face) => faceWords(face));
  expect(answerText(faces, speak)).toBe(`It was: all but ${failing.join('; ')}.`);
  expect(answerText({ ...faces, answer: ['^', 'N'] }, speak)).toBe(`It was: ${faceWords('^')}; ${faceWords('N')}.`);
  expect(faceWords('^')).toBe('One Way: straight on going up');
  const door = questionAbout('door', DOOR, engine, seeded());
  if (door?.kind !== 'placement') throw new Error('no placement is asked for');
  expect(answerText({ ...door, answer: ['@a8^'] }, speak)).toBe(
    'One answer: on a8, place One Way: straight on going up.',
  );
});

test('a game for drills goes on when another one that nobody wants any more ends', async () => {
  const client = sameThreadEngine(module);
  let isWanted = true;
  const left = selfPlay(client, seeded(3), () => isWanted);
  const wanted = selfPlay(client, seeded(5), () => true);
  await expect.poll(() => client.fen(START)).toBe(START.fen); // both have begun
  isWanted = false;
  await left;
  expect((await wanted).length).toBeGreaterThan(10);
});

test('a door that stays open: the run that is left is shown', async () => {
  const run = new DrillRun(module, 'door', Promise.resolve(sameThreadEngine(module)), { random: seeded(11) });
  await expect.poll(() => run.phase, { timeout: 120_000 }).toBe('asked');
  const { question } = run;
  if (question?.kind !== 'placement') throw new Error('no placement is asked for');
  const free = SQUARES.find((square) => !question.cells.has(square) && !question.answer.includes(`@${square}x`));
  run.place(`@${free ?? 'a1'}x`);
  expect(run.phase).toBe('wrong');
  expect(run.refutation?.kind === 'escape' ? run.refutation.escape.move.slice(0, 2) : '').toBe(question.marked);
  run.leave();
});

test('a foot in the door is asked for as White, and a placement that loses is answered by the one that shuts in', async () => {
  const client = sameThreadEngine(module);
  const run = new DrillRun(module, 'foot', Promise.resolve(client), optionsOf('foot'));
  await expect.poll(() => run.phase, { timeout: 60_000 }).toBe('asked');
  const { question } = run;
  if (question?.kind !== 'hold') throw new Error('nothing is to be held');
  expect(readFen(question.fen).actor).toBe('white');
  const right = new Set<string>(question.answer);
  const legal = (await client.legalActions({ fen: question.fen })) as Placement[];
  expect(question.answer.filter((placement) => !legal.includes(placement))).toEqual([]);
  run.place(legal.find((placement) => !right.has(placement)) ?? '@a1x');
  expect(run.phase).toBe('wrong');
  await expect.poll(() => run.refutation, { timeout: 60_000 }).not.toBeNull();
  const line = run.refutation?.kind === 'reply' ? run.refutation.line : [];
  engine.setPosition(question.fen, [run.placed ?? '', ...line]);
  expect(engine.movesOf('white')).toEqual([]);
  run.leave();
});
