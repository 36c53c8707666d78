import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import { Game } from '../../src/engine/game.ts';
import { coachWords } from '../../src/languages/coach.ts';
import { fill, LANGUAGES } from '../../src/languages/language.svelte.ts';
import { remarkOn, type Remark, type Rule, type Tools } from '../../src/learn/coach.ts';
import { isCoachOn } from '../../src/play/coach_setting.ts';
import { playComputer, PLAIN_TERMS } from '../../src/play/new_game.ts';
import { settings } from '../../src/settings/settings.svelte.ts';
import { sameThreadEngine } from './same_thread_engine.ts';

let module: WebAssembly.Module;
let tools: Tools;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
  tools = { client: sameThreadEngine(module), rules: new Engine(module) };
});
beforeEach(() => {
  localStorage.clear();
  settings.coach = null;
});

const NOTHING_NEW: ReadonlySet<Rule> = new Set<Rule>(['short', 'in_hand', 'repetition']);

function remark(fen: string, said = NOTHING_NEW): Promise<Remark | null> {
  const game = new Game(module);
  game.begin(fen);
  return remarkOn(game.state(), 'white', tools, said);
}

test('a win in one comes first', async () => {
  expect(await remark('z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1')).toEqual({ kind: 'win', action: 'd1d4' });
});

test('then the threat to lose, with its square', async () => {
  // The same with the colours exchanged: Brown would shut in White's last tile.
  expect(await remark('3d3/7/7/3x3/7/7/7/1+5/Z+5 w - 12 00 1')).toEqual({ kind: 'threat', square: 'a2' });
});

test('then a tile that can be taken and is not guarded', async () => {
  expect(await remark('7/z2v2z/7/7/7/3D3/7/Z6/7 w - 16 00 1')).toEqual({ kind: 'hanging', square: 'd4' });
});

test('then something to take, then few movable tiles', async () => {
  expect(await remark('7/z5z/7/7/3v3/7/3Z3/6V/7 w - 16 00 1')).toEqual({ kind: 'take' });
  expect(await remark('7/z5z/7/7/7/7/7/3V3/7 w - 20 00 1')).toMatchObject({ kind: 'few', count: 2 });
});

test('a rule is said once, when it first matters', async () => {
  const start = '1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1';
  expect(await remark(start, new Set())).toEqual({ kind: 'short' });
  expect(await remark(start)).toBeNull();
});

test('who does not act is not spoken to', async () => {
  const game = new Game(module);
  game.begin('7/3d3/7/7/3D3/7/7/7/7 b - 20 00 1');
  expect(await remarkOn(game.state(), 'white', tools, NOTHING_NEW)).toBeNull();
});

test('the coach speaks in the first two games, unless somebody has set it', () => {
  expect(isCoachOn()).toBe(true);
  for (const count of [1, 2, 3]) {
    playComputer(PLAIN_TERMS, { level: 1 }, 'white');
    expect(isCoachOn()).toBe(count <= 2);
  }
  settings.coach = true;
  expect(isCoachOn()).toBe(true);
});

test.each(LANGUAGES)('%s keeps every remark to a line on a small phone', async (name) => {
  const words = await coachWords(name);
  expect(Object.keys(words).sort()).toEqual(Object.keys(await coachWords('en')).sort());
  const tile = { en: '2-tile', de: '2er', fr: 'pion 2', it: 'pedina da 2' }[name];
  const player = { en: 'Brown', de: 'Braun', fr: 'Marron', it: 'Marrone' }[name];
  for (const sentence of Object.values(words)) {
    const said = fill(sentence, { tile, player, square: 'd5', count: 2 });
    expect(said).not.toContain('{');
    expect(said.length, said).toBeLessThanOrEqual(46);
  }
});
