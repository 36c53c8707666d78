import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import { Game } from '../../src/engine/game.ts';
import { START } from '../../src/engine/vocabulary.ts';
import { findHint, type Hint } from '../../src/play/hint.ts';
import { LocalTable } from '../../src/play/local_table.svelte.ts';
import { playComputer, playTwo, PLAIN_TERMS } from '../../src/play/new_game.ts';
import { load } from '../../src/play/saved_games.ts';
import { Help } from '../../src/screens/game/help.svelte.ts';
import { sameThreadEngine } from './same_thread_engine.ts';

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});
beforeEach(() => {
  localStorage.clear();
});

function hintFor(fen: string, events: string[] = [], touchMove = false): Promise<Hint | null> {
  const game = new Game(module);
  game.begin(fen, touchMove);
  for (const event of events) game.apply(event);
  const signal = new AbortController().signal;
  return findHint(game.state(), { client: sameThreadEngine(module), rules: new Engine(module), signal });
}

/** White takes on d4 and shuts in Brown's last tile with the barragoon. */
const WIN = 'z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1';

test('a hint is a win where there is one, first its move, then its placement', async () => {
  expect(await hintFor(WIN)).toEqual({ action: 'd1d4', wins: true, kind: 'take', square: 'd1' });
  const placing = await hintFor(WIN, ['d1d4']);
  expect(placing).toMatchObject({ wins: true, kind: 'room', square: 'a9' });
  expect(placing?.action).toMatch(/^@a8/);
});

test('without a win it is what the engine would do, among what may be done', async () => {
  const free = await hintFor(START.fen);
  expect(free).toMatchObject({ wins: false });
  expect(free?.square).toBe(free?.action.slice(0, 2));
  const bound = await hintFor(START.fen, ['touch c2'], true);
  expect(bound?.action).toMatch(/^c2/);
});

test('a game that is over has no hint', async () => {
  expect(await hintFor(START.fen, ['resign white'])).toBeNull();
});

function sit(id: string): LocalTable {
  const saved = load(id);
  if (!saved) throw new Error(`no game ${id}`);
  return new LocalTable(module, saved, new Promise(() => undefined));
}

test('a hint has two steps, is counted once, and goes with the position', async () => {
  const table = sit(playComputer(PLAIN_TERMS, { level: 3 }, 'white'));
  const help = new Help(table, module, sameThreadEngine(module));
  expect(help.sentence).toBe('');
  await help.ask();
  expect(help.hint?.step).toBe(1);
  expect(help.sentence).toMatch(/^(Look at the|The) \d-tile/);
  expect(help.annotations).toEqual([{ kind: 'tint', square: help.hint?.square, tone: 'good' }]);
  await help.ask();
  expect(help.hint?.step).toBe(2);
  expect(help.sentence).toMatch(/^Hint: move from [a-g][1-9] to [a-g][1-9]$/);
  expect(help.annotations[0]).toMatchObject({ kind: 'path', tone: 'may' });
  expect(table.hints).toBe(1);
  expect(sit(table.saved.id).hints).toBe(1);
  table.send(help.hint?.action ?? 'd2d5');
  expect(help.hint).toBeNull();
  expect(help.annotations).toEqual([]);
  table.leave();
});

test('a hint does not survive what was done while it was looked for', async () => {
  const table = sit(playTwo(PLAIN_TERMS));
  const help = new Help(table, module, sameThreadEngine(module));
  const asked = help.ask();
  expect(help.sentence).toBe('Looking for a hint');
  table.send('d2d5');
  help.follow();
  await asked;
  expect(help.isThinking).toBe(false);
  expect(help.hint).toBeNull();
  expect(table.hints).toBe(0);
});
