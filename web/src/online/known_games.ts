// One's games on the server as it last listed them: there at once, and without the net too.
import { keepText, keptText } from '../browser/storage.ts';
import { myGames } from './api.ts';
import type { GameList, GameSummary } from './messages.ts';

const KEY = 'barragoon.online';

/** Null for somebody who has never played online: asking the server would create an identity. */
export function knownGames(): readonly GameSummary[] | null {
  try {
    return JSON.parse(keptText(KEY) ?? 'null') as readonly GameSummary[] | null;
  } catch {
    return null; // spoilt
  }
}

/** The newest games; `next` leads to the older ones. */
export async function askGames(): Promise<GameList> {
  const newest = await myGames();
  keepText(KEY, JSON.stringify(newest.games));
  return newest;
}
