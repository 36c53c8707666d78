// The judge in WebAssembly against what the native one has recorded: the same judgements, node by node.
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { Engine, EngineError, type Goal, type Judgement, type Position } from '../src/engine/index.ts';
import { readModule, startEngine } from '../src/engine/node.ts';

const FILE = new URL('../../tests/data/answers/judgements.tsv', import.meta.url);
const DOOR: Position = { fen: 'z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1' };

const module = await readModule();
let engine: Engine;
beforeEach(() => {
  engine = new Engine(module);
});

interface Recorded {
  readonly fen: string;
  readonly goal: Goal;
  readonly actions: readonly string[];
  readonly limit: { nodes?: number };
  /** Of the escapes the moves alone. */
  readonly expected: Record<string, unknown>;
}

function recorded(): Recorded[] {
  const list = (text: string): string[] => (text === '-' ? [] : text.split(' '));
  return readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .filter((row) => !row.startsWith('#'))
    .map((row) => {
      const [fen = '', goal = '', actions = '', nodes, grade, turns, line = '', escapes = '', spent] = row.split('\t');
      const [kind, within] = goal.split(' ');
      return {
        fen,
        goal: { kind: kind === 'hold' ? 'hold' : 'win', turns: Number(within) },
        actions: list(actions),
        limit: nodes === '-' ? {} : { nodes: Number(nodes) },
        expected: { grade, turns: Number(turns), line: list(line), escapes: list(escapes), nodes: Number(spent) },
      };
    });
}

const said = ({ grade, turns, line, escapes, nodes }: Judgement): Record<string, unknown> => ({
  grade,
  turns,
  line,
  escapes: escapes.map(({ move }) => move),
  nodes,
});

test('all recorded answers are judged as by the native engine', () => {
  const answers = recorded();
  for (const { fen, goal, actions, limit, expected } of answers) {
    engine.setPosition(fen);
    const judgement = said(engine.judge({ goal, actions, ...limit }));
    expect({ fen, goal, actions, ...judgement }).toEqual({ fen, goal, actions, ...expected });
  }
  expect(answers).toHaveLength(500);
});

test('a worker judges the same', async () => {
  const client = await startEngine({ module, shared: true });
  for (const { fen, goal, actions, limit, expected } of recorded().filter((_, index) => index % 25 === 0)) {
    expect(said(await client.judge({ fen }, { goal, actions, ...limit }))).toEqual(expected);
  }
  const verdicts = await client.solveEach({ fen: DOOR.fen, actions: ['d1d4'] }, 1);
  expect(verdicts.filter(({ verdict }) => verdict === 'win')).toHaveLength(14);
  client.close();
});

test('a wrong answer is answered with the path by which the tile escapes', () => {
  engine.setPosition(DOOR.fen);
  const goal: Goal = { kind: 'win', turns: 1 };
  expect(engine.judge({ goal, actions: ['d1d4', '@a8x'] })).toMatchObject({ grade: 'right', turns: 1 });
  expect(engine.judge({ goal, actions: ['d1d4', '@a8|'] })).toMatchObject({
    grade: 'wrong',
    line: [],
    escapes: [{ move: 'a9a7', paths: [['a9', 'a8', 'a7']] }],
  });
});

test.each([
  [{ kind: 'win', turns: 1 }, [], 'an answer has at least one action'],
  [{ kind: 'win', turns: 1 }, ['d1d9'], 'the action d1d9 is not legal'],
  [{ kind: 'win', turns: 1 }, ['d1d4\n@a8x'], "'d1d4\n@a8x' is not an action"],
  [{ kind: 'win', turns: 0 }, ['d1d4'], "a win within 0 turns can't be asked for: from 1 to 100 were expected"],
] as const)('%j answered by %j is rejected', (goal, actions, sentence) => {
  engine.setPosition(DOOR.fen);
  expect(() => engine.judge({ goal, actions })).toThrow(new EngineError(sentence));
});

test('one proof for each action', () => {
  engine.setPosition(DOOR.fen);
  const verdicts = engine.solveEach(1);
  expect(verdicts.filter(({ verdict }) => verdict === 'win')).toEqual([{ action: 'd1d4', verdict: 'win' }]);
  expect(verdicts.map(({ action }) => action)).toEqual(engine.legalActions());
  expect(engine.solveEach(1, { only: ['d1d3'] })).toEqual([{ action: 'd1d3', verdict: 'no win' }]);
});

test('the moves of the side that is not to move', () => {
  engine.setPosition(DOOR.fen);
  expect(engine.movesOf('white').sort()).toEqual([...engine.legalActions()].sort());
  expect(engine.movesOf('brown').sort()).toEqual(['a9a7', 'a9a8']);
});

test("the tiles' terms add up to those of their side", () => {
  const { white, brown, tiles } = engine.evaluate();
  const sum = (name: 'material' | 'mobility' | 'squares'): number =>
    tiles.reduce((total, tile) => total + tile[name], 0);
  for (const name of ['material', 'mobility', 'squares'] as const) expect(sum(name)).toBe(white[name] + brown[name]);
  expect(tiles).toHaveLength(14);
});

test('the defects of a set-up have codes', () => {
  expect(engine.checkSetup(DOOR.fen)).toBeNull();
  expect(engine.checkSetup('zzz4/7/7/7/7/7/7/7/7 w - 30 00 1')).toMatchObject({
    code: 'impossible_position',
    parameters: { defects: ['too_many_tiles', 'reserve_out_of_range'] },
    surplus: ['a9', 'b9', 'c9'],
  });
  expect(engine.checkSetup('8/7/7/7/7/7/7/7/7')).toMatchObject({ code: 'fen_character', text: '8', column: 1 });
});
