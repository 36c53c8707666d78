// The next action of a shortest way to the goal, where White moves alone: from wherever the learner has got to.
import { FILES, RANKS } from '../board/squares.ts';
import type { Engine } from '../engine/engine.ts';
import { readFen, writeFen } from '../engine/fen.ts';
import type { Action, Square } from '../engine/vocabulary.ts';
import { reached } from './goals/flags.ts';
import type { FlagsGoal, FreeGoal } from './level.ts';
import { isMove } from './verdict.ts';

export type LonelyGoal = FlagsGoal | FreeGoal;

/** More are not looked at: a hint is not waited for. Levels need some hundreds. */
const MOST_POSITIONS = 2_000;
/** Of the many placements after a capture, only so many, as far away as possible. */
const PLACEMENTS = 2;

interface Node {
  readonly fen: string;
  /** From the position that was asked about. */
  readonly way: readonly Action[];
  readonly left: readonly Square[];
}

/** Null if there is nothing left to do, or no way was found. `played` is what the learner has played already. */
export function nextAction(rules: Engine, goal: LonelyGoal, fen: string, played: readonly Action[]): Action | null {
  const seen = new Set<string>();
  let layer: Node[] = [{ fen, way: [], left: leftAfter(goal, played) }];
  // Each layer has one more move that reaches nothing than the one before, so the first way that is found is a shortest.
  while (layer.length > 0) {
    const next: Node[] = [];
    for (let node = layer.pop(); node !== undefined; node = layer.pop()) {
      if (node.left.length === 0) return node.way[0] ?? null;
      const key = `${node.fen} ${node.left.join()}`;
      if (seen.has(key)) continue;
      if (seen.size === MOST_POSITIONS) return null;
      seen.add(key);
      for (const action of actionsFrom(rules, goal, node)) {
        const way = [...node.way, action];
        const child = { fen: fenAfter(rules, node.fen, action), way, left: leftAfter(goal, [...played, ...way]) };
        const isDetour = isMove(action) && child.left.length === node.left.length;
        (isDetour ? next : layer).push(child);
      }
    }
    layer = next;
  }
  return null;
}

/** The flags on which no move has ended yet, or the tile that has not moved yet. */
function leftAfter(goal: LonelyGoal, played: readonly Action[]): readonly Square[] {
  if (goal.kind === 'free') return played.some((action) => action.startsWith(goal.square)) ? [] : [goal.square];
  const done = reached(goal, played);
  return goal.squares.filter((square) => !done.includes(square));
}

/** To flags without captures, which would bring barragoons; a tile may have to be freed by one. */
function actionsFrom(rules: Engine, goal: LonelyGoal, { fen, left }: Node): readonly Action[] {
  rules.setPosition(fen);
  const { cells, hands } = readFen(fen);
  const legal = rules.legalActions();
  if (hands.length > 0)
    return farthest(
      legal.filter((action) => action.endsWith('x')),
      left,
    );
  return goal.kind === 'free' ? legal : legal.filter((move) => !cells.has(move.slice(2) as Square));
}

function farthest(placements: readonly Action[], from: readonly Square[]): readonly Action[] {
  const distance = (placement: Action): number =>
    Math.min(...from.map((square) => steps(placement.slice(1, 3) as Square, square)));
  return [...placements].sort((one, two) => distance(two) - distance(one)).slice(0, PLACEMENTS);
}

function steps(one: Square, two: Square): number {
  const apart = (line: readonly string[], at: number): number =>
    Math.abs(line.indexOf(one.charAt(at)) - line.indexOf(two.charAt(at)));
  return apart(FILES, 0) + apart(RANKS, 1);
}

/** White is to move again when the turn is complete. */
function fenAfter(rules: Engine, fen: string, action: Action): string {
  rules.setPosition(fen, [action]);
  return writeFen({ ...readFen(rules.fen()), turn: 'white' });
}
