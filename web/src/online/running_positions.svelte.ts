// The positions of one's own games that are being played on the server: who analyses one gets help against the opponent.
import { followText } from '../browser/storage.ts';
import { askGames, isGoingOn, KNOWN_GAMES_KEY, knownGames } from './known_games.ts';
import { keepTablePositions, TABLE_POSITIONS_KEY, tablePositions } from './table_positions.ts';

/** After so many turns a position is no longer a common opening, which anybody may study. */
const OPENING_TURNS = 4;

/** Milliseconds between two requests that nobody has asked for. */
const PAUSE = 10_000;

/** A position without the number of its turn. */
const positionOf = (fen: string): string => fen.slice(0, fen.lastIndexOf(' '));

/** As the server has listed them and as the tables of all tabs know them. */
function runningPositions(): ReadonlySet<string> {
  const listed = (knownGames() ?? []).filter(({ status, you }) => status === 'playing' && you !== null);
  const running = [...listed, ...tablePositions().values()].filter(({ turns }) => turns >= OPENING_TURNS);
  return new Set(running.map(({ fen }) => positionOf(fen)));
}

export class RunningPositions {
  #positions = $state.raw(runningPositions());
  #askedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether one of these positions comes up in a game of one's own now. */
  hasAny(fens: Iterable<string>): boolean {
    if (this.#positions.size === 0) return false;
    for (const fen of fens) if (this.#positions.has(positionOf(fen))) return true;
    return false;
  }

  /** Asks the server; what it said before counts while it does not answer. */
  async refresh(): Promise<void> {
    if (knownGames() === null) return;
    this.#askedAt = Date.now();
    try {
      const { games, next } = await askGames();
      const isComplete = next === null || !games.every(isGoingOn);
      if (isComplete) keepTablePositions(new Set(games.filter(isGoingOn).map(({ game }) => game)));
    } catch {
      // Without the net nobody plays there.
    }
    this.#read();
  }

  /** Asks the server now and then, however often this is called. */
  refreshSoon(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        void this.refresh();
      },
      Math.max(0, this.#askedAt + PAUSE - Date.now()),
    );
  }

  /** Asks the server, again whenever one comes back to this tab, and hears what other tabs know; gives what ends it. */
  follow(): () => void {
    const come = (): void => {
      if (document.visibilityState === 'visible') void this.refresh();
    };
    const read = (): void => {
      this.#read();
    };
    const stops = [KNOWN_GAMES_KEY, TABLE_POSITIONS_KEY].map((key) => followText(key, read));
    addEventListener('focus', come);
    document.addEventListener('visibilitychange', come);
    void this.refresh();
    return () => {
      for (const stop of stops) stop();
      removeEventListener('focus', come);
      document.removeEventListener('visibilitychange', come);
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #read(): void {
    this.#positions = runningPositions();
  }
}
