import { readFileSync, readdirSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { Engine, EngineError, START, type Line } from '../src/engine/index.ts';
import { Instance } from '../src/engine/module.ts';
import { readModule } from '../src/engine/node.ts';
import { compare } from './rules.ts';
import { compareSearches } from './searches.ts';

const module = await readModule();
let engine: Engine;
beforeEach(() => {
  engine = new Engine(module);
});

interface Row {
  readonly fen: string;
  readonly depth: number;
  readonly count: number;
}

/** The tables that the Python and the native engine's tests read too; the deepest count of each position. */
function rows(): Row[] {
  const folder = new URL('../../tests/data/perft/', import.meta.url);
  const lines = readdirSync(folder).flatMap((name) => readFileSync(new URL(name, folder), 'utf8').trim().split('\n'));
  return lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [fen = '', ...counts] = line.split(';');
      return { fen, depth: counts.length, count: Number(counts.at(-1)) };
    });
}

test('there are perft tables to count', () => {
  expect(rows().length).toBeGreaterThan(10);
});

test.each(rows())('perft $depth of $fen is the published one', ({ fen, depth, count }) => {
  engine.setPosition(fen);
  expect(engine.perft(depth)).toBe(count);
});

test('random games have the same actions, paths, keys and evaluations as in Python', async () => {
  expect(await compare(engine, 1, 2_000)).toBe(2_000);
});

test('a search visits the same nodes as the native engine', async () => {
  expect(await compareSearches(engine, 3)).toBeGreaterThan(10_000);
});

describe('the position', () => {
  test('begins at the closed start', () => {
    expect(engine.fen()).toBe(START.fen);
  });

  test('is the same whether actions are given or played', () => {
    const actions = ['d2d5', 'd8d5', '@d8x', '@e4^'];
    engine.setPosition(START.fen, actions);
    const [fen, key] = [engine.fen(), engine.key()];
    engine.setPosition(START.fen);
    for (const action of actions) engine.play(action);
    expect([engine.fen(), engine.key()]).toEqual([fen, key]);
    expect(fen.split(' ').slice(1)).toEqual(['w', '-', '22', '00', '2']);
  });

  test('gives both paths of a move where there are two', () => {
    engine.setPosition('7/7/7/7/7/7/7/3D3/7');
    expect(engine.paths('d2e4')).toEqual([
      ['d2', 'd3', 'd4', 'e4'],
      ['d2', 'e2', 'e3', 'e4'],
    ]);
    engine.setPosition('7/7/7/7/7/7/7/3Dx2/7');
    expect(engine.paths('d2e4')).toEqual([['d2', 'd3', 'd4', 'e4']]);
    expect(engine.paths('@a1x')).toEqual([]);
  });

  test('has a worth of two sides', () => {
    const { white, brown, tempo, score } = engine.evaluate();
    expect(white).toEqual(brown);
    expect(score).toBe(tempo);
  });
});

test('what is asked about the rules needs no transposition table', () => {
  const instance = Instance.of(module);
  const megabytes = (): number => instance.call((wasm) => wasm.memory.buffer.byteLength) / 1024 / 1024;
  instance.ask('', (wasm) => wasm.legal_actions());
  instance.call((wasm) => wasm.perft(3));
  expect(megabytes()).toBeLessThan(8);
  instance.ask('', (wasm) => wasm.search(1, 0, 0, 1));
  expect(megabytes()).toBeGreaterThan(4 + 16);
});

