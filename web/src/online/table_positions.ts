// Where one's running games stand, as the tables of this browser's tabs have heard it: sooner than any list of games.
import { isRecord, parseKept } from '../browser/kept_value.ts';
import { keepText, keptText } from '../browser/storage.ts';

export interface TablePosition {
  readonly fen: string;
  /** How many turns were played. */
  readonly turns: number;
}

export const TABLE_POSITIONS_KEY = 'barragoon.tables';
/** The oldest go first; nobody plays so many games at once. */
const MOST = 50;

/** By the ids of the games. What is spoilt is left out. */
export function tablePositions(): ReadonlyMap<string, TablePosition> {
  const kept = parseKept(keptText(TABLE_POSITIONS_KEY));
  const entries = isRecord(kept) ? Object.entries(kept) : [];
  return new Map(entries.flatMap(([game, position]) => (isPosition(position) ? [[game, position]] : [])));
}

function isPosition(value: unknown): value is TablePosition {
  return isRecord(value) && typeof value['fen'] === 'string' && Number.isInteger(value['turns']);
}

/** Notes where a game stands for all tabs; null once it is not played any more. */
export function noteTablePosition(game: string, position: TablePosition | null): void {
  const positions = new Map(tablePositions());
  const wasThere = positions.delete(game);
  if (position !== null) positions.set(game, position);
  else if (!wasThere) return;
  keep([...positions].slice(-MOST));
}

/** Forgets all games but those that are still played. */
export function keepTablePositions(playing: ReadonlySet<string>): void {
  const all = [...tablePositions()];
  const left = all.filter(([game]) => playing.has(game));
  if (left.length < all.length) keep(left);
}

function keep(positions: readonly (readonly [string, TablePosition])[]): void {
  keepText(TABLE_POSITIONS_KEY, JSON.stringify(Object.fromEntries(positions)));
}
