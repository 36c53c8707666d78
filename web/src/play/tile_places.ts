// The tiles of a colour in a row beside its player: which of them can move, which are stuck, how many are lost.
import { tileColour, tileValue } from '../board/tiles.ts';
import type { Engine } from '../engine/engine.ts';
import { readFen } from '../engine/fen.ts';
import type { Step } from '../engine/game.ts';
import { COLOURS, type Cell, type Colour, type Square } from '../engine/vocabulary.ts';

/** How many tiles a player begins with. */
export const FULL_SET = 7;

export interface TilePlace {
  /** The same for a tile in the whole game, so that the row keeps its order when a tile moves. */
  readonly id: number;
  readonly cell: Cell;
  readonly square: Square;
  readonly canMove: boolean;
}

/** The tiles of both sides that could move if it were their turn. */
export function movableTiles(engine: Engine, fen: string): ReadonlySet<Square> {
  engine.setPosition(fen);
  return new Set(COLOURS.flatMap((colour) => engine.movesOf(colour)).map((move) => move.slice(0, 2) as Square));
}

/** The tiles that a colour has left after some steps, small numbers first. */
export function tilePlaces(
  start: string,
  steps: readonly Step[],
  colour: Colour,
  movable: ReadonlySet<Square>,
): TilePlace[] {
  const tiles = [...readFen(start).cells]
    .filter(([, cell]) => tileColour(cell) === colour)
    .sort(([, one], [, two]) => tileValue(one) - tileValue(two));
  const standing = new Map(tiles.map(([square], id) => [square, id] as const));
  for (const { action } of steps) if (!action.startsWith('@')) follow(standing, action);
  return [...standing]
    .sort(([, one], [, two]) => one - two)
    .map(([square, id]) => ({ id, cell: tiles[id]?.[1] ?? 'Z', square, canMove: movable.has(square) }));
}

/** What stood on the target was captured. */
function follow(standing: Map<Square, number>, move: string): void {
  const [start, target] = [move.slice(0, 2) as Square, move.slice(2) as Square];
  const id = standing.get(start);
  standing.delete(start);
  standing.delete(target);
  if (id !== undefined) standing.set(target, id);
}
