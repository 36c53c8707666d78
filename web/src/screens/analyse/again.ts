// Mistakes of one's own games that are due again, each time in another of their four forms.
import { readMistake, type Mistake } from '../../analysis/mistake.ts';
import { dueItems } from '../../puzzles/again.ts';
import { dayNumber } from '../../puzzles/days.ts';
import { keepAgain, progress } from '../../puzzles/progress.svelte.ts';
import { actionInForm, fenInForm } from '../../play/symmetry.ts';

export function dueMistakes(): Mistake[] {
  return dueItems(progress().again, dayNumber(new Date())).flatMap(({ id, line, form }): Mistake[] => {
    const mistake = line === undefined ? null : readMistake(id, line);
    if (mistake === null) return [];
    const { fen, action, best } = mistake;
    return [
      {
        ...mistake,
        fen: fenInForm(fen, form),
        action: actionInForm(action, form),
        best: best.map((one) => actionInForm(one, form)),
      },
    ];
  });
}

export function keepAnswer({ id }: Mistake, isRight: boolean): void {
  keepAgain(id, isRight, dayNumber(new Date()));
}
