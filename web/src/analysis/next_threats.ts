// What a player could do on their next turn if nothing changed: the tiles that they could take, and those that one
// barragoon of theirs could wall in. Both are read off the rules.
import { TRAY } from '../board/faces.ts';
import { tileColour } from '../board/tiles.ts';
import { readFen, writeFen } from '../engine/fen.ts';
import type { LegalMove } from '../engine/game.ts';
import { other, type Colour, type Face, type Square } from '../engine/vocabulary.ts';
import { captures, movesOf, type Capture, type OverlayRules } from './overlays.ts';

export interface WallThreat {
  readonly tile: Square;
  /** A placement that leaves it no move, and the capture that brings the barragoon. */
  readonly square: Square;
  readonly face: Face;
  readonly by: LegalMove;
}

export interface NextThreats {
  readonly captures: readonly Capture[];
  readonly walls: readonly WallThreat[];
}

export function nextThreats(asked: OverlayRules, fen: string, by: Colour): NextThreats {
  return {
    captures: captures(asked, fen).filter((capture) => capture.by === by),
    walls: walls(asked, fen, by),
  };
}

/** Tiles that the taker of a barragoon could wall in with it. */
function walls(asked: OverlayRules, fen: string, by: Colour): WallThreat[] {
  const taking = movesOf(asked, fen, by).filter(({ kind }) => kind === 'takes barragoon');
  const found = new Map<Square, WallThreat>();
  for (const move of taking) {
    const after = afterTaking(fen, move, by);
    for (const { tile, squares } of narrowTiles(asked, after, other(by))) {
      const placement = found.has(tile) ? null : wallFor(asked, after, tile, squares);
      if (placement) found.set(tile, { tile, ...placement, by: move });
    }
  }
  return [...found.values()];
}

/** The board after a capture, with the barragoon still in hand. */
function afterTaking(fen: string, { start, target }: LegalMove, by: Colour): string {
  const fields = readFen(fen);
  const cells = new Map(fields.cells);
  const tile = cells.get(start);
  cells.delete(start);
  if (tile !== undefined) cells.set(target, tile);
  return writeFen({ ...fields, cells, turn: by, hands: [] });
}

interface NarrowTile {
  readonly tile: Square;
  /** The empty squares that lie on all its paths: only there can one barragoon stop it. */
  readonly squares: readonly Square[];
}

function narrowTiles(asked: OverlayRules, fen: string, owner: Colour): NarrowTile[] {
  const { cells } = readFen(fen);
  const shared = new Map<Square, Set<Square>>();
  for (const { start, paths } of movesOf(asked, fen, owner)) {
    for (const path of paths) {
      const passed = new Set(path.slice(1).filter((square) => !cells.has(square)));
      const known = shared.get(start);
      shared.set(start, known === undefined ? passed : new Set([...known].filter((square) => passed.has(square))));
    }
  }
  return [...shared].flatMap(([tile, squares]) => (squares.size > 0 ? [{ tile, squares: [...squares] }] : []));
}

function wallFor(
  { engine }: OverlayRules,
  fen: string,
  tile: Square,
  squares: readonly Square[],
): { square: Square; face: Face } | null {
  const fields = readFen(fen);
  const owner = tileColour(fields.cells.get(tile) ?? 'x');
  if (owner === null) return null;
  for (const square of squares) {
    for (const face of TRAY) {
      engine.setPosition(writeFen({ ...fields, cells: new Map(fields.cells).set(square, face) }));
      if (!engine.movesOf(owner).some((move) => move.startsWith(tile))) return { square, face };
    }
  }
  return null;
}
