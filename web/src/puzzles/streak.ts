// A streak: puzzles that get harder, until the first wrong answer. One may be skipped.
export interface Streak {
  readonly solved: number;
  readonly isOver: boolean;
  readonly maySkip: boolean;
  /** All that were shown, and whether they were solved. */
  readonly shown: readonly { readonly id: string; readonly isSolved: boolean }[];
}

export const NEW_STREAK: Streak = { solved: 0, isOver: false, maySkip: true, shown: [] };

const EASIEST = 500;
const STEP = 40;

/** How hard the next one shall be. */
export function wantedRating({ shown }: Streak): number {
  return EASIEST + STEP * shown.length;
}

export function afterAnswer(streak: Streak, id: string, isRight: boolean): Streak {
  return {
    ...streak,
    solved: streak.solved + Number(isRight),
    isOver: !isRight,
    shown: [...streak.shown, { id, isSolved: isRight }],
  };
}

export function afterSkip(streak: Streak, id: string): Streak {
  return { ...streak, maySkip: false, shown: [...streak.shown, { id, isSolved: false }] };
}
