// A hint for whoever acts: a win that is proven, otherwise what the engine would do.
import type { EngineClient } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { readFen } from '../engine/fen.ts';
import type { GameState } from '../engine/game.ts';
import { other, type Action, type Colour, type Square } from '../engine/vocabulary.ts';
import { legalActions, positionOf } from './computer.ts';

/** What the first step points at: a tile to move, one to take room from, or a square. */
export type HintKind = 'tile' | 'take' | 'room' | 'square';

export interface Hint {
  readonly action: Action;
  readonly kind: HintKind;
  /** The square that the first step points at. */
  readonly square: Square;
  /** Whether it wins this turn, as is proven. */
  readonly wins: boolean;
}

/** For the proof; a hint should not be waited for. */
const PROOF_NODES = 60_000;
const SEARCH = { nodes: 200_000, seconds: 2 } as const;

/** What a hint is made with: searches in a thread of their own, rules in this one. */
export interface HintTools {
  readonly client: EngineClient;
  readonly rules: Engine;
  /** Ends the search: whoever has acted meanwhile needs no hint. */
  readonly signal: AbortSignal;
}

/** Null if there is nothing to do, or nobody waits for it any more. */
export async function findHint(state: GameState, tools: HintTools): Promise<Hint | null> {
  const legal = legalActions(state);
  if (state.outcome !== null || legal.length === 0) return null;
  // What was touched, or a repetition that has to be left, allows less than the position does.
  const only = state.duty !== null || state.touched.length > 0 ? legal : [];
  const winning = await winningAction(state, tools, only);
  const action = winning ?? (await bestAction(state, tools, only));
  if (action === undefined) return null;
  return { action, wins: winning !== undefined, ...pointAt(state.fen, action, tools.rules) };
}

async function winningAction(state: GameState, { client }: HintTools, only: Action[]): Promise<Action | undefined> {
  const limit = { nodes: PROOF_NODES, only };
  const { verdict, actions } = await client.solve(positionOf(state), 1, limit).solution;
  return verdict === 'win' ? actions[0] : undefined;
}

async function bestAction(state: GameState, tools: HintTools, only: Action[]): Promise<Action | undefined> {
  const { client, signal } = tools;
  if (signal.aborted) return undefined;
  await client.newGame();
  const search = client.analyse(positionOf(state), SEARCH, { only });
  signal.addEventListener('abort', () => {
    search.stop();
  });
  const [best] = await search.lines;
  return best?.actions[0] ?? only[0];
}

function pointAt(fen: string, action: Action, rules: Engine): Pick<Hint, 'kind' | 'square'> {
  const { cells, actor } = readFen(fen);
  if (!action.startsWith('@')) {
    const taken = cells.get(action.slice(2) as Square);
    return { kind: taken === undefined ? 'tile' : 'take', square: action.slice(0, 2) as Square };
  }
  const tile = mostHindered(fen, action, other(actor), rules);
  return tile === null ? { kind: 'square', square: action.slice(1, 3) as Square } : { kind: 'room', square: tile };
}

/** The tile of a player that loses most targets to a placement; null if none loses any. */
function mostHindered(fen: string, placement: Action, owner: Colour, rules: Engine): Square | null {
  const before = targetCounts(fen, [], owner, rules);
  const after = targetCounts(fen, [placement], owner, rules);
  const losses = [...before]
    .map(([square, count]) => ({ square, loss: count - (after.get(square) ?? 0) }))
    .filter(({ loss }) => loss > 0)
    .sort((one, two) => two.loss - one.loss);
  return losses[0]?.square ?? null;
}

function targetCounts(fen: string, actions: Action[], owner: Colour, rules: Engine): Map<Square, number> {
  rules.setPosition(fen, actions);
  const counts = new Map<Square, number>();
  for (const move of rules.movesOf(owner)) {
    const start = move.slice(0, 2) as Square;
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return counts;
}
