// The engine as WebAssembly, for benches/wasm_engine.py and verdicts.py: each line that comes in is a question, each line out its answer.
import { createInterface } from 'node:readline';
import { Engine, START } from '../build/engine/index.js';
import { readModule, startEngine } from '../build/engine/node.js';

const module = await readModule();
const engine = new Engine(module);

/** Milliseconds from a stop in mid-search until the engine has answered another question. */
async function stopping(shared) {
  const client = await startEngine({ module, shared });
  const analysis = client.analyse(START, { infinite: true });
  for await (const line of analysis) {
    if (line.depth < 7) continue;
    const began = performance.now();
    analysis.stop();
    await client.fen(START);
    client.close();
    return performance.now() - began;
  }
}

const ANSWERS = {
  // Nodes a second; nothing is remembered.
  search: (fen, nodes) => {
    engine.newGame();
    engine.setPosition(fen);
    return Number(nodes) / engine.search({ nodes: Number(nodes) })[0].seconds;
  },
  // Seconds for a verdict on an answer.
  judge: (fen, kind, turns, actions) => {
    engine.setPosition(fen);
    return engine.judge({ goal: { kind, turns: Number(turns) }, actions: actions.split(' ') }).seconds;
  },
  // Leaves a second.
  perft: (fen, depth) => {
    engine.setPosition(fen);
    const began = performance.now();
    return engine.perft(Number(depth)) / ((performance.now() - began) / 1000);
  },
  'stop-by-flag': () => stopping(true),
  'stop-by-thread': () => stopping(false),
};

for await (const line of createInterface(process.stdin)) {
  const [what, ...details] = line.split('\t');
  console.log(await ANSWERS[what](...details));
}
