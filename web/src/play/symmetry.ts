// The four forms of a position: as it is, in the mirror, with the colours swapped, and both.
import { FILES, RANKS } from '../board/squares.ts';
import { isFace, mirrored, swapped } from '../board/faces.ts';
import { readFen, writeFen } from '../engine/fen.ts';
import { other, type Action, type Cell, type Square } from '../engine/vocabulary.ts';

export const FORMS = [0, 1, 2, 3] as const;
/** 1 is the mirror, 2 swaps the colours. */
export type Form = (typeof FORMS)[number];

export function nextForm(form: Form): Form {
  return ((form + 1) % FORMS.length) as Form;
}

export function fenInForm(fen: string, form: Form): string {
  const fields = readFen(fen);
  const cells = new Map(
    [...fields.cells].map(([square, cell]) => [squareInForm(square, form), cellInForm(cell, form)] as const),
  );
  if (!(form & 2)) return writeFen({ ...fields, cells });
  const [white, brown] = fields.stages;
  return writeFen({
    ...fields,
    cells,
    turn: other(fields.turn),
    hands: fields.hands.map(other),
    stages: [brown, white],
  });
}

export function actionInForm<A extends Action>(action: A, form: Form): A {
  const changed = action.startsWith('@')
    ? `@${squareInForm(action.slice(1, 3) as Square, form)}${cellInForm(action.slice(3) as Cell, form)}`
    : squareInForm(action.slice(0, 2) as Square, form) + squareInForm(action.slice(2) as Square, form);
  return changed as A;
}

/** The mirror is left for right; swapping the colours turns the board half round. */
function squareInForm(square: Square, form: Form): Square {
  const isFlipped = ((form & 1) ^ (form >> 1)) === 1;
  const file = isFlipped ? turned(FILES, square.charAt(0)) : square.charAt(0);
  const rank = form & 2 ? turned(RANKS, square.charAt(1)) : square.charAt(1);
  return `${file}${rank}` as Square;
}

function turned(line: readonly string[], place: string): string {
  return line[line.length - 1 - line.indexOf(place)] ?? place;
}

function cellInForm(cell: Cell, form: Form): Cell {
  if (isFace(cell)) {
    const face = form & 1 ? mirrored(cell) : cell;
    return form & 2 ? swapped(face) : face;
  }
  if (!(form & 2)) return cell;
  return (cell === cell.toUpperCase() ? cell.toLowerCase() : cell.toUpperCase()) as Cell;
}
