import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { EngineClient } from '../../src/engine/client.ts';
import { Game } from '../../src/engine/game.ts';
import type { GameRecord } from '../../src/engine/record.ts';
import { fill, LANGUAGES } from '../../src/languages/language.svelte.ts';
import { recordErrorWords, recordWords } from '../../src/languages/records.ts';
import { LocalTable } from '../../src/play/local_table.svelte.ts';
import { faultsOf, isReadable, OpenedFile } from '../../src/play/opened_file.ts';
import { load } from '../../src/play/saved_games.ts';
import { noteTablePosition } from '../../src/online/table_positions.ts';
import { HelpOnDemand } from '../../src/screens/game/help_on_demand.svelte.ts';

let module: WebAssembly.Module;
vi.mock('../../src/engine/page_engine.ts', () => ({ engineModule: () => Promise.resolve(module) }));
beforeAll(async () => {
  module = await WebAssembly.compile(readFileSync('wasm/barragoon.wasm'));
});
beforeEach(() => {
  localStorage.clear();
});

const open = (text: string): Promise<OpenedFile> => OpenedFile.read(new Blob([text]));

function sit(id: string): LocalTable {
  const saved = load(id);
  if (!saved) throw new Error(`no game ${id}`);
  return new LocalTable(module, saved, new Promise<EngineClient>(() => undefined));
}

const ANNOTATED = `[Event "Friday"]
[White "Ann"]
[Brown "Ben"]
[Annotator "Cid"]

{A bold start.} 1. d2d5! {threatens} d8xd5@d6x@d4N (1... d8d6 {safer} 2. e2e4 e8e6) 2. e2e4 e8e6 {and so on} *
`;
const DRAWN = '[White "Dora"]\n[Brown "Eve"]\n\n1. d2d4 d8d6 1/2-1/2\n';

test('every game of a file can be kept, each with its own text', async () => {
  const file = await open(`${ANNOTATED}\n${DRAWN}`);
  expect(file.games).toHaveLength(2);
  const [first, second] = [sit(file.keep(0)), sit(file.keep(1))];
  expect(first.players.white.name).toBe('Ann');
  expect(second.state.outcome).toEqual({ winner: null, reason: 'agreement' });
  expect(second.saved.record).toContain('Dora');
  expect(second.saved.record).not.toContain('Ann');
});

test('a game of a file is written as it was, and played on nothing is lost', async () => {
  const [record] = (await open(ANNOTATED)).games;
  const table = sit((await open(ANNOTATED)).keep(0));
  const views = new Game(module);
  expect(views.readRecords(table.record())).toEqual([record]);

  table.send('c2c3');
  const longer = views.readRecords(table.record())[0];
  expect(longer?.lines[0]?.nodes.map(({ turn }) => turn)).toEqual(['d2d5', 'd8xd5@d6x@d4N', 'e2e4', 'e8e6', 'c2c3']);
  expect(longer?.lines).toHaveLength(record?.lines.length ?? 0);
  expect(longer?.tags).toEqual(record?.tags);

  // Another turn than the file's makes the file's a variation.
  for (let count = 0; count < 2; count += 1) table.takeBack();
  table.send('e8e7');
  const other = sit(table.saved.id).record();
  expect(other).toContain('{and so on}');
  expect(other.replace(/\s+/g, ' ')).toContain('(1... d8d6 {safer} 2. e2e4 e8e6)');
  expect(views.readRecords(other)[0]?.lines[0]?.nodes.at(-1)?.turn).toBe('e8e7');
});

test('a game is read as far as it goes, and one with nothing to see is not offered', async () => {
  const file = await open('1. d2d5 d8d6 2. d5d9 *\n\n[FEN "9/9/9 w"]\n\n*\n\n[White "Fay"]\n\n1. d2d9 *\n\n1. d2d5\n');
  expect(file.games.map(isReadable)).toEqual([true, false, false, true]);
  expect(file.games.map((game) => faultsOf(game).map(({ code }) => code))).toEqual([
    ['illegal_turn'],
    [expect.stringMatching(/^fen_/) as string],
    ['illegal_turn'],
    [],
  ]);
  expect(sit(file.keep(0)).steps.map(({ action }) => action)).toEqual(['d2d5', 'd8d6']);
});

// The corpus that Python and C++ are tested with.
const CORPUS = '../tests/data/records/';
const errors = readdirSync(CORPUS)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(CORPUS + name, 'utf8')) as GameRecord[])
  .flatMap((record) => record.errors);

test.each(LANGUAGES)('every error of the corpus has a sentence, and nothing in it is left open (%s)', async (name) => {
  const [words, english] = await Promise.all([recordWords(name), recordWords('en')]);
  expect(Object.keys(words)).toEqual(Object.keys(english));
  const holes = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();
  for (const [key, text] of Object.entries(english)) expect(holes(words[key as 'where']), key).toEqual(holes(text));
  expect(new Set(errors.map(({ code }) => code)).size).toBeGreaterThan(30);
  for (const error of errors) {
    const sentence = recordErrorWords(words, { ...error, text: 'abc' });
    expect(sentence, error.code).not.toMatch(/\{\w+\}|undefined|\[object/);
    expect(sentence).not.toBe(fill(words.where, { line: error.line, problem: '' }));
  }
});

/** A game that is played online against Ben; a file may say that he is a computer. */
const RUNNING = '[White "Ann"]\n[Brown "Ben"]\n[BrownLevel "12"]\n[Ladder "2"]\n\n1. c2c3 c8c7 2. e2e3 e8e7 *\n';

test('the file of a running online game of one’s own gets neither hints nor a computer that plays on', async () => {
  const before = sit((await open(RUNNING)).keep(0));
  expect(before.computer).not.toBeNull();
  expect(new HelpOnDemand(before).isWithheld).toBe(false);
  noteTablePosition('g', { fen: before.state.fen, turns: 4 });
  const after = sit((await open(RUNNING)).keep(0));
  expect(after.computer).toBeNull();
  const help = new HelpOnDemand(after);
  expect(help.isWithheld).toBe(true);
  help.ask();
  const sentence = 'You are playing this game online. There are hints when it is over.';
  expect(after.notice).toEqual({ sentence });
  expect(help.annotations).toEqual([]);
  // One turn more does not hide it.
  after.send('c3c2');
  expect(help.isWithheld).toBe(true);
});
