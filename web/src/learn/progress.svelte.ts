// What somebody has learnt on this device: stars, the level in the middle of which they are, how well they know the faces.
// It is stored at the moment of success, before anything is shown.
import { followText, keepText, keptText } from '../browser/storage.ts';
import type { GameEvent } from '../engine/game.ts';
import { PROGRESS_KEY } from './begun.ts';
import type { Stars } from './level.ts';

/** A level that was left in the middle. */
export interface Unfinished {
  readonly id: string;
  readonly events: readonly GameEvent[];
  readonly faults: number;
  readonly isHinted: boolean;
}

/** How well a symbol is known: how often it was asked for, how often that was right, and the mean time of those. */
export interface FaceRecord {
  readonly seen: number;
  readonly right: number;
  readonly seconds: number;
}

interface Progress {
  readonly v: 1;
  readonly stars: Readonly<Record<string, Stars>>;
  readonly faces: Readonly<Record<string, FaceRecord>>;
  readonly last: string | null;
  readonly unfinished: Unfinished | null;
}

const NOTHING: Progress = { v: 1, stars: {}, faces: {}, last: null, unfinished: null };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What was kept; of what is spoilt, the parts that are not. */
export function readProgress(text: string | null): Progress {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return NOTHING;
  }
  if (!isObject(kept) || kept['v'] !== 1) return NOTHING;
  const { stars, faces, last, unfinished } = kept;
  return {
    v: 1,
    stars: isObject(stars) ? pick(stars, isStars) : {},
    faces: isObject(faces) ? pick(faces, isFaceRecord) : {},
    last: typeof last === 'string' ? last : null,
    unfinished: isUnfinished(unfinished) ? unfinished : null,
  };
}

function pick<T>(record: Record<string, unknown>, fits: (value: unknown) => value is T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, T] => fits(entry[1])));
}

const isStars = (value: unknown): value is Stars => value === 1 || value === 2 || value === 3;

function isFaceRecord(value: unknown): value is FaceRecord {
  return isObject(value) && ['seen', 'right', 'seconds'].every((name) => Number.isFinite(value[name]));
}

function isUnfinished(value: unknown): value is Unfinished {
  if (!isObject(value) || typeof value['id'] !== 'string' || !Number.isFinite(value['faults'])) return false;
  const { events } = value;
  return Array.isArray(events) && events.every((event) => typeof event === 'string');
}

let progress = $state.raw<Progress>(readProgress(keptText(PROGRESS_KEY)));
followText(PROGRESS_KEY, () => {
  progress = readProgress(keptText(PROGRESS_KEY));
});

function change(changes: Partial<Progress>): void {
  // Another tab may have earned stars meanwhile, or forgotten some.
  const kept = readProgress(keptText(PROGRESS_KEY));
  progress = { ...kept, ...changes, stars: best(kept.stars, changes.stars ?? {}) };
  keepText(PROGRESS_KEY, JSON.stringify(progress));
}

function best(one: Progress['stars'], other: Progress['stars']): Progress['stars'] {
  const ids = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...ids].map((id) => [id, Math.max(one[id] ?? 0, other[id] ?? 0) as Stars]));
}

export function starsOf(id: string): Stars {
  return progress.stars[id] ?? 0;
}

/** The fewest stars among some levels. */
export function fewestStars(ids: readonly string[]): Stars {
  return Math.min(...ids.map(starsOf)) as Stars;
}

export function unfinished(id: string): Unfinished | null {
  return progress.unfinished?.id === id ? progress.unfinished : null;
}

/** The best result stays. */
export function earn(id: string, stars: Stars): void {
  change({ stars: { [id]: Math.max(stars, starsOf(id)) as Stars }, last: id, unfinished: null });
}

/** Marks levels as known, without taking better stars away. */
export function markKnown(ids: readonly string[]): void {
  change({ stars: Object.fromEntries(ids.map((id) => [id, Math.max(1, starsOf(id)) as Stars])) });
}

export function leaveUnfinished(level: Unfinished): void {
  change({ last: level.id, unfinished: level.events.length > 0 ? level : null });
}

/** All of it as text, for another device; null if there is nothing. */
export function progressText(): string | null {
  return keptText(PROGRESS_KEY);
}

/** Takes over what another device has kept: of each level the better result, of each symbol what more is known about. */
export function takeOverProgress(text: string): void {
  const theirs = readProgress(text);
  const ours = readProgress(keptText(PROGRESS_KEY));
  const faces = { ...theirs.faces };
  for (const [symbol, record] of Object.entries(ours.faces))
    if (record.seen >= (faces[symbol]?.seen ?? 0)) faces[symbol] = record;
  change({ stars: best(theirs.stars, ours.stars), faces, last: ours.last ?? theirs.last });
}

/** Forgets the stars of some levels. */
export function forget(ids: readonly string[]): void {
  const kept = readProgress(keptText(PROGRESS_KEY));
  const stars = Object.fromEntries(Object.entries(kept.stars).filter(([id]) => !ids.includes(id)));
  progress = { ...kept, stars, unfinished: null };
  keepText(PROGRESS_KEY, JSON.stringify(progress));
}

export function faceRecord(symbol: string): FaceRecord {
  return progress.faces[symbol] ?? { seen: 0, right: 0, seconds: 0 };
}

/** The star of a level of the face trainer. */
export function earnTrainer(level: number): void {
  if (!hasTrainerStar(level)) change({ stars: { [`faces.${level}`]: 3 } });
}

export function hasTrainerStar(level: number): boolean {
  return starsOf(`faces.${level}`) > 0;
}

/** Notes an answer about a symbol; older ones count less and less, so that a bar can recover. */
export function noteFace(symbol: string, isRight: boolean, seconds: number): void {
  const { seen, right, seconds: mean } = faceRecord(symbol);
  const fade = seen >= 20 ? 0.9 : 1;
  const rights = right * fade + (isRight ? 1 : 0);
  const record = {
    seen: seen * fade + 1,
    right: rights,
    seconds: isRight ? mean + (seconds - mean) / Math.max(1, rights) : mean,
  };
  change({ faces: { ...progress.faces, [symbol]: record } });
}
