// What can be read off a position exactly, by asking the rules: how free tiles are, what each side reaches and threatens,
// which squares are doors, where a barragoon would count most.
import type { Annotation } from '../board/annotation.ts';
import { TRAY } from '../board/faces.ts';
import { SQUARES } from '../board/squares.ts';
import { tileColour } from '../board/tiles.ts';
import type { Engine } from '../engine/engine.ts';
import { readFen, writeFen, type Fields } from '../engine/fen.ts';
import type { Game, LegalMove } from '../engine/game.ts';
import { COLOURS, other, type Cell, type Colour, type Face, type Move, type Square } from '../engine/vocabulary.ts';

export const OVERLAYS = ['freedom', 'reach', 'captures', 'doors', 'placing'] as const;
export type OverlayName = (typeof OVERLAYS)[number];

/** What is asked about a position. */
export interface OverlayRules {
  readonly rules: Game;
  readonly engine: Engine;
}

/** The moves that a side could make if it were its turn and nothing had to be placed. */
export function movesOf({ rules }: OverlayRules, fen: string, colour: Colour): readonly LegalMove[] {
  rules.begin(writeFen({ ...readFen(fen), turn: colour, hands: [] }));
  return rules.state().moves;
}

/** How many targets each tile has, both colours. */
export function freedom({ engine }: OverlayRules, fen: string): Map<Square, number> {
  const { cells } = readFen(fen);
  const counts = new Map<Square, number>();
  for (const [square, cell] of cells) if (tileColour(cell) !== null) counts.set(square, 0);
  engine.setPosition(fen);
  for (const move of COLOURS.flatMap((colour) => engine.movesOf(colour))) {
    const start = move.slice(0, 2) as Square;
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return counts;
}

/** The squares that each side reaches with a full move: what it could capture there. */
export function reach(asked: OverlayRules, fen: string): Record<Colour, Set<Square>> {
  const reached = (colour: Colour): Set<Square> =>
    new Set(
      movesOf(asked, fen, colour)
        .filter(({ kind }) => kind !== 'short')
        .map(({ target }) => target),
    );
  return { white: reached('white'), brown: reached('brown') };
}

export interface Capture {
  readonly move: LegalMove;
  readonly by: Colour;
  /** Whether the capturer could be captured in turn, if nothing were placed. */
  readonly isGuarded: boolean;
}

/** The tiles that can be taken, whoever's turn it is. */
export function captures(asked: OverlayRules, fen: string): Capture[] {
  const fields = readFen(fen);
  return COLOURS.flatMap((by) =>
    movesOf(asked, fen, by)
      .filter(({ kind }) => kind === 'takes tile')
      .map((move) => ({ move, by, isGuarded: isGuarded(asked, fields, move, by) })),
  );
}

function isGuarded(asked: OverlayRules, fields: Fields, { start, target }: LegalMove, by: Colour): boolean {
  const cells = new Map(fields.cells);
  const capturer = cells.get(start);
  if (capturer === undefined) return false;
  cells.delete(start);
  cells.set(target, capturer);
  const after = writeFen({ ...fields, cells });
  return movesOf(asked, after, other(by)).some((move) => move.kind === 'takes tile' && move.target === target);
}

/** For each empty square: how many targets of a tile the best face there would take from it. */
export function doors({ engine }: OverlayRules, fen: string, tile: Square): Map<Square, number> {
  const fields = readFen(fen);
  const cell = fields.cells.get(tile);
  const colour = cell === undefined ? null : tileColour(cell);
  if (colour === null) return new Map();
  const count = (cells: ReadonlyMap<Square, Cell>): number => {
    engine.setPosition(writeFen({ ...fields, cells, hands: [], reserve: Math.max(0, fields.reserve - 1) }));
    return engine.movesOf(colour).filter((move: Move) => move.startsWith(tile)).length;
  };
  const now = count(fields.cells);
  const empty = SQUARES.filter((square) => !fields.cells.has(square));
  return new Map(
    empty.map((square) => [
      square,
      Math.max(...TRAY.map((face) => now - count(new Map(fields.cells).set(square, face)))),
    ]),
  );
}

/** For each empty square the best face and what the evaluation says for the actor, in hundredths. */
export function placing({ engine }: OverlayRules, fen: string): Map<Square, { face: Face; value: number }> {
  const fields = readFen(fen);
  const { actor, hands, cells } = fields;
  const value = (square: Square, face: Face): number => {
    if (hands.length > 0) engine.setPosition(fen, [`@${square}${face}`]);
    else
      engine.setPosition(
        writeFen({ ...fields, cells: new Map(cells).set(square, face), reserve: Math.max(0, fields.reserve - 1) }),
      );
    const { score } = engine.evaluate();
    return readFen(engine.fen()).turn === actor ? score : -score;
  };
  const empty = SQUARES.filter((square) => !cells.has(square));
  return new Map(
    empty.map((square) => {
      const faces = TRAY.map((face) => ({ face, value: value(square, face) }));
      return [square, faces.reduce((best, one) => (one.value > best.value ? one : best))];
    }),
  );
}

// -- as they are drawn -------------------------------------------------------------------------------------------

/** `pointed` is the tile whose doors are asked for. */
export function drawOverlay(name: OverlayName, asked: OverlayRules, fen: string, pointed: Square | null): Annotation[] {
  switch (name) {
    case 'freedom':
      return [...freedom(asked, fen)].flatMap(([square, count]): Annotation[] => [
        ...(count === 0 ? [{ kind: 'tint', square, tone: 'bad' } as const] : []),
        { kind: 'label', square, text: String(count) },
      ]);
    case 'reach':
      return drawReach(reach(asked, fen));
    case 'captures':
      return captures(asked, fen).flatMap(({ move, isGuarded: guarded }): Annotation[] => [
        {
          kind: 'path',
          squares: move.paths[0] ?? [],
          tone: 'takes',
          weight: guarded ? 'thin' : 'full',
          target: 'tile',
        },
      ]);
    case 'doors':
      return pointed === null ? [] : drawDoors(asked, fen, pointed);
    case 'placing':
      return drawPlacing(placing(asked, fen));
  }
}

function drawReach(reached: Record<Colour, Set<Square>>): Annotation[] {
  return SQUARES.flatMap((square): Annotation[] => {
    const discs = COLOURS.filter((colour) => reached[colour].has(square));
    if (discs.length === 0) return [];
    const label: Annotation = { kind: 'label', square, text: '', discs };
    return discs.length === 1 ? [label] : [{ kind: 'tint', square, tone: 'bad' }, label];
  });
}

function drawDoors(asked: OverlayRules, fen: string, tile: Square): Annotation[] {
  const found = [...doors(asked, fen, tile)].filter(([, taken]) => taken > 0);
  const most = Math.max(1, ...found.map(([, taken]) => taken));
  const squares = found.flatMap(([square, taken]): Annotation[] => [
    { kind: 'tint', square, tone: 'heat', strength: -taken / most },
    { kind: 'label', square, text: String(taken) },
  ]);
  return [...waysOf(asked, fen, tile), ...squares];
}

/** All ways of a tile, thin: they are there to see what a barragoon would stand on. */
function waysOf(asked: OverlayRules, fen: string, tile: Square): Annotation[] {
  const cell = readFen(fen).cells.get(tile);
  const colour = cell === undefined ? null : tileColour(cell);
  if (colour === null) return [];
  const moves = movesOf(asked, fen, colour).filter(({ start }) => start === tile);
  return moves.flatMap(({ paths }) =>
    paths.map((squares) => ({ kind: 'path', squares, tone: 'may', weight: 'thin', target: 'tile', arrow: false })),
  );
}

function drawPlacing(found: ReadonlyMap<Square, { value: number }>): Annotation[] {
  const values = [...found.values()].map(({ value }) => value).sort((one, two) => one - two);
  const middle = values[Math.floor(values.length / 2)] ?? 0;
  const most = Math.max(1, ...values.map((value) => Math.abs(value - middle)));
  return [...found].map(([square, { value }]) => ({
    kind: 'tint',
    square,
    tone: 'heat',
    strength: (value - middle) / most,
  }));
}
