// Puzzles from a game of one's own, by the rule of tools/mine_puzzles.py: a forced win that was not there a turn before,
// with exactly one first move. They stay on this device and are never rated.
import type { EngineClient } from '../engine/client.ts';
import { isFace } from '../board/faces.ts';
import { readFen } from '../engine/fen.ts';
import type { ActionVerdict } from '../engine/judgement.ts';
import { other, type Action } from '../engine/vocabulary.ts';
import type { Review, ReviewedTurn } from './review.ts';
import type { Tree } from './tree.ts';

/** Boards with more on them are not nice to look at. */
const MOST_TILES = 11;
const MOST_BARRAGOONS = 26;
/** A placement on more squares than these, but not on nearly all, is no one answer. */
const MOST_SQUARES = 4;
const NEARLY_ALL = 0.9;
/** For each action; what is not decided by then makes no puzzle. */
const NODES = 100_000;
/** Nobody rates them; the number only fills the line. */
const RATING = 1_000;

export type Miner = Pick<EngineClient, 'solveEach' | 'fen'>;

/** At most one for each number of turns, as lines of a puzzle file. */
export async function puzzlesOf(engine: Miner, tree: Tree, review: Review, signal: AbortSignal): Promise<string[]> {
  const { turns } = review;
  const found = new Map<number, string>();
  for (const [index, turn] of turns.entries()) {
    const [before, earlier] = [turns[index - 1], turns[index - 2]];
    if (turn.win === null || earlier?.win !== null || found.has(turn.win)) continue;
    if (!before || !isFair(tree, turn)) continue;
    if (signal.aborted) return [];
    const line = await puzzleAt(engine, tree, before, turn, turn.win);
    if (line !== null) found.set(turn.win, line);
  }
  return [...found.values()];
}

/** Whether a person can look at it and has something to choose. */
function isFair(tree: Tree, { id, player, movable }: ReviewedTurn): boolean {
  const cells = [...readFen(tree.node(id).fen).cells.values()];
  const barragoons = cells.filter((cell) => isFace(cell)).length;
  return (
    barragoons <= MOST_BARRAGOONS &&
    cells.length - barragoons <= MOST_TILES &&
    movable[player] > 1 &&
    movable[other(player)] > 0
  );
}

async function puzzleAt(
  engine: Miner,
  tree: Tree,
  before: ReviewedTurn,
  turn: ReviewedTurn,
  turns: number,
): Promise<string | null> {
  const { fen, key } = tree.node(turn.id);
  const firsts = winners(await engine.solveEach({ fen }, turns, { nodes: NODES }));
  const [first] = firsts ?? [];
  if (firsts?.length !== 1 || first === undefined) return null;
  const accepted = await acceptedAfter(engine, fen, first, turns);
  if (accepted === null) return null;
  const path = tree.pathTo(turn.id);
  const played = path.slice(path.findIndex(({ id }) => id === before.id) + 1).map(({ action }) => action);
  return [
    `own-${key.slice(0, 8)}`,
    withoutNumber(fen),
    ...['win', turns, first, accepted],
    withoutNumber(tree.node(before.id).fen),
    ...[played.join(''), RATING, `in${turns},soft`],
  ].join('\t');
}

/** Null where something is undecided. */
function winners(verdicts: readonly ActionVerdict[]): Action[] | null {
  if (verdicts.some(({ verdict }) => verdict === 'unknown')) return null;
  return verdicts.flatMap(({ action, verdict }) => (verdict === 'win' ? [action] : []));
}

/** The right placements as a puzzle file writes them, empty where nearly all are right or the winner places nothing. */
async function acceptedAfter(engine: Miner, fen: string, first: Action, turns: number): Promise<string | null> {
  const after = await engine.fen({ fen, actions: [first] });
  const { hands, turn } = readFen(after);
  if (hands.length !== 1 || hands[0] !== turn) return '';
  const verdicts = await engine.solveEach({ fen: after }, turns, { nodes: NODES });
  const right = winners(verdicts);
  if (right === null) return null;
  if (right.length >= NEARLY_ALL * verdicts.length) return '';
  const faces = new Map<string, string>();
  for (const action of right) faces.set(action.slice(1, 3), (faces.get(action.slice(1, 3)) ?? '') + action.slice(3));
  if (faces.size > MOST_SQUARES) return null;
  return [...faces].map(([square, found]) => square + found).join(',');
}

/** Puzzle files leave the number of the turn out. */
const withoutNumber = (fen: string): string => fen.split(' ').slice(0, 5).join(' ');
