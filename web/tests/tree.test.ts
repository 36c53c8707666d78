// Trees of variations: what grows is written as a game file and read again, with nothing lost.
import { readdirSync, readFileSync } from 'node:fs';
import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { MOST_NODES, Tree, type TreeNode } from '../src/analysis/tree.ts';
import { turnRows } from '../src/analysis/turn_rows.ts';
import { Engine, Game, START, type Action } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';
import { answers } from './python.ts';

const module = await readModule();
const rules = new Game(module);
const engine = new Engine(module);

/** Numbers that look random and are the same every time. */
function* numbers(seed: number): Generator<number, never, undefined> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function play(tree: Tree, id: number, action: Action): { tree: Tree; id: number } {
  return tree.play(id, action, () => {
    engine.setPosition(tree.node(id).fen);
    engine.play(action);
    return { fen: engine.fen(), key: engine.key().toString(16).padStart(16, '0') };
  });
}

const TEXTS = ['plain', '} and { ) (', 'two\nlines \\ "quoted"', '[White "x"]', '; $1 <b>', '😀\u2028\t'];

/** A tree with branches everywhere, within turns as well. */
function grow(seed: number, size: number, fen = START.fen): Tree {
  const random = numbers(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random.next().value * items.length)] as T;
  let tree = Tree.begin(rules, fen);
  let at = 0;
  while (tree.size < size) {
    engine.setPosition(tree.node(at).fen);
    const legal = engine.legalActions();
    if (legal.length === 0 || random.next().value < 0.15) at = pick([...tree.nodes()]).id;
    else ({ tree, id: at } = play(tree, at, pick(legal)));
    if (random.next().value < 0.1 && at !== 0) tree = tree.comment(at, pick(TEXTS));
    if (random.next().value < 0.1 && at !== 0) tree = tree.mark(at, 1 + Math.floor(random.next().value * 6));
  }
  return tree;
}

/** A tree without the numbers of its nodes. */
function shape(tree: Tree): unknown {
  const lines = (node: TreeNode): unknown[] => {
    const { action, fen, before, after, nags, unread, declined } = node;
    // Texts that could not be read become one where a line can't hold several.
    return [
      action,
      fen,
      before,
      after,
      nags,
      unread.join(' '),
      declined,
      node.children.map((child) => lines(tree.node(child))),
    ];
  };
  return lines(tree.start);
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))('a tree survives its file (%i)', (seed) => {
  const tree = grow(seed, 60 + seed);
  const file = tree.write(rules);
  const records = rules.readRecords(file);
  expect(records).toHaveLength(1);
  expect(records[0]?.errors.filter(({ fault }) => fault !== 'no_result')).toEqual([]);
  const again = Tree.read(rules, file).tree;
  expect(shape(again)).toEqual(shape(tree));
  expect(again.write(rules)).toBe(file);
});

test('ways to finish the turn that the start is in the middle of are games of one file', () => {
  const fen = '1vd1dv1/2z1z2/7/1x1D1x1/x1x1x1x/1x3x1/7/2Z1Z2/1VD1DV1 w bw 22 00 4';
  const problem = engine.checkSetup(fen);
  expect(problem).toBeNull();
  const start = Tree.begin(rules, fen);
  const one = play(start, 0, '@a1x');
  const two = play(one.tree, 0, '@a2x');
  const file = play(two.tree, two.id, '@a3x').tree.comment(one.id, 'a corner').write(rules);
  const records = rules.readRecords(file);
  expect(records.map(({ placements }) => placements)).toEqual([['@a1x'], ['@a2x', '@a3x']]);
  expect(file).toContain('{a corner}');
});

const FOLDER = new URL('../../tests/data/records/', import.meta.url);

/** All words that a file says, whatever the order: comments and what could not be read. */
function said(file: string | Uint8Array): string[] {
  const texts = rules
    .readRecords(file)[0]
    ?.lines.flatMap(({ comments, nodes, unread }) => [
      ...comments,
      ...unread.split(/\s+/),
      ...nodes.flatMap(({ before, after }) => [...before, ...after]),
    ]);
  return (texts ?? []).filter((text) => text !== '').sort();
}

/** Reads a file as a tree, writes it, and checks that nothing is lost; false where there is no tree. */
function survives(file: string | Uint8Array): boolean {
  let tree: Tree;
  try {
    tree = Tree.read(rules, file).tree;
  } catch {
    return false;
  }
  const written = tree.write(rules);
  expect(said(written)).toEqual(said(file));
  const again = Tree.read(rules, written).tree;
  expect(shape(again)).toEqual(shape(tree));
  expect(again.write(rules)).toBe(written);
  return true;
}

test('nothing of the files of the corpus is lost', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.bgn'));
  const read = names.filter((name) => survives(readFileSync(new URL(name, FOLDER))));
  expect(read.length).toBeGreaterThan(100);
});

