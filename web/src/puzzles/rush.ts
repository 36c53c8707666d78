// Rush: as many as can be solved in three minutes. A wrong answer costs time, six right ones in a row give some. Three
// wins in one are followed by a question about a face.
export interface Rush {
  readonly endsAt: number;
  readonly solved: number;
  readonly inRow: number;
  /** How many were answered, faces included. */
  readonly answered: number;
  /** Puzzles alone. */
  readonly missed: readonly string[];
  readonly shown: readonly string[];
}

export const RUSH_TIME = 180_000;
const PENALTY = 8_000;
const ROW = 6;
const BONUS = 4_000;
/** The last of so many questions is about a face. */
const FACE_EVERY = 4;

export function newRush(now: number): Rush {
  return { endsAt: now + RUSH_TIME, solved: 0, inRow: 0, answered: 0, missed: [], shown: [] };
}

/** Whether the next question is about a face. */
export function asksForFace({ answered }: Rush): boolean {
  return answered % FACE_EVERY === FACE_EVERY - 1;
}

/** `id` is the puzzle's; null for a question about a face. */
export function afterRushAnswer(rush: Rush, id: string | null, isRight: boolean): Rush {
  const ids = id === null ? [] : [id];
  const shown = [...rush.shown, ...ids];
  const answered = rush.answered + 1;
  if (!isRight)
    return { ...rush, answered, shown, inRow: 0, endsAt: rush.endsAt - PENALTY, missed: [...rush.missed, ...ids] };
  const inRow = rush.inRow + 1;
  const bonus = inRow % ROW === 0 ? BONUS : 0;
  return { ...rush, answered, shown, solved: rush.solved + 1, inRow, endsAt: rush.endsAt + bonus };
}

/** How many seconds are left. */
export function secondsLeft({ endsAt }: Rush, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
