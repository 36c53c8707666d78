// Asks the engine about every position of a game. Limits are nodes, and nothing is remembered from one position to the
// next, so a game gets the same marks every time, everywhere, and by however many engines at once.
import type { EngineClient } from '../engine/client.ts';
import { tileColour } from '../board/tiles.ts';
import { readFen } from '../engine/fen.ts';
import type { Score } from '../engine/score.ts';
import type { Action, Colour, Square } from '../engine/vocabulary.ts';
import { chance } from './chances.ts';
import { judge, reviewOf, THRESHOLDS, type Examined, type Looked, type Review } from './review.ts';
import { START_ID, type Tree, type TreeNode } from './tree.ts';

/** The nodes of the first look at a position, and of the second look at what cost most. */
const FIRST_NODES = 5_000;
const SECOND_NODES = 100_000;
const LOOKED_AT_AGAIN = 10;
const PROOF = { turns: 3, nodes: 60_000 } as const;
/** Whether something else would have done is asked briefly first: mostly it would. */
const BRIEF_NODES = 1_000;
/** Where there are fewer actions, it is no feat to find the only one. */
const LEAST_CHOICE = 8;
/** Small, so that emptying it costs nothing. */
const HASH = 2;

export type Reviewer = Pick<EngineClient, 'analyse' | 'solve' | 'evaluate' | 'legalActions' | 'newGame' | 'setHash'>;

/** Reviews the main line; null if it was stopped. `progress` hears how much is done, from 0 to 1. */
export async function reviewGame(
  engines: readonly Reviewer[],
  tree: Tree,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Review | null> {
  const line = tree.lineFrom(START_ID);
  const total = line.length + LOOKED_AT_AGAIN;
  let done = 0;
  const ask = (ids: readonly number[], task: (engine: Reviewer, id: number) => Promise<void>): Promise<boolean> =>
    inTurn(engines, ids, signal, async (engine, id) => {
      await task(engine, id);
      progress(Math.min(1, ++done / total));
    });

  await Promise.all(engines.map((engine) => engine.setHash(HASH)));
  const examined = new Map<number, Examined>();
  const played = new Map(line.map(({ id }, index) => [id, line[index + 1]?.action ?? '']));
  const ids = line.map(({ id }) => id);
  const isComplete = await ask(ids, async (engine, id) => {
    examined.set(id, await examine(engine, tree.node(id), played.get(id) ?? ''));
  });
  if (!isComplete) return null;

  const costly = judge(line, examined)
    .toSorted((one, two) => two.loss - one.loss)
    .slice(0, LOOKED_AT_AGAIN);
  // The position after one costly action is often the position before the next.
  const again = new Set(costly.flatMap(({ id }) => [tree.node(id).parent ?? START_ID, id]));
  const isDone = await ask([...again], async (engine, id) => {
    await engine.newGame();
    const before = examined.get(id);
    if (before) examined.set(id, { ...before, ...(await look(engine, tree.node(id).fen, SECOND_NODES)) });
  });
  if (!isDone) return null;
  progress(1);
  return reviewOf(line, examined);
}

/** Each engine takes the next task as soon as it is free; false if it was stopped before all were done. */
async function inTurn<E, T>(
  engines: readonly E[],
  tasks: readonly T[],
  signal: AbortSignal,
  carryOut: (engine: E, task: T) => Promise<void>,
): Promise<boolean> {
  const waiting = tasks.values();
  const work = async (engine: E): Promise<void> => {
    for (const task of waiting) {
      if (signal.aborted) return;
      await carryOut(engine, task);
    }
  };
  await Promise.all(engines.map(work));
  return !signal.aborted;
}

/** All that is asked about a position; what is asked first may help what comes after it, always in the same order. */
async function examine(engine: Reviewer, { fen }: TreeNode, played: Action | ''): Promise<Examined> {
  const { hands, cells } = readFen(fen);
  await engine.newGame();
  const looked = await look(engine, fen, FIRST_NODES);
  const isStart = hands.length === 0;
  const win = isStart ? await proveWin(engine, fen) : null;
  const movable = isStart ? await movableTiles(engine, fen) : null;
  // To take a tile that stands there to be taken is no feat either.
  const prey = played.startsWith('@') || played === '' ? undefined : cells.get(played.slice(2) as Square);
  const mayBeOnly = played !== '' && played === looked.line[0] && (prey === undefined || tileColour(prey) === null);
  return { ...looked, win, movable, second: mayBeOnly ? await secondBest(engine, fen, played, looked) : null };
}

async function look(engine: Reviewer, fen: string, nodes: number): Promise<Looked> {
  const [best] = await engine.analyse({ fen }, { nodes }).lines;
  // Whoever has nothing to play has lost.
  return best ? { score: best.score, line: best.actions } : { score: { loss: 0 }, line: [] };
}

async function proveWin(engine: Reviewer, fen: string): Promise<Examined['win']> {
  const { verdict, turns, actions } = await engine.solve({ fen }, PROOF.turns, { nodes: PROOF.nodes }).solution;
  return verdict === 'win' ? { turns, line: actions } : null;
}

/** How many tiles of each side can move. */
async function movableTiles(engine: Reviewer, fen: string): Promise<Record<Colour, number>> {
  const { cells } = readFen(fen);
  const { tiles } = await engine.evaluate({ fen });
  const free = tiles.filter(({ targets }) => targets > 0).map(({ square }) => tileColour(cells.get(square) ?? 'x'));
  const count = (colour: Colour): number => free.filter((one) => one === colour).length;
  return { white: count('white'), brown: count('brown') };
}

/** What the best of the other actions is worth; null where it would have done, or there is little to choose from. */
async function secondBest(engine: Reviewer, fen: string, played: Action, best: Looked): Promise<Score | null> {
  const others = (await engine.legalActions({ fen })).filter((action) => action !== played);
  if (others.length + 1 < LEAST_CHOICE) return null;
  for (const nodes of [BRIEF_NODES, FIRST_NODES]) {
    const [second] = await engine.analyse({ fen }, { nodes }, { only: others }).lines;
    if (!second || chance(best.score) - chance(second.score) <= THRESHOLDS.blunder) return null;
    if (nodes === FIRST_NODES) return second.score;
  }
  return null;
}
