// What a person draws on the board: arrows along the squares and marked squares, in four kinds of lines. They stand in a
// comment of their own, as "[%marks d2d5 -c4 =e5e7]", so game files keep them.
import type { Annotation } from '../board/annotation.ts';
import { isFace } from '../board/faces.ts';
import { STROKES, type Stroke } from '../board/pen.ts';
import { FILES, RANKS } from '../board/squares.ts';
import { tileColour } from '../board/tiles.ts';
import type { Path } from '../board/types.ts';
import type { Action, Cell, Square } from '../engine/vocabulary.ts';

export interface OwnMark {
  readonly start: Square;
  /** The start where the square itself is marked. */
  readonly target: Square;
  readonly stroke: Stroke;
}

const SIGNS: Readonly<Record<Stroke, string>> = { plain: '', dashed: '-', dotted: ':', double: '=' };
const COMMENT = /^\[%marks ([^\]]*)\]$/;
const MARK = /^([-:=]?)([a-g][1-9])([a-g][1-9])?$/;

export function isMarks(comment: string): boolean {
  return COMMENT.test(comment);
}

/** The comments that are words. */
export function wordsOf(comments: readonly string[]): string[] {
  return comments.filter((comment) => !isMarks(comment));
}

export function readMarks(comments: readonly string[]): OwnMark[] {
  const texts = comments.flatMap((comment) => COMMENT.exec(comment)?.[1]?.split(' ') ?? []);
  return texts.flatMap((text): OwnMark[] => {
    const [, sign, start, target] = MARK.exec(text) ?? [];
    const stroke = STROKES.find((one) => SIGNS[one] === sign);
    if (start === undefined || stroke === undefined) return [];
    return [{ start: start as Square, target: (target ?? start) as Square, stroke }];
  });
}

/** Null where there are none. */
export function writeMarks(marks: readonly OwnMark[]): string | null {
  if (marks.length === 0) return null;
  const text = ({ start, target, stroke }: OwnMark): string =>
    SIGNS[stroke] + (start === target ? start : start + target);
  return `[%marks ${marks.map(text).join(' ')}]`;
}

/** Draws a mark; the same one again takes it away, another kind of line replaces it. */
export function withMark(marks: readonly OwnMark[], mark: OwnMark): OwnMark[] {
  const { start, target, stroke } = mark;
  const there = marks.find((one) => one.start === start && one.target === target);
  const others = marks.filter((one) => one !== there);
  return there?.stroke === stroke ? others : [...others, mark];
}

/** The way of a tile where it can run so, otherwise along the rank and then along the file. */
export function markPath(
  start: Square,
  target: Square,
  cells: ReadonlyMap<Square, Cell>,
  pathsOf: (move: Action) => readonly Path[],
): Path {
  const cell = cells.get(start);
  const [run] = cell !== undefined && tileColour(cell) !== null ? pathsOf(`${start}${target}`) : [];
  if (run !== undefined) return run;
  const files = between(FILES, start.charAt(0), target.charAt(0)).map((file) => file + start.charAt(1));
  const ranks = between(RANKS, start.charAt(1), target.charAt(1)).map((rank) => target.charAt(0) + rank);
  return [...files, ...ranks.slice(1)] as Square[];
}

/** From one to the other, both included. */
function between(line: readonly string[], from: string, to: string): readonly string[] {
  const [first, last] = [line.indexOf(from), line.indexOf(to)];
  return first <= last ? line.slice(first, last + 1) : line.slice(last, first + 1).reverse();
}

export function drawMarks(
  marks: readonly OwnMark[],
  cells: ReadonlyMap<Square, Cell>,
  pathsOf: (move: Action) => readonly Path[],
): Annotation[] {
  return marks.map(({ start, target, stroke }): Annotation => {
    if (start === target) return { kind: 'ring', square: start, stroke };
    const cell = cells.get(target);
    return {
      kind: 'path',
      squares: markPath(start, target, cells, pathsOf),
      tone: 'own',
      weight: 'full',
      target: cell === undefined ? 'empty' : isFace(cell) ? 'barragoon' : 'tile',
      stroke,
    };
  });
}
