// Level 5 of the face trainer: a 4-tile runs over two faces in a row. Where does a full move over both of them end?
import { TRAY } from '../board/faces.ts';
import type { Engine } from '../engine/engine.ts';
import { readFen, writeFen } from '../engine/fen.ts';
import { START, type Cell, type Face, type Square } from '../engine/vocabulary.ts';
import { pick, type Random } from './random.ts';

/** Where the tile stands, and the square of the first face, which it enters heading north. */
export const RUNNER: Square = 'd3';
const FIRST: Square = 'd4';
/** The squares that a tile can go on to. */
const SECOND: readonly Square[] = ['d5', 'c4', 'e4'];
const LENGTH = 4;

export interface TwoFacesQuestion {
  /** The second face, which is the one that is asked about. */
  readonly face: Face;
  readonly cells: ReadonlyMap<Square, Cell>;
  readonly exits: readonly Square[];
}

function ask(engine: Engine, first: Face, second: Square, face: Face): TwoFacesQuestion {
  const cells = new Map<Square, Cell>([
    [RUNNER, 'V'],
    [FIRST, first],
    [second, face],
  ]);
  engine.setPosition(writeFen({ ...readFen(START.fen), cells }));
  const runs = engine
    .legalActions()
    .flatMap((action) => engine.paths(action))
    .filter((path) => path.length === LENGTH + 1 && path[1] === FIRST && path[2] === second);
  return { face, cells, exits: [...new Set(runs.map((path) => path[LENGTH] ?? RUNNER))] };
}

/** Draws until open and blocked ones come half and half; faces that block by themselves are left out. */
export function drawTwoFaces(engine: Engine, random: Random = Math.random): TwoFacesQuestion {
  const isOpen = random() < 0.5;
  const first = pick(['^', '|', '+', 'e', 'W'] as const, random);
  const fits: Readonly<Record<string, readonly Square[]>> = { '+': ['c4', 'e4'], e: ['e4'], W: ['c4'] };
  const second = pick(fits[first] ?? SECOND.slice(0, 1), random);
  const faces = TRAY.filter((face) => face !== 'x');
  const all = faces.map((face) => ask(engine, first, second, face));
  const wanted = all.filter(({ exits }) => exits.length > 0 === isOpen);
  return pick(wanted.length > 0 ? wanted : all, random);
}
