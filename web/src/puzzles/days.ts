// The puzzle of a day: the same for everybody, without a server.
import type { PuzzleIndex } from './files.ts';

const FIRST = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const SUNDAY = 0;

/** How many days after 1 January 2026 a date is, by the calendar of the device. */
export function dayNumber(date: Date): number {
  return Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - FIRST) / DAY);
}

/** 2026-11-17. */
export function dayText(day: number): string {
  return new Date(FIRST + day * DAY).toISOString().slice(0, 10);
}

/** A puzzle and the number of its shard. */
export interface DaySlot {
  readonly id: string;
  readonly shard: number;
}

/** Which puzzle a day has: a win in two turns, on Sundays one in three; null if there are none. */
export function puzzleOfDay(day: number, { days }: PuzzleIndex): DaySlot | null {
  const isSunday = new Date(FIRST + day * DAY).getUTCDay() === SUNDAY;
  const [usual, sundays] = [days['win 2'] ?? [], days['win 3'] ?? []];
  return isSunday && sundays.length > 0 ? slot(sundays, Math.floor(day / 7)) : slot(usual, day);
}

function slot(list: readonly string[], number: number): DaySlot | null {
  const text = list[((number % list.length) + list.length) % list.length];
  if (text === undefined) return null;
  const [id = '', shard] = text.split('.');
  return { id, shard: Number(shard) };
}
