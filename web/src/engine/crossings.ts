// Every path on which a tile may run over a face, as the engine knows it.
import { readFen, writeFen } from './fen.ts';
import type { Engine } from './engine.ts';
import { START, type Cell, type Face, type Path, type Square } from './vocabulary.ts';

/** Where the barragoon lies, and the squares beside it. */
export const MIDDLE: Square = 'd5';
export const BESIDE: readonly Square[] = ['d4', 'c5', 'd6', 'e5'];

/** A 2-tile beside the barragoon goes over it to another square beside it: all the crossings that there can be. */
export function crossings(engine: Engine, face: Face): Path[] {
  return BESIDE.flatMap((start) => {
    const cells = new Map<Square, Cell>([
      [MIDDLE, face],
      [start, 'Z'],
    ]);
    engine.setPosition(writeFen({ ...readFen(START.fen), cells }));
    const targets = BESIDE.filter((target) => target !== start);
    return targets.flatMap((target) => engine.paths(`${start}${target}`).filter(([, passed]) => passed === MIDDLE));
  });
}
