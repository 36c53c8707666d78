// A mistake that is to be put right: the position before it and what was played. As a line of text it can be kept.
import type { Action, Colour } from '../engine/vocabulary.ts';
import { readFen } from '../engine/fen.ts';
import type { ReviewedAction } from './review.ts';
import { START_ID, type Tree } from './tree.ts';

export interface Mistake {
  /** The same for the same mistake. */
  readonly id: string;
  readonly fen: string;
  readonly action: Action;
  /** In how many turns a win was proven that it let go. */
  readonly missedWin: number | null;
  /** What the engine would have played; empty where nobody has asked it. */
  readonly best: readonly Action[];
}

const WORD = 'mistake';

export function mistakeOf(tree: Tree, { id, action, missedWin, best }: ReviewedAction): Mistake {
  const { fen, key } = tree.node(tree.node(id).parent ?? START_ID);
  return { id: `${WORD}-${key}-${action}`, fen, action, missedWin, best };
}

export function mistakenPlayer({ fen }: Pick<Mistake, 'fen'>): Colour {
  return readFen(fen).actor;
}

export function writeMistake({ fen, action, missedWin, best }: Mistake): string {
  return [WORD, fen, action, missedWin ?? '', best.join(' ')].join('\t');
}

/** Null for what is no mistake: a puzzle, or something spoilt. */
export function readMistake(id: string, line: string): Mistake | null {
  const [word, fen = '', action = '', missedWin = '', best = ''] = line.split('\t');
  if (word !== WORD || action === '' || fen.split(' ').length < 4) return null;
  return {
    ...{ id, fen, action: action as Action },
    missedWin: missedWin === '' ? null : Number(missedWin),
    best: best === '' ? [] : (best.split(' ') as Action[]),
  };
}
