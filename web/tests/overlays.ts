// Overlays against counts by brute force in Python.
import { expect } from 'vitest';
import { captures, freedom, movesOf, reach, type OverlayRules } from '../src/analysis/overlays.ts';
import { SQUARES } from '../src/board/squares.ts';
import { TRAY } from '../src/board/faces.ts';
import { readFen, writeFen, type Colour, type Square } from '../src/engine/index.ts';
import { tileColour } from '../src/board/tiles.ts';
import { answers } from './python.ts';

interface Counts {
  readonly fen: string;
  readonly freedom: Readonly<Record<string, number>>;
  readonly reach: Readonly<Record<Colour, readonly string[]>>;
  readonly captures: readonly string[];
}

/** Compares so many positions of random games; how many there were. */
export async function compareOverlays(asked: OverlayRules, seed: number, count: number): Promise<number> {
  let compared = 0;
  for await (const expected of answers<Counts>('overlay_counts.py', seed, count)) {
    const { fen } = expected;
    const free = [...freedom(asked, fen)].filter(([, targets]) => targets > 0);
    const reached = reach(asked, fen);
    expect({
      fen,
      freedom: Object.fromEntries(free),
      reach: { white: [...reached.white].sort(), brown: [...reached.brown].sort() },
      captures: captures(asked, fen)
        .map(({ move }) => `${move.start}${move.target}`)
        .sort(),
    }).toEqual(expected);
    compared += 1;
  }
  return compared;
}

/** The doors of one tile, asking the rules of the game for each barragoon that there can be. */
export function doorsByBruteForce(asked: OverlayRules, fen: string, tile: Square): Map<Square, number> {
  const fields = readFen(fen);
  const colour = tileColour(fields.cells.get(tile) ?? 'x') ?? 'white';
  const count = (cells: typeof fields.cells): number => {
    const changed = writeFen({ ...fields, cells, hands: [], reserve: Math.max(0, fields.reserve - 1) });
    return movesOf(asked, changed, colour).filter(({ start }) => start === tile).length;
  };
  const now = count(fields.cells);
  const taken = (square: Square): number =>
    Math.max(...TRAY.map((face) => now - count(new Map(fields.cells).set(square, face))));
  const empty = SQUARES.filter((square) => !fields.cells.has(square));
  return new Map(empty.map((square) => [square, taken(square)]));
}
