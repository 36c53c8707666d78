// The engine's lines on the board: the whole turn of the best one, the first moves of the others, placements by square.
import type { Annotation, PathAnnotation } from '../board/annotation.ts';
import { isFace } from '../board/faces.ts';
import type { Path } from '../board/types.ts';
import { readFen } from '../engine/fen.ts';
import type { Line } from '../engine/line.ts';
import type { Action, Cell, Face, Square } from '../engine/vocabulary.ts';
import { chance } from './chances.ts';

/** Placements of one square among the lines, the best first. */
export interface SquareGroup {
  readonly square: Square;
  readonly lines: readonly Line[];
}

export const LETTERS: readonly string[] = ['A', 'B', 'C', 'D', 'E'];

/** A line that loses more chances than this is not drawn. */
const DRAWN_WITHIN = 10;
/** Faces within so many points of the best one do equally well. */
const EQUAL_WITHIN = 2;

export function faceOf(placement: Action): Face {
  return placement.slice(3) as Face;
}

/** Lines that begin with a placement, grouped by its square. */
export function bySquare(lines: readonly Line[]): SquareGroup[] {
  const groups = new Map<Square, Line[]>();
  for (const line of lines) {
    const square = line.actions[0]?.slice(1, 3) as Square | undefined;
    if (square === undefined) continue;
    const group = groups.get(square);
    if (group) group.push(line);
    else groups.set(square, [line]);
  }
  return [...groups].map(([square, found]) => ({ square, lines: found }));
}

/** How many faces on the square do as well as the best. */
export function equalFaces({ lines }: SquareGroup): number {
  const [best] = lines;
  return best ? lines.filter(({ score }) => chance(best.score) - chance(score) <= EQUAL_WITHIN).length : 0;
}

export function drawLines(
  fen: string,
  lines: readonly Line[],
  count: number,
  pathsOf: (fen: string, move: Action) => readonly Path[],
): Annotation[] {
  const [best] = lines;
  const first = best?.actions[0];
  if (!best || first === undefined) return [];
  const { cells, actor, turn, hands } = readFen(fen);
  const isNear = (line: Line): boolean => chance(best.score) - chance(line.score) <= DRAWN_WITHIN;
  if (hands.length > 0) {
    const groups = bySquare(lines).slice(0, count);
    const near = groups.filter(({ lines: [line] }) => line !== undefined && isNear(line));
    return near.map((group, rank) => ({
      kind: 'ghost',
      square: group.square,
      face: faceOf(group.lines[0]?.actions[0] ?? first),
      owner: actor,
      isOpponent: actor !== turn,
      badge: LETTERS[rank] ?? '',
      ...(equalFaces(group) > 1 ? { count: equalFaces(group) } : {}),
    }));
  }
  const moves = lines
    .slice(0, count)
    .filter(isNear)
    .flatMap(({ actions: [move] }, rank) =>
      move === undefined ? [] : runs(cells, move, pathsOf(fen, move), rank, LETTERS[rank] ?? ''),
    );
  const others = new Set(moves.filter(({ weight }) => weight === 'thin').flatMap(({ squares }) => squares.slice(1)));
  const isClear = (run: PathAnnotation): boolean =>
    !run.dashed || !run.squares.slice(1, -1).some((on) => others.has(on));
  return [...moves.filter(isClear), ...ghosts(best.actions, turn)];
}

/** What the opponent would do, in red. */
export function drawThreat(
  { fen, line }: { readonly fen: string; readonly line: readonly Action[] },
  pathsOf: (fen: string, move: Action) => readonly Path[],
): Annotation[] {
  const [move] = line;
  if (move === undefined) return [];
  const { cells, turn } = readFen(fen);
  const [run] = runs(cells, move, pathsOf(fen, move), 0, null);
  return [...(run ? [{ ...run, tone: 'takes' } as const] : []), ...ghosts(line, turn)];
}

/** A whole turn, or what is left of one, as it could be played. */
export function drawTurn(
  fen: string,
  actions: readonly Action[],
  pathsOf: (fen: string, move: Action) => readonly Path[],
): Annotation[] {
  const [first] = actions;
  if (first === undefined) return [];
  const { cells, turn, hands } = readFen(fen);
  if (!first.startsWith('@')) return [...runs(cells, first, pathsOf(fen, first), 0, null), ...ghosts(actions, turn)];
  return actions.map((placement, index) => {
    const owner = hands[index] ?? turn;
    return {
      kind: 'ghost',
      square: placement.slice(1, 3) as Square,
      face: faceOf(placement),
      owner,
      isOpponent: owner !== turn,
      ...(actions.length > 1 ? { badge: String(index + 1) } : {}),
    };
  });
}

function runs(
  cells: ReadonlyMap<Square, Cell>,
  move: Action,
  paths: readonly Path[],
  rank: number,
  badge: string | null,
): PathAnnotation[] {
  const cell = cells.get(move.slice(2) as Square);
  const target = cell === undefined ? 'empty' : isFace(cell) ? 'barragoon' : 'tile';
  const weight = rank === 0 ? 'full' : 'thin';
  // A second path of a line that is not the best would only be in the way.
  return paths.slice(0, rank === 0 ? 2 : 1).map((squares, index) => ({
    kind: 'path',
    squares,
    tone: 'may',
    weight,
    target,
    ...(index > 0 ? { dashed: true } : badge === null ? {} : { badge }),
  }));
}

/** The placements that end the turn that a move begins. */
function ghosts([, ...following]: readonly Action[], mover: 'white' | 'brown'): Annotation[] {
  const end = following.findIndex((action) => !action.startsWith('@'));
  const placements = following.slice(0, end < 0 ? following.length : end);
  const other = mover === 'white' ? 'brown' : 'white';
  return placements.map((placement, index) => {
    // After a tile was captured, its owner places first.
    const isOpponent = placements.length === 2 && index === 0;
    return {
      kind: 'ghost',
      square: placement.slice(1, 3) as Square,
      face: faceOf(placement),
      owner: isOpponent ? other : mover,
      isOpponent,
      badge: String(index + 1),
    };
  });
}
