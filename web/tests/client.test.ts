import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EngineClient, EngineError, START, type Line, type Strength } from '../src/engine/index.ts';
import { readModule, startEngine } from '../src/engine/node.ts';

const module = await readModule();

// With shared memory a stop is a flag, without it a new thread; all else must be the same.
describe.each([{ shared: true }, { shared: false }])('an engine in a thread, shared memory: $shared', ({ shared }) => {
  let engine: EngineClient;
  beforeEach(async () => {
    engine = await startEngine({ module, shared });
  });
  afterEach(() => {
    engine.close();
  });

  test('answers questions', async () => {
    expect(await engine.legalActions(START)).toContain('d2d5');
    expect(await engine.paths(START, 'd2c4')).toEqual([['d2', 'd3', 'd4', 'c4']]);
    expect(await engine.perft(START, 3)).toBe(27_500);
    expect(await engine.fen(await engine.play(START, 'd2d5'))).toMatch(/ b - 24 00 1$/);
    expect(await engine.key(START)).toBe(await engine.key({ fen: START.fen, actions: [] }));
    expect((await engine.evaluate(START)).white.material).toBeGreaterThan(0);
  });

  test('answers in order, even when asked all at once', async () => {
    const order: number[] = [];
    const asked = [4, 1, 3, 2].map((depth, index) => engine.perft(START, depth).then(() => order.push(index)));
    await Promise.all(asked);
    expect(order).toEqual([0, 1, 2, 3]);
  });

  test('rejects in one sentence and goes on', async () => {
    await expect(engine.fen({ fen: '7/7' })).rejects.toThrow(new EngineError('a FEN has nine ranks, split by /'));
    await expect(engine.play(START, 'd2d9')).rejects.toThrow(new EngineError('the action d2d9 is not legal'));
    await expect(engine.setHash(0)).rejects.toThrow(/from 1 to 512/);
    expect(() => engine.analyse(START, {})).toThrow(/needs a limit/);
    await expect(engine.analyse({ fen: 'x' }, { depth: 1 }).lines).rejects.toThrow(EngineError);
    expect(await engine.fen(START)).toBe(START.fen);
  });

  test('streams the lines of a search', async () => {
    const analysis = engine.analyse(START, { depth: 4 }, { multipv: 2 });
    const reported: Line[] = [];
    for await (const line of analysis) reported.push(line);
    expect(reported.map(({ depth, rank }) => `${depth}.${rank}`)).toEqual([
      '1.1',
      '1.2',
      '2.1',
      '2.2',
      '3.1',
      '3.2',
      '4.1',
      '4.2',
    ]);
    const lines = await analysis.lines;
    expect(lines.map(({ actions }) => actions)).toEqual(reported.slice(-2).map(({ actions }) => actions));
  });

  test('reports lines while the search still runs, and stops', async () => {
    const analysis = engine.analyse(START, { infinite: true });
    const reported: Line[] = [];
    for await (const line of analysis) {
      reported.push(line);
      if (line.depth === 3) analysis.stop();
    }
    const lines = await analysis.lines;
    expect(reported.map(({ depth }) => depth).slice(0, 3)).toEqual([1, 2, 3]);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.depth).toBeGreaterThanOrEqual(3);
    expect(await engine.fen(START)).toBe(START.fen);
  });

  test('stops when the loop is left', async () => {
    const analysis = engine.analyse(START, { infinite: true });
    for await (const line of analysis) if (line.depth === 2) break;
    expect(await analysis.lines).toHaveLength(1);
  });

  test('stops before anything was found', async () => {
    const analysis = engine.analyse(START, { infinite: true });
    analysis.stop();
    expect((await analysis.lines).length).toBeLessThanOrEqual(1);
    expect(await engine.fen(START)).toBe(START.fen);
  });

  test('never begins a search that was stopped while it waited', async () => {
    const first = engine.analyse(START, { infinite: true });
    const second = engine.analyse(START, { infinite: true });
    second.stop();
    expect(await second.lines).toEqual([]);
    for await (const line of first) if (line.depth === 2) break;
    expect(await first.lines).toHaveLength(1);
  });

  test('answers after a stop what was asked before it', async () => {
    const analysis = engine.analyse(START, { infinite: true });
    const asked = engine.legalActions(START);
    analysis.stop();
    analysis.stop(); // a second one makes no difference
    expect(await asked).toHaveLength(28);
  });

  test('keeps the size of the table over a stop', async () => {
    await engine.setHash(1);
    const fill = async (): Promise<number> => (await engine.analyse(START, { nodes: 60_000 }).lines)[0]?.hashfull ?? 0;
    await engine.newGame();
    const before = await fill();
    const analysis = engine.analyse(START, { infinite: true });
    for await (const line of analysis) if (line.depth === 1) break;
    await engine.newGame();
    expect(await fill()).toBe(before);
    expect(before).toBeGreaterThan(0);
  });

  test('searches as strong as is asked for each time, over a stop too', async () => {
    await engine.setContempt(5);
    const nodes = async (strength?: Strength): Promise<number> =>
      (await engine.analyse(START, { nodes: 5_000 }, {}, strength).lines)[0]?.nodes ?? 0;
    const analysis = engine.analyse(START, { infinite: true });
    analysis.stop();
    await analysis.lines;
    expect(await nodes({ level: 3, seed: 7 })).toBeLessThan(1_000);
    expect(await nodes()).toBe(5_000);
    await expect(nodes({ level: 99 })).rejects.toThrow('a level of 99');
  });

  test('proves a win', async () => {
    const position = { fen: '7/7/7/7/3z3/7/7/3D3/7 w - 0 00 1' };
    const { solution } = engine.solve(position, 1);
    expect(await solution).toMatchObject({ verdict: 'win', turns: 1, actions: ['d2d5'] });
    expect(() => engine.solve(position, 0)).toThrow(/from 1 to 100/);
    await expect(engine.solve({ fen: 'x' }, 1).solution).rejects.toThrow(EngineError);
  });

  test('stops a proof, whether it runs or waits', async () => {
    const running = engine.solve(START, 9);
    const waiting = engine.solve(START, 9);
    waiting.stop();
    expect(await waiting.solution).toMatchObject({ verdict: 'unknown', nodes: 0 });
    running.stop();
    expect((await running.solution).verdict).toBe('unknown');
    expect(await engine.fen(START)).toBe(START.fen);
  });

  test('says that it was closed, to those who wait and to those who come later', async () => {
    const waiting = engine.analyse(START, { infinite: true });
    const behind = engine.fen(START);
    engine.close();
    engine.close();
    await expect(waiting.lines).rejects.toThrow('this engine was closed');
    await expect(behind).rejects.toThrow('this engine was closed');
    await expect(engine.fen(START)).rejects.toThrow('this engine was closed');
  });
});

test('a module that is no engine is rejected with a reason', async () => {
  const empty = await WebAssembly.compile(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  const engine = await startEngine({ module: empty });
  await expect(engine.fen(START)).rejects.toThrow(/the engine failed/);
});
