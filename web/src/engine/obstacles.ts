// What holds a tile: the first thing that each of its paths runs into. The engine is asked on boards with one other piece.
import type { Engine } from './engine.ts';
import { readFen, writeFen } from './fen.ts';
import { START, type Cell, type Path, type Square } from './vocabulary.ts';

type Cells = ReadonlyMap<Square, Cell>;

/** The squares of what holds a tile; empty if nothing is in its way. */
export function obstaclesOf(engine: Engine, cells: Cells, tile: Square): Set<Square> {
  const cell = cells.get(tile);
  if (cell === undefined) return new Set();
  const alone = new Map<Square, Cell>([[tile, cell]]);
  const paths = freePaths(engine, alone);
  const standing = [...new Set(paths.flat())].filter((square) => square !== tile && cells.has(square));
  const open = new Map(standing.map((square) => [square, openPaths(engine, withPiece(alone, cells, square), paths)]));
  const blocks = (square: Square, path: Path): boolean => open.get(square)?.has(path.join()) === false;
  return new Set(paths.flatMap((path) => path.find((square) => blocks(square, path)) ?? []));
}

/** Where the tile would run if nothing else stood on the board. */
function freePaths(engine: Engine, alone: Cells): Path[] {
  setPieces(engine, alone);
  const moves = [...engine.movesOf('white'), ...engine.movesOf('brown')];
  return moves.flatMap((move) => engine.paths(move));
}

/** Those of the paths that are still open on a board with these pieces. */
function openPaths(engine: Engine, cells: Cells, paths: readonly Path[]): Set<string> {
  setPieces(engine, cells);
  const moves = new Set(paths.map((path) => `${path[0] ?? ''}${path.at(-1) ?? ''}`));
  return new Set([...moves].flatMap((move) => engine.paths(move)).map((path) => path.join()));
}

function withPiece(alone: Cells, cells: Cells, square: Square): Cells {
  const cell = cells.get(square);
  return cell === undefined ? alone : new Map<Square, Cell>([...alone, [square, cell]]);
}

function setPieces(engine: Engine, cells: Cells): void {
  engine.setPosition(writeFen({ ...readFen(START.fen), cells }));
}