describe('bad input is rejected in one sentence and changes nothing', () => {
  const board = START.fen.split(' ')[0] ?? '';

  test.each([
    ['a FEN has nine ranks, split by /', ''],
    ['a FEN has nine ranks, split by /', '7/7'],
    ['a rank of a FEN has tiles, faces and digits from 1 to 7', '7/7/7/7/7/7/7/7/8'],
    ['a FEN has at most six fields', `${START.fen} 1`],
    ['the turn of a FEN is w or b', `${board} g`],
    ['the turn of a FEN is w or b', `${board} ü\0`],
    ['a FEN has too many tiles or barragoons', 'ZZZ4/7/7/7/7/7/7/7/7'],
    ['a FEN has nine ranks, split by /', 'x'.repeat(3_000_000)],
    ['a FEN has no line ends', `${START.fen}\nd2d5`],
  ])('a FEN: %s', (sentence, fen) => {
    engine.play('d2d5');
    const before = engine.fen();
    expect(() => {
      engine.setPosition(fen);
    }).toThrow(new EngineError(sentence));
    expect(engine.fen()).toBe(before);
  });

  test.each([
    [['d2d9'], 'the action d2d9 is not legal'],
    [['d2d5', 'd2d5'], 'the action d2d5 is not legal'],
    [['@a1x'], 'the action @a1x is not legal'],
    [['a1a1'], 'the action a1a1 is not legal'],
    [['nonsense'], "'nonsense' is not an action"],
    [[''], "'' is not an action"],
    [['d2d5', ''], "'' is not an action"],
    [['d2d5\nd8d6'], "'d2d5\nd8d6' is not an action"],
  ])('the actions %j', (actions, sentence) => {
    engine.play('e2e3');
    const [before, key] = [engine.fen(), engine.key()];
    expect(() => {
      engine.setPosition(START.fen, actions);
    }).toThrow(new EngineError(sentence));
    const last = actions.at(-1) ?? '';
    if (actions.length === 1) {
      expect(() => {
        engine.play(last);
      }).toThrow(EngineError);
    }
    expect([engine.fen(), engine.key()]).toEqual([before, key]);
    engine.play('d8d6'); // and the game goes on from there
    expect(engine.fen()).not.toBe(before);
  });

  test('paths of what is no action', () => {
    expect(() => engine.paths('h1h2')).toThrow(new EngineError("'h1h2' is not an action"));
    expect(engine.paths('d2d9')).toEqual([]);
  });

  test.each([0, -1, 1.5, Number.NaN, 513])('a table of %d MB', (megabytes) => {
    expect(() => {
      engine.setHash(megabytes);
    }).toThrow(/from 1 to 512 was expected/);
    expect(engine.search({ depth: 2 })).toHaveLength(1);
  });

  test.each([0, 13, 1.5])('a level of %d', (level) => {
    expect(() => {
      engine.setLevel(level);
    }).toThrow(/from 1 to 12 was expected/);
  });

  test('a seed or a contempt beyond all measure', () => {
    expect(() => {
      engine.setLevel(1, -1);
    }).toThrow(/a seed of -1 is not possible/);
    expect(() => {
      engine.setContempt(1001);
    }).toThrow(/a contempt of 1001 is not possible/);
  });

  test.each([-1, 0.5, 65])('a count to depth %d', (depth) => {
    expect(() => engine.perft(depth)).toThrow(/from 0 to 64 was expected/);
  });

  test.each([
    [{}, 'a search needs a limit, or infinite: true'],
    [{ depth: 3, infinite: true }, 'a search is infinite and has a limit all the same'],
    [{ nodes: 0 }, "a search can't be limited to nodes=0: more than 0 was expected"],
    [{ depth: 1.5 }, "a search can't be limited to depth=1.5: more than 0 was expected"],
    [{ seconds: Infinity }, "a search can't be limited to seconds=Infinity: more than 0 was expected"],
  ])('the limit %j', (limit, sentence) => {
    expect(() => engine.search(limit)).toThrow(new EngineError(sentence));
  });

  test('a search of no lines, or of what is not legal', () => {
    expect(() => engine.search({ depth: 1 }, { multipv: 0 })).toThrow(/1 or more/);
    expect(() => engine.search({ depth: 1 }, { only: ['d2d9'] })).toThrow(/d2d9 is not legal/);
  });
});

