// How long analysis takes, as multiples of a search on the same machine: a review of 150 actions, and opening a tree of
// 500 nodes. Compile first ("npm run build"), then: node benches/analysis.mjs
import { reviewGame } from '../build/analysis/reviewer.js';
import { Tree } from '../build/analysis/tree.js';
import { turnRows } from '../build/analysis/turn_rows.js';
import { Engine, Game, START } from '../build/engine/index.js';
import { readModule, startEngine } from '../build/engine/node.js';
import { play, treeOf } from './games.mjs';

const ACTIONS = 150;
const NODES = 500;
/** Seconds that a person may have to wait. */
const GOALS = { review: 6, tree: 0.1 };
const ROUNDS = 3;
const SEARCHED = 1_000_000;

const module = await readModule();

/** The best of some rounds, in seconds. */
async function best(act) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await act();
    times.push((performance.now() - began) / 1000);
  }
  return Math.min(...times);
}

function show(what, seconds, search, goal) {
  const ratio = (seconds / search).toPrecision(2);
  const share = Math.round((100 * seconds) / goal);
  console.log(
    `${what}: ${seconds.toPrecision(2)} s = ${ratio} searches of a million nodes; ${share} % of the ${goal} s allowed`,
  );
}

function longGame() {
  for (let seed = 1; ; seed += 1) {
    const actions = play(module, [4, 5], seed, ACTIONS);
    if (actions.length === ACTIONS) return treeOf(module, actions);
  }
}

/** A tree with branches everywhere, as a file. */
function wideFile() {
  const engine = new Engine(module);
  const rules = new Game(module);
  let tree = Tree.begin(rules, START.fen);
  for (let step = 0, at = 0; tree.size < NODES; step += 1) {
    engine.setPosition(tree.node(at).fen);
    const legal = engine.legalActions();
    if (legal.length === 0 || step % 7 === 6) {
      at = (step * 31) % tree.size;
      continue;
    }
    const action = legal[(step * 17) % legal.length];
    engine.play(action);
    const reached = { fen: engine.fen(), key: String(engine.key()) };
    ({ tree, id: at } = tree.play(at, action, () => reached));
  }
  return tree.write(rules);
}

const searcher = new Engine(module);
const search = await best(() => {
  searcher.newGame();
  searcher.search({ nodes: SEARCHED });
});
console.log(`a search of a million nodes: ${search.toPrecision(2)} s`);

const game = longGame();
for (const count of [1, 2]) {
  const engines = await Promise.all(Array.from({ length: count }, () => startEngine({ module })));
  const { signal } = new AbortController();
  const seconds = await best(() => reviewGame(engines, game, () => undefined, signal));
  show(`review of ${ACTIONS} actions, ${count} ${count === 1 ? 'engine' : 'engines'}`, seconds, search, GOALS.review);
  for (const engine of engines) engine.close();
}

const file = wideFile();
const rules = new Game(module);
show(`tree of ${NODES} nodes`, await best(() => turnRows(Tree.read(rules, file).tree)), search, GOALS.tree);
