import { expect, test } from 'vitest';
import { Engine } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';
import { answers } from './python.ts';

interface Expected {
  readonly level: number;
  readonly fen: string;
  readonly action: string;
  readonly nodes: number;
}

test('every level plays what it plays natively', async () => {
  const engine = new Engine(await readModule());
  const levels = new Set<number>();
  for await (const { level, fen, action, nodes } of answers<Expected>('level_choices.py', 11, 7)) {
    engine.setLevel(level, 11);
    engine.newGame();
    engine.setPosition(fen);
    const [line] = engine.search({ infinite: true });
    expect({ level, fen, action: line?.actions[0], nodes: line?.nodes }).toEqual({ level, fen, action, nodes });
    levels.add(level);
  }
  expect([...levels]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
