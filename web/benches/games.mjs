// Games between levels of the engine, as trees, for the benches.
import { Tree } from '../build/analysis/tree.js';
import { Engine, Game, readFen, START } from '../build/engine/index.js';

/** Each action of a game in which two levels play each other; it ends by itself or after so many actions. */
export function play(module, levels, seed, most) {
  const engine = new Engine(module);
  const actions = [];
  while (actions.length < most) {
    engine.setPosition(START.fen, actions);
    engine.setLevel(levels[readFen(engine.fen()).actor === 'white' ? 0 : 1], seed);
    const action = engine.search({ infinite: true })[0]?.actions[0];
    if (action === undefined) break;
    actions.push(action);
  }
  return actions;
}

export function treeOf(module, actions) {
  const engine = new Engine(module);
  engine.setPosition(START.fen);
  let tree = Tree.begin(new Game(module), START.fen);
  let id = 0;
  for (const action of actions) {
    engine.play(action);
    const reached = { fen: engine.fen(), key: engine.key().toString(16).padStart(16, '0') };
    ({ tree, id } = tree.play(id, action, () => reached));
  }
  return tree;
}
