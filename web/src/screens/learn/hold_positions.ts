// Positions for the drill that asks to put a foot in the door: the page's puzzles of that kind, seen from White's side.
import type { HoldSource } from '../../learn/drills/drill_run.svelte.ts';
import { shuffled, type Random } from '../../learn/random.ts';
import type { PuzzleFiles } from '../../puzzles/files.ts';
import { solver, type Puzzle } from '../../puzzles/puzzle.ts';
import type { Form } from '../../play/symmetry.ts';
import { inForm } from '../../puzzles/symmetry.ts';

const MIRROR = 1;
const SWAPPED = 2;

/** All of them before one comes again, each in the mirror or not. */
export function holdSource(files: PuzzleFiles, random: Random = Math.random): HoldSource {
  let left: Puzzle[] = [];
  return async () => {
    if (left.length === 0)
      left = shuffled(
        (await files.all()).filter(({ goal }) => goal.kind === 'hold'),
        random,
      );
    const puzzle = left.pop();
    if (puzzle === undefined) throw new Error('there is no such puzzle');
    const form = (solver(puzzle) === 'white' ? 0 : SWAPPED) | (random() < 0.5 ? MIRROR : 0);
    const { fen, accepted } = inForm(puzzle, form as Form);
    return { fen, accepted };
  };
}
