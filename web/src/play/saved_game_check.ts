// Whether what the browser kept as a game is one: lists show all games, and one that is spoilt must not spoil the list.
import { isRecord, isTime } from '../browser/kept_value.ts';
import { MOST_LEVEL } from '../engine/ladder.ts';
import type { SavedGame } from './saved_games.ts';

const RESULTS: readonly unknown[] = ['1-0', '0-1', '1/2-1/2', '*'] satisfies SavedGame['result'][];

/** Its events may still be illegal: that is for the rules to say. */
export function isSavedGame(value: unknown): value is SavedGame {
  if (!isRecord(value)) return false;
  const { start, fen, seats, events, created, changed, turns, result, clock, clocks } = value;
  return (
    typeof start === 'string' &&
    typeof fen === 'string' &&
    Array.isArray(events) &&
    events.every((event) => typeof event === 'string') &&
    isRecord(seats) &&
    isSeat(seats['white']) &&
    isSeat(seats['brown']) &&
    isTime(created) &&
    isTime(changed) &&
    Number.isInteger(turns) &&
    RESULTS.includes(result) &&
    (clock === null || hasNumbers(clock, 'initial', 'increment')) &&
    (clocks === null || hasNumbers(clocks, 'white', 'brown', 'at'))
  );
}

function isSeat(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { kind, level, ladder = 1, name } = value;
  if (kind === 'person') return name === undefined || typeof name === 'string';
  const most = MOST_LEVEL[Number(ladder)] ?? 0;
  return kind === 'computer' && Number.isInteger(level) && Number(level) >= 1 && Number(level) <= most;
}

function hasNumbers(value: unknown, ...names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => Number.isFinite(value[name]));
}
