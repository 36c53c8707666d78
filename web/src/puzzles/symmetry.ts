// A puzzle in one of the four forms of its position.
import { actionInForm, fenInForm, type Form } from '../play/symmetry.ts';
import type { Puzzle } from './puzzle.ts';

export function inForm(puzzle: Puzzle, form: Form): Puzzle {
  if (form === 0) return puzzle;
  const { fen, first, accepted, before, played } = puzzle;
  return {
    ...puzzle,
    fen: fenInForm(fen, form),
    first: first && actionInForm(first, form),
    accepted: accepted.map((action) => actionInForm(action, form)),
    before: fenInForm(before, form),
    played: played.map((action) => actionInForm(action, form)),
  };
}
