// Games that a browser kept with the version before: tests/data/README.md.
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import type { GameEvent } from '../../src/engine/game.ts';
import { LocalTable } from '../../src/play/local_table.svelte.ts';
import { list, load, resultOf, storageKey } from '../../src/play/saved_games.ts';

interface OldState {
  readonly fen: string;
  readonly turns: readonly string[];
  readonly touched: readonly string[];
  readonly outcome: object | null;
  readonly offer: { readonly player: string; readonly duty: object | null } | null;
  readonly duty: object | null;
  readonly mayClaim: string | null;
}
interface OldGame {
  readonly name: string;
  readonly saved: { readonly id: string; readonly result: string; readonly times: object | null };
  readonly expected: OldState;
}
interface OldEvents {
  readonly start: string;
  readonly touchMove: boolean;
  readonly events: readonly string[];
  readonly expected: OldState;
}

const old = JSON.parse(readFileSync('tests/data/old_saved_games.json', 'utf8')) as {
  readonly games: readonly OldGame[];
  readonly random: readonly OldEvents[];
};
const nobody = new Promise<EngineClient>(() => undefined);

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});
beforeEach(() => {
  localStorage.clear();
});

function open(id: string): LocalTable {
  const saved = load(id);
  if (!saved) throw new Error(`no game ${id}`);
  return new LocalTable(module, saved, nobody);
}

function expectState(table: LocalTable, expected: OldState): void {
  const { fen, turns, touched, outcome, offer, duty, may_claim } = table.state;
  expect({ fen, turns: turns.map(({ text }) => text), touched, outcome, may_claim }).toEqual({
    fen: expected.fen,
    turns: expected.turns,
    touched: expected.touched,
    outcome: expected.outcome,
    may_claim: expected.mayClaim,
  });
  if (expected.offer) expect(offer).toMatchObject(expected.offer);
  else expect(offer).toBeNull();
  if (expected.duty) expect(duty).toMatchObject(expected.duty);
  else expect(duty).toBeNull();
}

/** Whoever must act does the first thing that is possible, and the game is still the same after a reload. */
function playOn(table: LocalTable): void {
  const { outcome, moves, placements } = table.state;
  const first = moves[0];
  const action = placements[0] ?? (first && (`${first.start}${first.target}` as GameEvent));
  if (outcome !== null || action === undefined) return;
  table.send(action);
  expect(table.steps.at(-1)?.action).toBe(action);
  expect(open(table.saved.id).state).toEqual(table.state);
  if (!table.mayTakeBack) return;
  table.takeBack();
  expect(open(table.saved.id).state).toEqual(table.state);
}

test.each(old.games)('$name: opens as it stood, and plays on', ({ saved, expected }) => {
  localStorage.setItem(storageKey(saved.id), JSON.stringify(saved));
  const table = open(saved.id);
  expectState(table, expected);
  expect(resultOf(table.state)).toBe(saved.result);
  expect(list()[0]).toMatchObject({ id: saved.id, result: saved.result, fen: expected.fen });
  expect(table.clocks === null).toBe(saved.times === null);
  playOn(table);
  const kept = JSON.parse(localStorage.getItem(storageKey(saved.id)) ?? '') as object;
  if (table.state.outcome === null) expect(Object.keys(kept).filter((key) => /[A-Z]/.test(key))).toEqual([]);
  table.leave();
});

test.each(old.random)('random events mean what they meant (%#)', ({ start, touchMove, events, expected }) => {
  const people = { white: { kind: 'person' }, brown: { kind: 'person' } };
  const game = { id: 'r', created: 0, changed: 0, takeBacks: true, seats: people, clock: null, times: null };
  const shown = { fen: start, turns: 0, result: '*' };
  localStorage.setItem(storageKey('r'), JSON.stringify({ ...game, start, touchMove, events, ...shown }));
  const table = open('r');
  expectState(table, expected);
  playOn(table);
  table.leave();
});
