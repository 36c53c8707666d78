// What an engine thinks of a position, as the actor sees it.

/** Hundredths of a unit, or a forced win or loss in so many turns. */
export type Score = { readonly cp: number } | { readonly win: number } | { readonly loss: number };

/** The value of a game that is won already; each turn that the win still takes costs one. As in Python. */
const WIN = 30_000;

/** Beyond this a value means a forced win, below its negative of a forced loss. */
const PROVEN = 29_000;

export function scoreOf(value: number): Score {
  if (value > PROVEN) return { win: WIN - value };
  if (value < -PROVEN) return { loss: WIN + value };
  return { cp: value };
}