test('nothing of mutated files is lost', async () => {
  let read = 0;
  for await (const { file } of answers<{ file: string }>('mutated_records.py', 7, 300))
    read += Number(survives(Buffer.from(file, 'base64')));
  expect(read).toBeGreaterThan(100);
});

test('the result stays with the line that was played', () => {
  const { tree } = Tree.read(rules, '1. d2d5 d8d6 1-0');
  expect(tree.write(rules)).toContain('1. d2d5 d8d6 1-0');
  const other = play(tree, 1, 'd8c7');
  expect(other.tree.write(rules)).toContain('1. d2d5 d8d6 (1... d8c7) 1-0');
  expect(other.tree.promote(other.id).write(rules)).toContain('1. d2d5 d8c7 (1... d8d6) *');
});

test('an action that is there is followed, another one is a variation, and both can be undone', () => {
  const { tree } = Tree.read(rules, '1. d2d5 (1. c2c4) d8d6 *');
  expect(play(tree, 0, 'd2d5')).toEqual({ tree, id: 1 });
  const other = play(tree, 0, 'e2e4');
  expect(other.tree.start.children.map((id) => other.tree.node(id).action)).toEqual(['d2d5', 'c2c4', 'e2e4']);
  const first = other.tree.promote(other.id);
  expect(first.start.children.map((id) => first.node(id).action)).toEqual(['e2e4', 'd2d5', 'c2c4']);
  expect(first.promote(other.id)).toBe(first);
  const less = tree.remove(1);
  expect(less.size).toBe(2);
  expect(less.remove(0)).toBe(less);
  expect(tree.size).toBe(4);
});

test('marks are set and taken away, other annotations stay', () => {
  const { tree } = Tree.read(rules, '1. d2d5? $140 *');
  expect(tree.mark(1, 2).node(1).nags).toEqual([140]);
  expect(tree.mark(1, 1).write(rules)).toContain('1. d2d5! $140');
});

test('one line of a tree is a file of its own', () => {
  const { tree } = Tree.read(rules, '1. d2d5 (1. c2c4 c8c6 (1... d8d6) 2. c4c3) d8d6 *');
  const at = tree.childAfter(0, 'c2c4')?.id ?? 0;
  expect(tree.only(at).write(rules)).toContain('1. c2c4 c8c6 2. c4c3 *');
  expect(tree.only(1).write(rules)).toContain('1. d2d5 d8d6 *');
});

test('what is no tree is an error', () => {
  expect(() => Tree.read(rules, '[FEN "?"] *')).toThrow('the tags do not say where the game starts');
  const entry = { before: [], after: [], nags: [], declined: false, unread: [] };
  const source = Tree.begin(rules, START.fen).source;
  for (const [parent, action] of [
    [1, 'd2d5'],
    [0, 'd2d9'],
    [0, 'oops'],
  ] as const)
    expect(() => rules.writeTree(source, [{ ...entry, parent, action: action as Action }])).toThrow(
      'part of this tree',
    );
  const long = `1. c2c3 c8c7 ${'2. c3c2 c7c8 3. c2c3 c8c7 '.repeat(MOST_NODES / 3)} *`;
  expect(() => Tree.read(rules, long)).toThrow('more than 20000 actions');
});

test('a list has the turns of the main line in pairs, and variations below them', () => {
  const file = '1. d2d5 (1. c2c4 c8c6 (1... d8d6) 2. c4c3) d8xd5@d8x@e4^ (1... d8xd5@d8x@e3^) 2. e2e3 *';
  const words = turnRows(Tree.read(rules, file).tree).map((row) => {
    const texts = (cell: { parts: readonly { action: string }[] } | null): string =>
      cell?.parts.map(({ action }) => action).join(' ') ?? '…';
    if (row.kind === 'pair') return `${row.number}: ${texts(row.white)} | ${texts(row.brown)}`;
    return `${'>'.repeat(row.depth)} ${row.turns.map(texts).join(', ')}`;
  });
  expect(words).toEqual([
    '1: d2d5 | …',
    '> c2c4, c8c6, c4c3',
    '>> d8d6',
    '1: … | d8d5 @d8x @e4^',
    '> @e3^',
    '2: e2e3 | …',
  ]);
});

test('the ids of actions are those of Python', async () => {
  const listed: string[] = [];
  for await (const action of answers<string>('action_ids.py')) listed.push(action);
  expect(rules.allActions()).toEqual(listed);
  expect(listed).toHaveLength(2628);
});

test('500 nodes are opened', () => {
  const file = grow(3, 500).write(rules);
  const begin = performance.now();
  const { tree } = Tree.read(rules, file);
  const rows = turnRows(tree);
  console.log(`a tree of 500 nodes opened in ${(performance.now() - begin).toFixed(1)} ms`);
  expect(tree.size).toBe(500);
  expect(rows.length).toBeGreaterThan(20);
});
