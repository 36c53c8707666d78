// The end of a game that was lost by being walled in: the tiles light up one after the other with what holds each.
import type { Annotation } from '../../board/annotation.ts';
import { SQUARES } from '../../board/squares.ts';
import type { Cells, Square } from '../../board/types.ts';
import type { WalledTile } from '../../play/inspector.ts';

/** After the last barragoon has come to rest, and between two tiles, in milliseconds. */
const REST = 400;
const PACE = 150;

export class EndShow {
  /** How many tiles are lit; null while the board is as ever. */
  lit = $state<number | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wasSeen = false;

  /** Lights so many tiles: one by one the first time, where things may move, else at once. */
  begin(count: number, isStill: boolean): void {
    this.end();
    if (count === 0) return;
    if (isStill || this.#wasSeen) this.lit = count;
    else this.#light(0, count, REST);
    this.#wasSeen = true;
  }

  /** The board is as ever again. */
  end(): void {
    clearTimeout(this.#timer);
    this.lit = null;
  }

  #light(number: number, count: number, pause: number): void {
    this.lit = number;
    if (number < count)
      this.#timer = setTimeout(() => {
        this.#light(number + 1, count, PACE);
      }, pause);
  }
}

/** What the board shows of it. */
export interface Lighting {
  readonly tiles: readonly WalledTile[];
  /** How many of the tiles are lit already. */
  readonly lit: number;
  readonly cells: Cells;
  /** The barragoon that was placed last. */
  readonly last: Square | null;
  /** Whether it is one's own tiles that are walled in. */
  readonly isLost: boolean;
}

/** The tiles that the last barragoon holds come last: with them the game was decided. */
export function inOrder(tiles: readonly WalledTile[], last: Square | null): readonly WalledTile[] {
  const isLast = ({ holders }: WalledTile): boolean => last !== null && holders.includes(last);
  return [...tiles.filter((tile) => !isLast(tile)), ...tiles.filter(isLast)];
}

export function drawWalledIn({ tiles, lit, cells, last, isLost }: Lighting): Annotation[] {
  const shown = inOrder(tiles, last).slice(0, lit);
  const walled = new Set(tiles.map(({ square }) => square));
  // A tile that is walled in itself is lit already.
  const holders = [...new Set(shown.flatMap((tile) => tile.holders))].filter((square) => !walled.has(square));
  const bright = new Set<Square>([...walled, ...holders, ...(last === null ? [] : [last])]);
  return [
    ...SQUARES.filter((square) => cells.has(square) && !bright.has(square)).map((square): Annotation => ({
      kind: 'fade',
      square,
    })),
    ...shown.map(({ square }): Annotation => ({ kind: 'tint', square, tone: isLost ? 'lost' : 'chosen' })),
    ...holders.map((square): Annotation => ({ kind: 'rim', square, tone: isLost ? 'takes' : 'may', width: 'narrow' })),
    ...(last === null ? [] : [{ kind: 'rim', square: last, tone: 'ran', width: 'wide' } as const]),
    ...shown.map(({ square }, index): Annotation => ({ kind: 'number', square, number: index + 1 })),
  ];
}
