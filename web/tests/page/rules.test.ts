import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { TRAY } from '../../src/board/faces.ts';
import { Engine } from '../../src/engine/engine.ts';
import { LANGUAGES } from '../../src/languages/language.svelte.ts';
import { rulesWords } from '../../src/languages/rules.ts';
import { crossings } from '../../src/engine/crossings.ts';
import { LessonTable } from '../../src/screens/rules/lesson_table.svelte.ts';
import { LESSONS, type LessonName } from '../../src/screens/rules/lessons.ts';

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});

const lesson = (name: LessonName): LessonTable => new LessonTable(module, LESSONS[name]);

function tap(table: LessonTable, ...squares: string[]): void {
  for (const square of squares) table.input({ kind: 'square', square: square as 'd2' });
}

function place(table: LessonTable, square: string, face: 'x' | '+'): void {
  table.input({ kind: 'face', face });
  tap(table, square, square);
}

/** Every text with its key. */
function shape(words: unknown, at = ''): string[] {
  if (typeof words === 'string') return [`${at} ${(words.match(/\{\w+\}/g) ?? []).join(' ')}`];
  return Object.entries(words as object).flatMap(([key, inner]) => shape(inner, `${at}.${key}`));
}

test.each(LANGUAGES)('%s has all the rules that English has', async (name) => {
  const words = await rulesWords(name);
  expect(shape(words).sort()).toEqual(shape(await rulesWords('en')).sort());
  expect(JSON.stringify(words)).not.toContain('""');
});

test('every lesson has its sentence, and every sentence its lesson', async () => {
  expect(Object.keys((await rulesWords('en')).lessons).sort()).toEqual(Object.keys(LESSONS).sort());
});

test('a face is crossed on as many paths as its symbol says', () => {
  const engine = new Engine(module);
  const counts = TRAY.map((face) => crossings(engine, face).length);
  expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 8, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(crossings(engine, 'N')).toEqual([['c5', 'd5', 'd6']]);
});

test('White alone moves where nobody else is to', () => {
  const table = lesson('move');
  tap(table, 'c2', 'c4');
  expect(table.now.turn).toBe('white');
  expect(table.now.cells.get('c4')).toBe('Z');
  expect(table.lastStep?.step.action).toBe('c2c4');
  table.again();
  expect(table.now.cells.get('c2')).toBe('Z');
});

test('what is a square too near is not taken, what is as far as the tile goes is', () => {
  const table = lesson('capture');
  const kinds = table.state.moves.filter(({ kind }) => kind.startsWith('takes')).map(({ target }) => target);
  expect(kinds.sort()).toEqual(['b5', 'f5']);
  for (const near of ['d6', 'b4']) {
    tap(table, 'd3', near);
    expect(table.objection).toMatchObject({ rule: 'short_capture' });
    table.input({ kind: 'cancel' });
  }
});

test('a tile runs through two barragoons', () => {
  const move = lesson('barragoon').state.moves.find(({ target }) => target === 'f4');
  expect(move?.paths).toContainEqual(['d2', 'd3', 'd4', 'e4', 'f4']);
});

test('who lost the tile places first', () => {
  const table = lesson('tile_taken');
  tap(table, 'd3', 'f5');
  expect(table.now.hands).toEqual(['brown', 'white']);
});

test('a 3-tile takes both barragoons, a 2-tile not the one that shows All Turns', () => {
  const table = lesson('barragoon_taken');
  const taken = table.state.moves.filter(({ kind }) => kind === 'takes barragoon');
  expect(taken.map(({ start, target }) => start + target).sort()).toEqual(['d3b4', 'd3d6']);
  tap(table, 'b2', 'b4');
  expect(table.objection).toMatchObject({ rule: 'two_takes_all_turns' });
});

test('the last tile is walled in', () => {
  const table = lesson('end');
  tap(table, 'd1', 'd4');
  place(table, 'a8', 'x');
  expect(table.state.outcome).toEqual({ winner: 'white', reason: 'blocked' });
});

test('nothing can be taken any more', () => {
  expect(lesson('dead').state.outcome).toEqual({ winner: null, reason: 'dead position' });
});

test('a repetition may be declined, and must then be left', () => {
  const table = lesson('repetition');
  expect(table.state.may_claim).toBe('brown');
  table.send('claim_repetition brown');
  table.send('decline_draw white');
  expect(table.state.duty).toMatchObject({ player: 'white', forbidden: 'c2c3' });
  tap(table, 'c2', 'c3');
  expect(table.objection).toMatchObject({ rule: 'repetition' });
});

test('the express stage decides', () => {
  const table = lesson('express');
  const results = [0, 1, 2].map((stage) => {
    table.choose(stage);
    return table.state.outcome?.reason ?? null;
  });
  expect(results).toEqual([null, null, 'express rule']);
});

test('a touched tile must move', () => {
  const table = lesson('touch');
  tap(table, 'b4', 'd2');
  expect(table.objection).toMatchObject({ rule: 'touched', square: 'b4' });
});

test('a lesson says whether a turn was what it asks for', () => {
  const table = lesson('end');
  tap(table, 'd1', 'd4');
  expect(table.result).toBeNull();
  place(table, 'b9', 'x'); // not empty: nothing happens
  place(table, 'c3', 'x');
  expect(table.result).toMatchObject({ isRight: false, escape: { start: 'a9' } });
  table.again();
  tap(table, 'd1', 'd4');
  place(table, 'a8', 'x');
  expect(table.result).toEqual({ isRight: true });
});

test('a run over two barragoons is told from one over none', () => {
  const table = lesson('barragoon');
  tap(table, 'd2', 'b1');
  expect(table.result).toMatchObject({ isRight: false });
  table.again();
  tap(table, 'd2', 'f4');
  expect(table.result).toEqual({ isRight: true });
});

test('in a lesson that shows a part of the board, tiles stay on it', () => {
  const table = lesson('move');
  expect(table.state.moves.every(({ target }) => Number(target[1]) <= 7)).toBe(true);
  expect(table.state.moves.length).toBeGreaterThan(10);
});
