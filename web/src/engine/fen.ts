// The fields of a FEN. It was written or checked by the engine, so nothing is checked here.
import { START, type Cell, type Colour, type File, type Rank, type Square } from './vocabulary.ts';

export interface Fields {
  readonly cells: ReadonlyMap<Square, Cell>;
  readonly turn: Colour;
  /** Who must still place a barragoon, in order. */
  readonly hands: readonly Colour[];
  /** Who must act: the first who must place, otherwise whose turn it is. */
  readonly actor: Colour;
  readonly reserve: number;
  /** White's and Brown's express stage. */
  readonly stages: readonly [number, number];
  /** Turns are numbered in pairs, as in files. */
  readonly number: number;
}

const FILES: readonly File[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const RANKS_FROM_TOP: readonly Rank[] = ['9', '8', '7', '6', '5', '4', '3', '2', '1'];
const COLOURS: Readonly<Record<string, Colour>> = { w: 'white', b: 'brown' };
const letter = (colour: Colour): string => colour.charAt(0);

export function readFen(fen: string): Fields {
  const [board = '', turn = 'w', hands = '-', reserve = '24', stages = '00', number = '1'] = fen.split(' ');
  const inHand = Array.from(hands).flatMap((owner) => COLOURS[owner] ?? []);
  const mover = COLOURS[turn] ?? 'white';
  return {
    cells: readBoard(board),
    turn: mover,
    hands: inHand,
    actor: inHand[0] ?? mover,
    reserve: Number(reserve),
    stages: [Number(stages[0]), Number(stages[1])],
    number: Number(number),
  };
}

/** The FEN of a position with some fields changed. */
export function writeFen({ cells, turn, hands, reserve, stages, number }: Omit<Fields, 'actor'>): string {
  const inHand = hands.map(letter).join('') || '-';
  return [writeBoard(cells), letter(turn), inHand, reserve, stages.join(''), number].join(' ');
}

function readBoard(board: string): Map<Square, Cell> {
  const cells = new Map<Square, Cell>();
  board.split('/').forEach((row, fromTop) => {
    let column = 0;
    for (const character of row) {
      if (character >= '1' && character <= '7') column += Number(character);
      else cells.set(`${FILES[column++] ?? 'a'}${RANKS_FROM_TOP[fromTop] ?? '1'}`, character as Cell);
    }
  });
  return cells;
}

function writeBoard(cells: ReadonlyMap<Square, Cell>): string {
  const rows = RANKS_FROM_TOP.map((rank) => FILES.map((file) => cells.get(`${file}${rank}`) ?? '.').join(''));
  return rows.join('/').replace(/\.+/g, (empty) => `${empty.length}`);
}

/** The open start: all eight barragoons show All Turns. */
export function openStart(): string {
  const start = readFen(START.fen);
  const cells = new Map([...start.cells].map(([square, cell]) => [square, cell === 'x' ? '+' : cell] as const));
  return writeFen({ ...start, cells });
}

/** The tiles of a colour that are missing from the full set. */
export function lostTiles(cells: ReadonlyMap<Square, Cell>, colour: Colour): Cell[] {
  const letters = colour === 'white' ? 'ZDV' : 'zdv';
  const lost = [...readFen(START.fen).cells.values()].filter((cell) => letters.includes(cell));
  for (const cell of cells.values()) {
    const index = lost.indexOf(cell);
    if (index >= 0) lost.splice(index, 1);
  }
  return lost.sort((one, two) => letters.indexOf(one) - letters.indexOf(two));
}
