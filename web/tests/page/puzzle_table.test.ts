// A puzzle on the board, with the real engine in this thread: verdicts, refutations, hints, the four forms, the words.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { gameLink, readLink } from '../../src/analysis/links.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { Position } from '../../src/engine/vocabulary.ts';
import { LANGUAGES } from '../../src/languages/language.svelte.ts';
import { speakOfPuzzles } from '../../src/languages/puzzles.svelte.ts';
import { readPuzzle, readShard, type Puzzle } from '../../src/puzzles/puzzle.ts';
import { PuzzleTable, type Prover } from '../../src/puzzles/puzzle_table.svelte.ts';
import { FORMS } from '../../src/play/symmetry.ts';
import { inForm } from '../../src/puzzles/symmetry.ts';
import { annotationsOf, explanationOf } from '../../src/screens/puzzles/annotations.ts';
import { spokenVerdict, verdictOf } from '../../src/screens/puzzles/verdict_words.ts';
import { settings } from '../../src/settings/settings.svelte.ts';

let module: WebAssembly.Module;
let engine: Engine;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  engine = new Engine(module);
  settings.motion = false;
  await speakOfPuzzles('en');
});

/** The engine as its thread answers. */
const prover: Prover = {
  judge: (position, answer) => Promise.resolve(at(position).judge(answer)),
  solve: (position, turns, limit) => ({
    solution: Promise.resolve(at(position).solve(turns, limit)),
    stop: () => undefined,
  }),
  solveEach: (position, turns, limit) => Promise.resolve(at(position).solveEach(turns, limit)),
  legalActions: (position) => Promise.resolve(at(position).legalActions()),
};

function at({ fen }: Position): Engine {
  engine.setPosition(fen);
  return engine;
}

