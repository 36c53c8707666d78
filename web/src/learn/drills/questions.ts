// What drills ask about a position; the answers are the engine's.
import { TRAY } from '../../board/faces.ts';
import { SQUARES } from '../../board/squares.ts';
import { tileColour } from '../../board/tiles.ts';
import type { Engine } from '../../engine/engine.ts';
import { readFen, writeFen, type Fields } from '../../engine/fen.ts';
import type { Escape } from '../../engine/judgement.ts';
import { COLOURS, type Cell, type Colour, type Face, type Placement, type Square } from '../../engine/vocabulary.ts';
import { pick, shuffled, type Random } from '../random.ts';
import type { Drill } from './drill.ts';

type Cells = ReadonlyMap<Square, Cell>;

export type DrillQuestion =
  /** Tap all of these squares. */
  | {
      readonly kind: 'squares';
      readonly cells: Cells;
      readonly marked: Square | null;
      readonly answer: readonly Square[];
    }
  /** How many targets the marked tile has. */
  | { readonly kind: 'number'; readonly cells: Cells; readonly marked: Square; readonly answer: number }
  /** Place so that the marked tile can't move; any of the answers will do. */
  | {
      readonly kind: 'placement';
      readonly fields: Fields;
      readonly cells: Cells;
      readonly marked: Square;
      readonly answer: readonly Placement[];
    }
  /** Place so that the opponent, who places next, does not win; any of the answers will do. */
  | {
      readonly kind: 'hold';
      readonly fen: string;
      readonly cells: Cells;
      readonly marked: null;
      readonly answer: readonly Placement[];
    }
  /** The faces that keep the marked tile in when they lie on the square. */
  | {
      readonly kind: 'faces';
      readonly cells: Cells;
      readonly marked: Square;
      readonly square: Square;
      readonly answer: readonly Face[];
    };

/** More ways out than this are one answer. */
export const MANY_WAYS = 5;

/** A question about a position, or null if there is nothing to ask there. */
export function questionAbout(drill: Drill, fen: string, engine: Engine, random: Random): DrillQuestion | null {
  const fields = readFen(fen);
  // One barragoon more comes from the reserve.
  if (fields.hands.length > 0 || fields.reserve === 0) return null;
  const board = new Targets(engine, fields);
  switch (drill) {
    case 'hanging':
      return squares(fields, board.captured('brown'));
    case 'takes':
      return squares(fields, board.captured('white'));
    case 'stuck':
      return squares(
        fields,
        board.tiles().filter((square) => board.of(square).length === 0),
      );
    case 'foot':
      return null; // nearly no position has something to ask: see HoldSource
    case 'ways':
      return ways(fields, board, random);
    case 'stops':
      return stops(fields, board, random);
    case 'door':
      return door(fields, board, random);
    case 'faces':
      return faces(fields, board, random);
  }
}

/** Where the tiles of a position can go, and what a barragoon more would change. */
class Targets {
  readonly #engine: Engine;
  readonly #fields: Fields;
  readonly #moves: ReadonlyMap<Square, readonly Square[]>;

  constructor(engine: Engine, fields: Fields) {
    this.#engine = engine;
    this.#fields = fields;
    this.#moves = this.#read(fields.cells);
  }

  #read(cells: Cells): Map<Square, Square[]> {
    const reserve = this.#fields.reserve - (cells.size - this.#fields.cells.size);
    this.#engine.setPosition(writeFen({ ...this.#fields, cells, reserve }));
    const moves = new Map<Square, Square[]>();
    for (const move of COLOURS.flatMap((colour) => this.#engine.movesOf(colour))) {
      const [start, target] = [move.slice(0, 2) as Square, move.slice(2) as Square];
      moves.set(start, [...(moves.get(start) ?? []), target]);
    }
    return moves;
  }

  of(square: Square): readonly Square[] {
    return this.#moves.get(square) ?? [];
  }

