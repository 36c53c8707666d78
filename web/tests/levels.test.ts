import { expect, test } from 'vitest';
import { Engine } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';
import { answers } from './python.ts';

interface Expected {
  readonly ladder: number;
  readonly level: number;
  readonly fen: string;
  readonly action: string;
  readonly nodes: number;
}

test('every level plays what it plays natively', async () => {
  const engine = new Engine(await readModule());
  const levels = new Set<string>();
  for await (const { ladder, level, fen, action, nodes } of answers<Expected>('level_choices.py', 11, 7)) {
    engine.setLevel(level, 11, ladder);
    engine.newGame();
    engine.setPosition(fen);
    const [line] = engine.search({ infinite: true });
    expect({ level, fen, action: line?.actions[0], nodes: line?.nodes }).toEqual({ level, fen, action, nodes });
    levels.add(`${ladder}.${level}`);
  }
  expect(levels.size).toBe(10 + 11); // full strength is compared by the bench's signature
});
