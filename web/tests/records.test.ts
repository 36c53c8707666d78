// Game files by the corpus that Python and the native engine read too: tests/data/records.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Game, START } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';
import { compareRecords } from './record_comparison.ts';

const module = await readModule();
const FOLDER = new URL('../../tests/data/records/', import.meta.url);
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.bgn'))
  .map((name) => name.replace('.bgn', ''));
const game = new Game(module);

test('the corpus is there', () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(150);
});

test.each(NAMES)('%s is read as expected, and nothing of it is lost', (name) => {
  const file = readFileSync(new URL(`${name}.bgn`, FOLDER));
  const expected = readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');
  const records = game.readRecords(file);
  expect(JSON.stringify(records)).toBe(JSON.stringify(JSON.parse(expected)));
  const written = game.formatRecords(file);
  const again = game.readRecords(written);
  expect(again.map((record) => ({ ...record, errors: [] }))).toEqual(
    records.map((record) => ({ ...record, errors: [] })),
  );
  expect(game.formatRecords(written)).toBe(written);
});

test('mutated files are read as in Python', async () => {
  expect(await compareRecords(module, 1, 300)).toBe(300);
});

test('tags hold any text', () => {
  const tags = { White: 'a\tb\n"c" \\ \u0001\u2028', Round: '😀' };
  const written = new Game(module).record(tags);
  expect(new Game(module).read(written).tags).toMatchObject(tags);
});

const FILE = `[White "Ann"]
[Round "3"]

{Warm.} 1. d2d5! d8d6 (1... d8c7 {Shy.}) 2. d5d3 1-0

[White "Ben"]

1. oops *
`;

test('a game of a file is taken over, and written again with all that was said of it', () => {
  const players = new Game(module);
  const file = players.read(FILE);
  expect(file).toMatchObject({ start: START.fen, tags: { White: 'Ann', Round: '3', Result: '1-0' } });
  expect(file.events).toEqual(['d2d5', 'd8d6', 'd5d3', 'resign brown']);
  expect(players.recordOnto(FILE, {})).toBe(players.formatRecords(FILE));
  players.apply('take_back');
  players.apply('c2c4');
  const written = players.recordOnto(FILE, { Brown: 'Cy' });
  expect(written).toContain('{Warm.} 1. d2d5! d8d6 (1... d8c7 {Shy.}) 2. c2c4 (2. d5d3) *');
  expect(written).toContain('[Round "3"]');
  expect(written).toContain('<1. oops>');
  expect(players.readRecords(written).map(({ tags }) => tags.find(([name]) => name === 'Brown')?.[1])).toEqual([
    'Cy',
    '?',
  ]);
});

test('what can not be played is an error, and the game stays as it was', () => {
  const players = new Game(module);
  players.apply('d2d5');
  expect(() => players.read(FILE, 2)).toThrow('there is no game with the number 3 in this file');
  expect(() => players.read('[FEN "?"] 1. d2d5 *')).toThrow('the tags do not say where the game starts');
  expect(() => players.read('1. d2d5 =declined *')).toThrow('the last turns are not one sequence three times over');
  expect(() => players.recordOnto('[Variant "Open"] *', {})).toThrow('the game does not start where the record does');
  expect(players.state().steps).toHaveLength(1);
});
