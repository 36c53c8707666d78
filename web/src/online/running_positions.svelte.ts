// The positions of one's own games that are being played on the server: who analyses one gets help against the opponent.
import { askGames, knownGames } from './known_games.ts';
import type { GameSummary } from './messages.ts';

/** After so many turns a position is no longer a common opening, which anybody may study. */
const OPENING_TURNS = 4;

/** A position without the number of its turn. */
const positionOf = (fen: string): string => fen.slice(0, fen.lastIndexOf(' '));

function runningPositions(games: readonly GameSummary[]): ReadonlySet<string> {
  const running = games.filter(
    ({ status, you, turns }) => status === 'playing' && you !== null && turns >= OPENING_TURNS,
  );
  return new Set(running.map(({ fen }) => positionOf(fen)));
}

export class RunningPositions {
  #positions = $state.raw(runningPositions(knownGames() ?? []));

  /** Whether one of these positions comes up in a game of one's own now. */
  hasAny(fens: Iterable<string>): boolean {
    if (this.#positions.size === 0) return false;
    for (const fen of fens) if (this.#positions.has(positionOf(fen))) return true;
    return false;
  }

  /** Asks the server; what it said before counts while it does not answer. */
  async refresh(): Promise<void> {
    if (knownGames() === null) return;
    try {
      this.#positions = runningPositions((await askGames()).games);
    } catch {
      // Without the net nobody plays there.
    }
  }
}
