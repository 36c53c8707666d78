// One's games on the server as it last listed them: there at once, and without the net too.
import { isRecord, isTime, parseKept } from '../browser/kept_value.ts';
import { keepText, keptText } from '../browser/storage.ts';
import { myGames } from './api.ts';
import type { GameList, GameSummary } from './messages.ts';

export const KNOWN_GAMES_KEY = 'barragoon.online';

/** Pages of running games that are read at most. */
const MOST_PAGES = 10;

/** Null for somebody who has never played online: asking the server would create an identity. What is spoilt is left out. */
export function knownGames(): readonly GameSummary[] | null {
  const kept = parseKept(keptText(KNOWN_GAMES_KEY));
  return Array.isArray(kept) ? kept.filter(isSummary) : null;
}

/** Whether a list can show it. */
function isSummary(value: unknown): value is GameSummary {
  if (!isRecord(value)) return false;
  const { game, status, seats, you, fen, turns, outcome, changed_at, expires_at = null } = value;
  return (
    typeof game === 'string' &&
    typeof status === 'string' &&
    typeof fen === 'string' &&
    Number.isInteger(turns) &&
    isTime(changed_at) &&
    (expires_at === null || isTime(expires_at)) &&
    (you === null || you === 'white' || you === 'brown') &&
    isRecord(seats) &&
    [seats['white'], seats['brown'], outcome].every((part) => part === null || isRecord(part))
  );
}

export const isGoingOn = ({ status }: GameSummary): boolean => status === 'open' || status === 'playing';

/**
 * The newest games, those that go on first; `next` leads to the older ones. Whoever plays more games at once than a page
 * holds gets them all: none of their positions may be analysed.
 */
export async function askGames(): Promise<GameList> {
  let { games, next } = await myGames();
  let page = games;
  for (let read = 1; read < MOST_PAGES && next !== null && page.every(isGoingOn) && page.some(isPlayed); read += 1) {
    ({ games: page, next } = await myGames(next));
    const known = new Set(games.map(({ game }) => game));
    games = [...games, ...page.filter(({ game }) => !known.has(game))];
  }
  keepText(KNOWN_GAMES_KEY, JSON.stringify(games));
  return { games, next };
}

const isPlayed = ({ status }: GameSummary): boolean => status === 'playing';
