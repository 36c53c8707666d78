// A turning point of a game on the board: what was played, and what was better.
import type { Annotation } from '../board/annotation.ts';
import { isFace } from '../board/faces.ts';
import type { Path } from '../board/types.ts';
import { readFen } from '../engine/fen.ts';
import type { Action, Face, Square } from '../engine/vocabulary.ts';
import { drawLines } from './line_drawing.ts';
import type { ReviewedAction } from './review.ts';

type PathsOf = (fen: string, move: Action) => readonly Path[];

/** Only its actions are drawn. */
const ANY_LINE = { score: { cp: 0 }, depth: 1, seldepth: 1, rank: 1, nodes: 0, seconds: 0, hashfull: 0 };

/** What is drawn in the position before it, and the squares around which a part of the board shows all of it. */
export function drawPoint(
  fen: string,
  { action, best }: Pick<ReviewedAction, 'action' | 'best'>,
  pathsOf: PathsOf,
): { annotations: Annotation[]; round: Square[] } {
  const better = drawLines(fen, [{ ...ANY_LINE, actions: best }], 1, pathsOf).map(plain);
  return {
    annotations: [...played(fen, action, pathsOf), ...better],
    round: [...squaresOf(action), ...(best[0] ? squaresOf(best[0]) : [])],
  };
}

function played(fen: string, action: Action, pathsOf: PathsOf): Annotation[] {
  const { cells, actor } = readFen(fen);
  if (action.startsWith('@')) {
    const [square, face] = [action.slice(1, 3) as Square, action.slice(3) as Face];
    return [{ kind: 'ghost', square, face, owner: actor, isOpponent: true }];
  }
  const cell = cells.get(action.slice(2) as Square);
  const target = cell === undefined ? 'empty' : isFace(cell) ? 'barragoon' : 'tile';
  return pathsOf(fen, action)
    .slice(0, 1)
    .map((squares) => ({ kind: 'path', squares, tone: 'ran', weight: 'full', target }));
}

function squaresOf(action: Action): Square[] {
  if (action.startsWith('@')) return [action.slice(1, 3) as Square];
  return [action.slice(0, 2) as Square, action.slice(2) as Square];
}

/** Without letters: there is one line only. */
function plain(annotation: Annotation): Annotation {
  if (annotation.kind !== 'path' && annotation.kind !== 'ghost') return annotation;
  const { badge, ...rest } = annotation;
  return badge === undefined ? annotation : rest;
}
