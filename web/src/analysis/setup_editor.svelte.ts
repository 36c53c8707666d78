// A set-up that is being edited: any set-up may be shown, whether or not a game gets there. Every change can be undone.
import { isFace, mirrored, swapped } from '../board/faces.ts';
import { SQUARES } from '../board/squares.ts';
import { tileColour } from '../board/tiles.ts';
import { lostTiles, readFen, writeFen, type Fields } from '../engine/fen.ts';
import { COLOURS, other, START, type Cell, type Colour, type Square } from '../engine/vocabulary.ts';

export type Setup = Omit<Fields, 'actor'>;

/** Who must still place a barragoon: nobody, the player whose turn it is, the loser of a tile and then the capturer, or
 * the loser alone. */
export const HANDS = ['none', 'own', 'both', 'loser'] as const;
export type Hands = (typeof HANDS)[number];

const MOST_UNDONE = 200;
const FULL_RESERVE = 24;
/** On the board, in hand and in the reserve. */
const BARRAGOONS = 32;

export function handsOf(hands: Hands, turn: Colour): readonly Colour[] {
  return { none: [], own: [turn], both: [other(turn), turn], loser: [other(turn)] }[hands];
}

export class SetupEditor {
  #setup = $state.raw<Setup>(readFen(START.fen));
  #past = $state.raw<readonly Setup[]>([]);
  #future = $state.raw<readonly Setup[]>([]);

  constructor(fen: string) {
    this.#setup = readFen(fen);
  }

  get setup(): Setup {
    return this.#setup;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  readonly fen: string = $derived(writeFen(this.#setup));
  readonly hands: Hands = $derived(
    HANDS.find((one) => handsOf(one, this.#setup.turn).join() === this.#setup.hands.join()) ?? 'none',
  );

  /** What the board and the hands leave for the reserve. */
  readonly mostReserve: number = $derived.by(() => {
    const { cells, hands } = this.#setup;
    const used = [...cells.values()].filter(isFace).length + hands.length;
    return Math.max(0, Math.min(FULL_RESERVE, BARRAGOONS - used));
  });

  change(changed: Partial<Setup>): void {
    const next = { ...this.#setup, ...changed };
    if (writeFen(next) === this.fen) return;
    this.#past = [...this.#past, this.#setup].slice(-MOST_UNDONE);
    this.#future = [];
    this.#setup = next;
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (last === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#setup];
    this.#setup = last;
  }

  redo(): void {
    const next = this.#future.at(-1);
    if (next === undefined) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#setup];
    this.#setup = next;
  }

  /** Puts something on a square; the same again, or nothing, takes it away. */
  put(square: Square, cell: Cell | null): void {
    const cells = new Map(this.#setup.cells);
    if (cell === null || cells.get(square) === cell) cells.delete(square);
    else cells.set(square, cell);
    this.change({ cells });
  }

  move(start: Square, target: Square): void {
    const cells = new Map(this.#setup.cells);
    const cell = cells.get(start);
    if (cell === undefined || start === target) return;
    cells.delete(start);
    cells.set(target, cell);
    this.change({ cells });
  }

  setTurn(turn: Colour): void {
    this.change({ turn, hands: handsOf(this.hands, turn) });
  }

  setHands(hands: Hands): void {
    this.change({ hands: handsOf(hands, this.#setup.turn) });
  }

  /** What captured tiles leave of the reserve: two barragoons come for each, less those still in hand. */
  fillReserve(): void {
    const { cells, hands } = this.#setup;
    const lost = COLOURS.flatMap((colour) => lostTiles(cells, colour)).length;
    const inHand = hands.length === 2 ? 2 : 0;
    this.change({ reserve: Math.max(0, FULL_RESERVE - 2 * lost + inHand) });
  }

  mirror(): void {
    const file = (square: Square): Square =>
      `${'gfedcba'['abcdefg'.indexOf(square.charAt(0))] ?? 'a'}${square.charAt(1)}` as Square;
    this.#map(file, (cell) => (isFace(cell) ? mirrored(cell) : cell));
  }

  /** The same position with the colours exchanged, seen from the other side. */
  swapColours(): void {
    const turned = (square: Square): Square => SQUARES[SQUARES.length - 1 - SQUARES.indexOf(square)] ?? square;
    const { turn, hands, stages } = this.#setup;
    this.#map(turned, (cell) => (isFace(cell) ? swapped(cell) : otherTile(cell)), {
      turn: other(turn),
      hands: hands.map(other),
      stages: [stages[1], stages[0]],
    });
  }

  clear(): void {
    this.change({ cells: new Map(), hands: [] });
  }

  replace(fen: string): void {
    this.change(readFen(fen));
  }

  #map(move: (square: Square) => Square, turn: (cell: Cell) => Cell, more: Partial<Setup> = {}): void {
    const cells = new Map([...this.#setup.cells].map(([square, cell]) => [move(square), turn(cell)]));
    this.change({ cells, ...more });
  }
}

function otherTile(tile: Cell): Cell {
  return (tileColour(tile) === 'white' ? tile.toLowerCase() : tile.toUpperCase()) as Cell;
}