  tiles(colour?: Colour): Square[] {
    const owned = (cell: Cell): boolean =>
      colour === undefined ? tileColour(cell) !== null : tileColour(cell) === colour;
    return [...this.#fields.cells].filter(([, cell]) => owned(cell)).map(([square]) => square);
  }

  /** The tiles that a colour could capture. */
  captured(by: Colour): Square[] {
    const targets = this.tiles(by).flatMap((square) => this.of(square));
    return this.tiles(by === 'white' ? 'brown' : 'white').filter((square) => targets.includes(square));
  }

  /** The tiles that could move, but for a barragoon more. */
  stoppedBy(square: Square, face: Face): Square[] {
    const after = this.#read(new Map([...this.#fields.cells, [square, face]]));
    return [...this.#moves.keys()].filter((tile) => !after.has(tile));
  }
}

/** Questions with too many right answers are work, not training. */
const MOST_SQUARES = 4;

function squares({ cells }: Fields, answer: readonly Square[]): DrillQuestion | null {
  const isFit = answer.length > 0 && answer.length <= MOST_SQUARES;
  return isFit ? { kind: 'squares', cells, marked: null, answer } : null;
}

function ways({ cells }: Fields, board: Targets, random: Random): DrillQuestion {
  // All answers equally often, as far as the position has them.
  const counts = [...new Set(board.tiles().map((square) => Math.min(MANY_WAYS, board.of(square).length)))];
  const answer = pick(counts, random);
  const marked = pick(
    board.tiles().filter((square) => Math.min(MANY_WAYS, board.of(square).length) === answer),
    random,
  );
  return { kind: 'number', cells, marked, answer };
}

const isEmpty = (cells: Cells, square: Square): boolean => !cells.has(square);

function stops({ cells }: Fields, board: Targets, random: Random): DrillQuestion | null {
  for (const marked of shuffled(nearby(cells, board), random)) {
    const answer = board.stoppedBy(marked, 'x');
    if (answer.length === 1) return { kind: 'squares', cells, marked, answer };
  }
  return null;
}

/** Empty squares beside tiles that have few ways: only there can a barragoon stop something. */
function nearby(cells: Cells, board: Targets): Square[] {
  const few = board.tiles().filter((square) => board.of(square).length > 0 && board.of(square).length <= MANY_WAYS);
  const beside = (one: Square, other: Square): boolean =>
    Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) + Math.abs(one.charCodeAt(1) - other.charCodeAt(1)) <= 2;
  return SQUARES.filter((square) => isEmpty(cells, square) && few.some((tile) => beside(tile, square)));
}

/** Every placement that stops a brown tile, by the tile. */
function doors({ cells }: Fields, board: Targets): Map<Square, Placement[]> {
  const found = new Map<Square, Placement[]>();
  for (const square of nearby(cells, board)) {
    if (!board.stoppedBy(square, 'x').some((tile) => tileColour(cells.get(tile) ?? 'x') === 'brown')) continue;
    for (const face of TRAY)
      for (const tile of board.stoppedBy(square, face))
        found.set(tile, [...(found.get(tile) ?? []), `@${square}${face}`]);
  }
  return new Map([...found].filter(([tile]) => tileColour(cells.get(tile) ?? 'x') === 'brown'));
}

function door(fields: Fields, board: Targets, random: Random): DrillQuestion | null {
  const found = [...doors(fields, board)];
  if (found.length === 0) return null;
  const [marked, answer] = pick(found, random);
  return { kind: 'placement', fields, cells: fields.cells, marked, answer };
}

/** How a brown tile still gets away after a placement; null if it does not. */
export function escapeAfter(placement: Placement, tile: Square, fields: Fields, engine: Engine): Escape | null {
  const cells = new Map([...fields.cells, [placement.slice(1, 3) as Square, placement.slice(3) as Face]]);
  engine.setPosition(writeFen({ ...fields, cells, turn: 'brown', hands: [], reserve: fields.reserve - 1 }));
  const move = engine.movesOf('brown').find((one) => one.startsWith(tile));
  return move === undefined ? null : { move, paths: engine.paths(move) };
}

function faces(fields: Fields, board: Targets, random: Random): DrillQuestion | null {
  const found = [...doors(fields, board)];
  if (found.length === 0) return null;
  const [marked, placements] = pick(found, random);
  const square = pick(placements, random).slice(1, 3) as Square;
  const answer = placements.filter((placement) => placement.slice(1, 3) === square).map((one) => one.slice(3) as Face);
  return answer.length === TRAY.length ? null : { kind: 'faces', cells: fields.cells, marked, square, answer };
}
