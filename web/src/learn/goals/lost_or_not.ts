// Say how a position ends; the rules know, and show why.
import { tileColour } from '../../board/tiles.ts';
import type { Engine } from '../../engine/engine.ts';
import { readFen, writeFen } from '../../engine/fen.ts';
import type { GameState, Outcome } from '../../engine/game.ts';
import type { Escape } from '../../engine/judgement.ts';
import { obstaclesOf } from '../../engine/obstacles.ts';
import { COLOURS, type Path, type Square } from '../../engine/vocabulary.ts';

export const ENDS = ['lost', 'goes_on', 'draw'] as const;
export type End = (typeof ENDS)[number];

/** How it ends for White. */
export function endOf(outcome: Outcome | null): End {
  if (outcome === null) return 'goes_on';
  return outcome.winner === null ? 'draw' : 'lost';
}

/** Why it ends so: a tile that still moves, what holds White's tiles, or that all can move and nothing can be taken. */
export type EndReason =
  | { readonly end: 'goes_on'; readonly escape: Escape }
  | { readonly end: 'lost'; readonly tiles: readonly Square[]; readonly holders: readonly Square[] }
  | { readonly end: 'draw'; readonly runs: readonly Path[] };

export function endReason({ outcome, moves, fen }: GameState, engine: Engine): EndReason | null {
  const end = endOf(outcome);
  const [move] = moves;
  if (end === 'goes_on') {
    if (move === undefined) return null;
    return { end, escape: { move: `${move.start}${move.target}`, paths: move.paths } };
  }
  if (end === 'draw') return { end, runs: quietRuns(fen, engine) };
  const { cells } = readFen(fen);
  const tiles = [...cells].filter(([, cell]) => tileColour(cell) === 'white').map(([square]) => square);
  const holders = tiles.flatMap((tile) => [...obstaclesOf(engine, cells, tile)]);
  return { end, tiles, holders: [...new Set(holders)] };
}

/** One run of each tile: they all move, but none of them can take anything. */
function quietRuns(fen: string, engine: Engine): Path[] {
  const fields = readFen(fen);
  const runs = new Map<string, Path>();
  for (const turn of COLOURS) {
    engine.setPosition(writeFen({ ...fields, turn }));
    for (const move of engine.movesOf(turn)) {
      const [path] = engine.paths(move);
      if (path !== undefined && !runs.has(move.slice(0, 2))) runs.set(move.slice(0, 2), path);
    }
  }
  return [...runs.values()];
}
