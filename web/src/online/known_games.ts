// One's games on the server as it last listed them: there at once, and without the net too.
import { isRecord, isTime, parseKept } from '../browser/kept_value.ts';
import { keepText, keptText } from '../browser/storage.ts';
import { myGames } from './api.ts';
import type { GameList, GameSummary } from './messages.ts';

const KEY = 'barragoon.online';

/** Null for somebody who has never played online: asking the server would create an identity. What is spoilt is left out. */
export function knownGames(): readonly GameSummary[] | null {
  const kept = parseKept(keptText(KEY));
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

/** The newest games; `next` leads to the older ones. */
export async function askGames(): Promise<GameList> {
  const newest = await myGames();
  keepText(KEY, JSON.stringify(newest.games));
  return newest;
}
