// When to warn that a game ends because nothing happens in it.

const DAY = 24 * 60 * 60 * 1000;
const WARNED = 5 * DAY;
/** A game in the lobby that waits for minutes needs no warning: its opener is there. */
const MINUTES = 60 * 60 * 1000;

/** Whether the end is near enough for a warning, and far enough that it helps. */
export function expiresSoon(expiresAt: number | null, now: number = Date.now()): boolean {
  return expiresAt !== null && expiresAt - now < WARNED && expiresAt - now > MINUTES;
}
