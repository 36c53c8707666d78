// Every way in which a tile may run over a face, as the engine tells it.
import { SQUARES } from '../../board/squares.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Face, Path, Square } from '../../engine/vocabulary.ts';

/** Where the barragoon lies, and the squares beside it. */
export const MIDDLE: Square = 'd5';
export const BESIDE: readonly Square[] = ['d4', 'c5', 'd6', 'e5'];

/** A 2-tile beside the barragoon goes over it to another square beside it: all the crossings that there can be. */
export function crossings(engine: Engine, face: Face): Path[] {
  return BESIDE.flatMap((start) => {
    engine.setPosition(board({ [MIDDLE]: face, [start]: 'Z' }));
    const targets = BESIDE.filter((target) => target !== start);
    return targets.flatMap((target) => engine.paths(`${start}${target}`).filter(([, passed]) => passed === MIDDLE));
  });
}

/** The first field of a FEN. */
function board(cells: Readonly<Record<string, string>>): string {
  const rows = Array.from({ length: 9 }, (_, rank) => SQUARES.slice(rank * 7, rank * 7 + 7)).reverse();
  return rows
    .map((row) => row.map((square) => cells[square] ?? '.').join(''))
    .join('/')
    .replace(/\.+/g, (empty) => `${empty.length}`);
}