describe('a search', () => {
  test('reports a line for each depth and rank', () => {
    const reported: Line[] = [];
    const found = engine.search({ depth: 3 }, { multipv: 2 }, { report: (line) => reported.push(line) });
    expect(reported.map(({ depth, rank }) => [depth, rank])).toEqual(
      [1, 2, 3].flatMap((depth) => [1, 2].map((rank) => [depth, rank])),
    );
    expect(found.map(({ actions }) => actions)).toEqual(reported.slice(-2).map(({ actions }) => actions));
    for (const line of reported) {
      expect(engine.legalActions()).toContain(line.actions[0]);
      expect(line.seconds).toBeGreaterThanOrEqual(0);
    }
  });

  test('ends when it is asked to', () => {
    let asked = 0;
    const [line] = engine.search({ infinite: true }, {}, { shouldStop: () => (asked += 1) > 20 });
    expect(asked).toBe(21);
    expect(line?.depth).toBeGreaterThan(0);
  });

  test('ends after so many nodes or seconds', () => {
    expect(engine.search({ nodes: 5_000 })[0]?.nodes).toBe(5_000);
    expect(engine.search({ seconds: 0.1 })[0]?.depth).toBeGreaterThan(0);
  });

  test('looks at some actions alone', () => {
    expect(engine.search({ depth: 2 }, { only: ['e2e3'] })[0]?.actions[0]).toBe('e2e3');
  });

  test('proves wins and losses', () => {
    engine.setPosition('7/7/7/7/3z3/7/7/3D3/7 w - 24 00 1');
    const [line] = engine.search({ depth: 4 });
    expect(line).toMatchObject({ score: { win: 1 } });
    expect(line?.actions[0]).toBe('d2d5');
  });

  test('finds nothing where the game is over', () => {
    engine.setPosition('7/7/7/7/3z3/7/7/7/7 w');
    expect(engine.legalActions()).toEqual([]);
    expect(engine.search({ depth: 3 })).toEqual([]);
  });

  test('is as weak as its level: few nodes, and other judgements with another seed', () => {
    engine.setPosition('1vd1dv1/2xxz2/4x2/4dZ1/x3D2/1x5/2z1x2/Zx1xDx1/1Vx2V1 b - 22 00 12');
    const found = (level: number | null, seed: number): Line | undefined => {
      engine.setLevel(level, seed);
      return engine.search({ nodes: 5_000 })[0];
    };
    const scores = [1, 2, 3, 1].map((seed) => JSON.stringify(found(3, seed)?.score));
    expect(new Set(scores).size).toBeGreaterThan(1);
    expect(scores[3]).toBe(scores[0]);
    expect(found(3, 1)?.nodes).toBeLessThan(1_000);
    expect(found(null, 0)?.nodes).toBe(5_000);
  });

  test('forgets when asked to: the same search visits the same nodes again', () => {
    const nodes = (): number | undefined => engine.search({ depth: 5 })[0]?.nodes;
    const fresh = nodes();
    expect(nodes()).not.toBe(fresh);
    engine.newGame();
    expect(nodes()).toBe(fresh);
    engine.setHash(2);
    engine.newGame();
    expect(nodes()).toBeGreaterThan(0);
  });
});

describe('a draw that is offered to the computer', () => {
  const AHEAD = '7/7/2VDV2/7/7/7/3z3/7/7 w - 18 00 40';
  const LEVEL = '7/2d1z2/7/7/3x3/7/7/2Z1D2/7 w - 18 00 1';
  const accepts = (fen: string, player: 'white' | 'brown', onRepetition: boolean): boolean => {
    const engine = new Engine(module);
    engine.setLevel(1, 7);
    engine.setPosition(fen);
    return engine.acceptsDraw({ player, onRepetition });
  };

  test('is accepted by who is clearly worse, whoever is to move', () => {
    expect(accepts(AHEAD, 'white', false)).toBe(false);
    expect(accepts(AHEAD, 'brown', false)).toBe(true);
  });

  test('is accepted in a level game on a repetition, and not so early without one', () => {
    expect(accepts(LEVEL, 'brown', true)).toBe(true);
    expect(accepts(LEVEL, 'brown', false)).toBe(false);
  });

  test('is decided by what a duty leaves to play, which must be legal', () => {
    const engine = new Engine(module);
    engine.setPosition(LEVEL);
    expect(engine.acceptsDraw({ player: 'white', onRepetition: true, only: ['c2c3'] })).toBe(true);
    expect(() => engine.acceptsDraw({ player: 'white', onRepetition: true, only: ['c2c9'] })).toThrow(/c2c9/);
  });
});
