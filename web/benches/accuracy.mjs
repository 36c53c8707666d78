// How accurately each level usually plays: the numbers of src/analysis/accuracy_scale.ts. Games of a level against itself,
// each reviewed as the page does. Compile first ("npm run build"), then: node benches/accuracy.mjs [games] [levels]
import { reviewGame } from '../build/analysis/reviewer.js';
import { readModule, startEngine } from '../build/engine/node.js';
import { play, treeOf } from './games.mjs';

const [games = '6', wanted = '1,2,3,4,5,6,7,8,9,10,11'] = process.argv.slice(2);
const LONGEST = 160;

const module = await readModule();
const engine = await startEngine({ module });
const { signal } = new AbortController();
for (const level of wanted.split(',').map(Number)) {
  const found = [];
  for (let seed = 1; seed <= Number(games); seed += 1) {
    const tree = treeOf(module, play(module, [level, level], seed, LONGEST));
    const { accuracy } = await reviewGame([engine], tree, () => undefined, signal);
    for (const side of Object.values(accuracy)) if (side) found.push(side.all);
  }
  const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
  const spread = Math.sqrt(found.reduce((sum, one) => sum + (one - mean) ** 2, 0) / found.length);
  console.log(`level ${level}: ${mean.toFixed(1)} ± ${spread.toFixed(1)} (${found.length} sides)`);
}
engine.close();
