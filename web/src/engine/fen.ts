// Reading the fields of a FEN. It was written by the engine or checked by it, so nothing is checked here.
import type { Cell, Colour, Square } from './vocabulary.ts';
import { FILES, RANKS } from '../board/squares.ts';

export interface Fields {
  readonly cells: ReadonlyMap<Square, Cell>;
  readonly turn: Colour;
  /** Who must still place a barragoon, in order. */
  readonly hands: readonly Colour[];
  readonly actor: Colour;
  readonly reserve: number;
  readonly stages: readonly [number, number];
}

const COLOURS: Readonly<Record<string, Colour>> = { w: 'white', b: 'brown' };

export function readFen(fen: string): Fields {
  const [board = '', turn = 'w', hands = '-', reserve = '24', stages = '00'] = fen.split(' ');
  const inHand = Array.from(hands).flatMap((letter) => COLOURS[letter] ?? []);
  const mover = COLOURS[turn] ?? 'white';
  return {
    cells: readBoard(board),
    turn: mover,
    hands: inHand,
    actor: inHand[0] ?? mover,
    reserve: Number(reserve),
    stages: [Number(stages[0]), Number(stages[1])],
  };
}

function readBoard(board: string): Map<Square, Cell> {
  const cells = new Map<Square, Cell>();
  board.split('/').forEach((row, fromTop) => {
    let column = 0;
    for (const character of row) {
      if (character >= '1' && character <= '7') column += Number(character);
      else cells.set(`${FILES[column++] ?? ''}${RANKS[RANKS.length - 1 - fromTop] ?? ''}` as Square, character as Cell);
    }
  });
  return cells;
}

const COUNTS: Readonly<Record<string, number>> = { Z: 2, D: 3, V: 2, z: 2, d: 3, v: 2 };

/** The tiles that a colour has lost since the full set. */
export function lostTiles(cells: ReadonlyMap<Square, Cell>, colour: Colour): Cell[] {
  const left = [...cells.values()];
  return Array.from(colour === 'white' ? 'ZDV' : 'zdv').flatMap((letter) => {
    const missing = (COUNTS[letter] ?? 0) - left.filter((cell) => cell === letter).length;
    return Array.from({ length: Math.max(0, missing) }, () => letter as Cell);
  });
}

export function tileColour(cell: Cell): Colour | null {
  if ('ZDV'.includes(cell)) return 'white';
  return 'zdv'.includes(cell) ? 'brown' : null;
}

export function tileValue(cell: Cell): number {
  return 'zdv'.indexOf(cell.toLowerCase()) + 2;
}