const FOLDER = 'public/puzzles';
const shipped = (): Puzzle[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.tsv'))
    .flatMap((name) => readShard(readFileSync(`${FOLDER}/${name}`, 'utf8')));

/** One way out for Brown's tile: a8, with 14 of 16 faces. */
const DOOR = readPuzzle(
  '00000001\tz+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00\twin\t1\td1d4\ta8x^><-NESWnesw+\t1+4z/1+5/7/7/7/3x3/7/7/3D3 b - 12 00\t\t600\tin1,walled',
);

function sit(puzzle: Puzzle): { table: PuzzleTable; scores: number[] } {
  const scores: number[] = [];
  const table = new PuzzleTable({
    module,
    engine: () => Promise.resolve(prover),
    puzzle,
    onresult: (score) => scores.push(score),
  });
  return { table, scores };
}

async function until(table: PuzzleTable, ...phases: PuzzleTable['phase'][]): Promise<void> {
  await vi.waitFor(() => {
    expect(phases).toContain(table.phase);
  }, 60_000);
}

async function play(table: PuzzleTable, action: string): Promise<void> {
  await until(table, 'solving');
  table.send(action as 'd2d5');
  await until(table, 'solving', 'wrong', 'slower', 'unproven', 'solved');
}

const said = (table: PuzzleTable): string => spokenVerdict(verdictOf(table, explanationOf(table)), table.orientation);

/** The position itself, nothing played before it. */
const plain = (puzzle: Puzzle): Puzzle => ({ ...puzzle, before: puzzle.fen, played: [] });

const ofKind = (goal: string, count: number): Puzzle[] =>
  shipped()
    .filter(({ goal: { kind, turns } }) => `${kind} ${turns}` === goal)
    .slice(0, count);

test('a win in one is solved with any face that holds, and the others are named', async () => {
  const { table, scores } = sit(plain(DOOR));
  await play(table, 'd1d4');
  expect(said(table)).toContain('Now place your barragoon');
  await play(table, '@a8N');
  expect(table.phase).toBe('solved');
  expect(scores).toEqual([1]);
  expect(said(table)).toBe("Solved. None of Brown's tiles can move.");
  await vi.waitFor(() => {
    expect(table.alternatives).not.toBeNull();
  });
  const squares = table.alternatives?.squares ?? [];
  expect(squares.map(({ square }) => square)).toEqual(['a8']);
  expect(squares[0]?.right).toHaveLength(14);
  expect(new Set(squares[0]?.wrong)).toEqual(new Set(['Y', '|'])); // both lead on to a7
  expect(annotationsOf(table, null)).toContainEqual(
    expect.objectContaining({ kind: 'ghost', square: 'a8', count: 14 }),
  );
  expect(annotationsOf(table, null)).toContainEqual({ kind: 'tint', square: 'a9', tone: 'chosen' });
});

test('a face that lets the tile through is drawn and said, and stays until one tries again', async () => {
  const { table, scores } = sit(plain(DOOR));
  await play(table, 'd1d4');
  await play(table, '@a8|');
  expect(table.phase).toBe('wrong');
  expect(scores).toEqual([0]);
  expect(said(table)).toMatch(/^Not yet\. Two Ways.* a8 lets the 2-tile through: it runs on to a7\./);
  expect(explanationOf(table)?.annotations).toContainEqual(
    expect.objectContaining({ kind: 'path', squares: ['a9', 'a8', 'a7'], tone: 'takes', numbered: true }),
  );
  table.input({ kind: 'square', square: 'd5' });
  expect(table.phase).toBe('solving');
  expect(table.now.hands).toEqual(['white']);
  await play(table, '@a8x');
  expect(table.phase).toBe('solved');
  expect(scores).toEqual([0]);
});

test('what was played is a line that the analysis opens', async () => {
  const [puzzle] = ofKind('win 1', 1);
  if (!puzzle) throw new Error('no puzzle');
  const { table } = sit(puzzle);
  await until(table, 'solving');
  expect(table.line).toEqual({ fen: table.state.fen, actions: [] });
  await play(table, puzzle.first ?? '');
  const { fen, actions } = table.line;
  expect(actions[0]).toBe(puzzle.first);
  const hash = gameLink({ fen, actions, at: 0 }, table.actionIds) ?? '';
  expect(readLink(hash, table.actionIds)).toEqual({ fen, actions, at: 0 });
});

test('the turn before is run, unless somebody does not want to see it', () => {
  const [puzzle] = ofKind('win 1', 1);
  if (!puzzle) throw new Error('no puzzle');
  const options = { module, engine: () => Promise.resolve(prover), puzzle, onresult: () => undefined };
  settings.motion = true;
  try {
    expect(new PuzzleTable(options).phase).toBe('opening');
    expect(new PuzzleTable({ ...options, skipsOpening: true }).phase).toBe('solving');
  } finally {
    settings.motion = false;
  }
});

test('the turn can be taken back until it is complete', async () => {
  const { table } = sit(plain(DOOR));
  await play(table, 'd1d4');
  expect(table.mayTakeBack).toBe(true);
  table.input({ kind: 'cancel' });
  expect(table.steps).toHaveLength(0);
  expect(table.mayTakeBack).toBe(false);
});

test('a hint has two steps and costs half, and what is shown counts as missed', async () => {
  const hinted = sit(plain(DOOR));
  await until(hinted.table, 'solving');
  await hinted.table.giveHint();
  expect(said(hinted.table)).toBe('Look at d1.');
  await hinted.table.giveHint();
  expect(said(hinted.table)).toBe('Move from d1 to d4.');
  expect(annotationsOf(hinted.table, null)).toContainEqual(expect.objectContaining({ kind: 'path', tone: 'may' }));
  await play(hinted.table, 'd1d4');
  await hinted.table.giveHint();
  expect(said(hinted.table)).toBe('Look at the square a8.');
  await play(hinted.table, '@a8x');
  expect(hinted.scores).toEqual([0.5]);

  const shown = sit(plain(DOOR));
  await until(shown.table, 'solving');
  await shown.table.show();
  expect(shown.table.phase).toBe('shown');
  expect(shown.table.state.outcome?.winner).toBe('white');
  expect(shown.scores).toEqual([0]);
});

test('a hint goes with its position, also one that is still being looked for', async () => {
  const { table } = sit(plain(DOOR));
  await play(table, 'd1d4');
  await table.giveHint();
  expect(said(table)).toBe('Look at the square a8.');
  table.takeBack();
  expect(table.hint).toBeNull();
  expect(said(table)).toBe('');
  await play(table, 'd1d4');
  const late = table.giveHint();
  table.takeBack();
  await late;
  expect(table.hint).toBeNull();
  expect(table.phase).toBe('solving');
});

test.each(['win 1', 'win 2', 'win 3', 'hold 1'])(
  '%s: what the page shows solves it, in all four forms',
  async (goal) => {
    for (const puzzle of ofKind(goal, 2))
      for (const form of FORMS) {
        const { table } = sit(inForm(puzzle, form));
        await until(table, 'solving');
        await table.show();
        expect(table.phase).toBe('shown');
        if (goal !== 'hold 1') expect(table.state.outcome?.winner, puzzle.id).toBe(table.player);
      }
  },
);

test('forms are their own way back', () => {
  for (const puzzle of shipped().slice(0, 40))
    for (const form of FORMS) {
      const there = inForm({ ...puzzle, fen: `${puzzle.fen} 1`, before: `${puzzle.before} 1` }, form);
      expect(inForm(there, form)).toEqual({ ...puzzle, fen: `${puzzle.fen} 1`, before: `${puzzle.before} 1` });
    }
});

test('every wrong first move of a puzzle gets a verdict with a reason', async () => {
  const [puzzle] = ofKind('win 2', 1);
  if (!puzzle) throw new Error('no puzzle');
  const { table, scores } = sit(puzzle);
  await until(table, 'solving');
  const moves = table.state.moves
    .map(({ start, target }) => `${start}${target}`)
    .filter((move) => move !== puzzle.first);
  for (const move of moves) {
    await play(table, move);
    expect(['wrong', 'slower', 'unproven']).toContain(table.phase);
    expect(said(table).length).toBeGreaterThan(10);
    expect(said(table)).not.toMatch(/[{}]|undefined/);
    table.tryAgain();
  }
  expect(scores.length).toBeLessThanOrEqual(1);
});

test('the words of the puzzles are complete in every language', () => {
  const texts = LANGUAGES.map(
    (name) => JSON.parse(readFileSync(`src/languages/puzzles/${name}.json`, 'utf8')) as Record<string, string>,
  );
  const shape = (words: Record<string, string>): string[] =>
    Object.entries(words)
      .map(
        ([key, text]) =>
          `${key} ${[...text.matchAll(/\{\w+\}/g)]
            .map(([hole]) => hole)
            .sort()
            .join(' ')}`,
      )
      .sort();
  for (const words of texts) expect(shape(words)).toEqual(shape(texts[0] ?? {}));
});

test.each([
  [false, 'judging'],
  [true, 'solving'],
] as const)('whether a move asks for one more tap is what the settings say (%s)', async (confirm, phase) => {
  settings.confirm = confirm;
  const { table } = sit(plain(DOOR));
  await until(table, 'solving');
  table.input({ kind: 'square', square: 'd1' });
  table.input({ kind: 'square', square: 'd4' });
  expect(table.phase).toBe(phase);
  expect(table.choice.phase).toBe(confirm ? 'confirm' : 'wait');
  settings.confirm = false;
});
