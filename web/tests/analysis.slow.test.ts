import { expect, test } from 'vitest';
import { reviewGame } from '../src/analysis/reviewer.ts';
import { Tree } from '../src/analysis/tree.ts';
import { doors } from '../src/analysis/overlays.ts';
import { tileColour } from '../src/board/tiles.ts';
import { Engine, Game, readFen, START, type Action } from '../src/engine/index.ts';
import { readModule, startEngine } from '../src/engine/node.ts';
import { compareOverlays, doorsByBruteForce } from './overlays.ts';
import { answers } from './python.ts';

const module = await readModule();
const asked = { rules: new Game(module), engine: new Engine(module) };

test('overlays are what brute force counts, 1,000 positions', async () => {
  expect(await compareOverlays(asked, 2, 1_000)).toBe(1_000);
});

test('doors are what the rules say for every face, 20 positions', async () => {
  for await (const { fen } of answers<{ fen: string }>('random_positions.py', 9, 20)) {
    const [tile] = [...readFen(fen).cells].find(([, cell]) => tileColour(cell) !== null) ?? ['a1'];
    expect(doors(asked, fen, tile)).toEqual(doorsByBruteForce(asked, fen, tile));
  }
});

/** A game of 150 actions between two levels. */
function longGame(): Tree {
  const { engine, rules } = asked;
  const actions: Action[] = [];
  for (let seed = 1; actions.length < 150; seed += 1) {
    actions.length = 0;
    while (actions.length < 150) {
      engine.setPosition(START.fen, actions);
      const fields = readFen(engine.fen());
      engine.setLevel(fields.actor === 'white' ? 4 : 5, seed);
      const action = engine.search({ infinite: true })[0]?.actions[0];
      if (action === undefined) break;
      actions.push(action);
    }
  }
  engine.setLevel(null);
  let tree = Tree.begin(rules, START.fen);
  let id = 0;
  engine.setPosition(START.fen);
  for (const action of actions) {
    engine.play(action);
    const reached = { fen: engine.fen(), key: String(engine.key()) };
    ({ tree, id } = tree.play(id, action, () => reached));
  }
  return tree;
}

test('a game of 150 actions gets the same marks every time, by one engine or by three', async () => {
  const tree = longGame();
  const review = async (count: number): ReturnType<typeof reviewGame> => {
    const engines = await Promise.all(Array.from({ length: count }, () => startEngine({ module })));
    const made = await reviewGame(engines, tree, () => undefined, new AbortController().signal);
    for (const engine of engines) engine.close();
    return made;
  };
  const one = await review(1);
  expect(one?.actions).toHaveLength(150);
  expect(await review(1)).toEqual(one);
  expect(await review(3)).toEqual(one);
});
