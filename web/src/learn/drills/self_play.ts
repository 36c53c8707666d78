// Positions for drills: the engine plays a game against itself at a weak level, from a few random actions on. So there is
// no end of them, and nothing to ship.
import type { EngineClient } from '../../engine/client.ts';
import { LEVEL_ALONE } from '../../engine/limit.ts';
import { START, type Action } from '../../engine/vocabulary.ts';
import { pick, type Random } from '../random.ts';

const RANDOM_ACTIONS = 4;
const LEVEL = 3;
const MOST_SEED = 999_999_999;
/** Games are cut here: later positions are as good as these. */
const MOST_ACTIONS = 110;

/** The FENs of a game at every action, from where it gets interesting. */
export async function selfPlay(client: EngineClient, random: Random, isWanted: () => boolean): Promise<string[]> {
  const actions: Action[] = [];
  const fens: string[] = [];
  const strength = { level: LEVEL, seed: Math.floor(random() * MOST_SEED) };
  while (actions.length < MOST_ACTIONS && isWanted()) {
    const position = { fen: START.fen, actions };
    const action =
      actions.length < RANDOM_ACTIONS
        ? pick(await client.legalActions(position), random)
        : (await client.analyse(position, LEVEL_ALONE, {}, strength).lines)[0]?.actions[0];
    if (action === undefined) break;
    actions.push(action);
    fens.push(await client.fen({ fen: START.fen, actions: [...actions] }));
  }
  return fens.slice(RANDOM_ACTIONS * 2);
}
