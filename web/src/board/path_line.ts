// The line of a path, its turn rounded, and where the numbers of its steps go. As barragoon.svg.overlay draws it.
import type { Colour, Path, Square } from './types.ts';
import { centre, type Point } from './squares.ts';

const BEND = 22;
const STEP_CORNER = 31;

export interface StepMark extends Point {
  readonly square: Square;
  readonly number: number;
}

export function direction(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

const same = (one: Point, other: Point): boolean => one.x === other.x && one.y === other.y;

interface LineShape {
  /** How far before the middle of a square the turn begins. */
  readonly round?: number;
  /** How far before the middle of its last square the line ends. */
  readonly cut?: number;
}

/** The line as path data. */
export function pathLine(path: Path, orientation: Colour, { round = BEND, cut = 0 }: LineShape = {}): string {
  const points = path.map((square) => centre(square, orientation));
  const [first] = points;
  const [before, last] = points.slice(-2);
  if (!first || !before || !last) return '';
  const { x, y } = direction(before, last);
  const end = { x: last.x - x * cut, y: last.y - y * cut };
  const bends = points
    .slice(1, -1)
    .map((here, index) => bend(points[index] ?? here, here, points[index + 2] ?? here, round));
  return `M${first.x} ${first.y}${bends.join('')}L${end.x} ${end.y}`;
}

function bend(before: Point, here: Point, after: Point, round: number): string {
  const towards = direction(before, here);
  const away = direction(here, after);
  if (same(towards, away)) return '';
  const into = `L${here.x - towards.x * round} ${here.y - towards.y * round}`;
  return `${into}Q${here.x} ${here.y} ${here.x + away.x * round} ${here.y + away.y * round}`;
}

/** The numbers: in the middle of an empty square, in a free corner of one that holds something. Two paths share some. */
export function stepMarks(
  paths: readonly Path[],
  orientation: Colour,
  isOccupied: (square: Square) => boolean,
): StepMark[] {
  const marks = paths.flatMap((path) =>
    path.slice(1).map((square, index) => {
      const { x, y } = centre(square, orientation);
      const corner = isOccupied(square) ? freeCorner(path, index + 1, orientation) : { x: 0, y: 0 };
      return { square, number: index + 1, x: x + corner.x, y: y + corner.y };
    }),
  );
  return [...new Map(marks.map((mark) => [`${mark.x},${mark.y}`, mark])).values()];
}

/** Outside the bend if the path turns there, otherwise behind on the right. */
function freeCorner(path: Path, step: number, orientation: Colour): Point {
  const [before, here, after] = path.slice(step - 1, step + 2).map((square) => centre(square, orientation));
  if (!before || !here) return { x: 0, y: 0 };
  const towards = direction(before, here);
  const away = after ? direction(here, after) : towards;
  const corner = same(towards, away)
    ? { x: -towards.x - towards.y, y: -towards.y + towards.x }
    : { x: towards.x - away.x, y: towards.y - away.y };
  return { x: corner.x * STEP_CORNER, y: corner.y * STEP_CORNER };
}
