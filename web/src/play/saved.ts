// Games of this device, kept in the browser after every event.
import type { GameState } from '../engine/game.ts';
import type { Colour } from '../engine/vocabulary.ts';
import { freshId } from '../browser/fresh_id.ts';
import { dropText, keepText, keptKeys, keptText } from '../browser/storage.ts';
import type { ClockRule, Times } from './clock.ts';

/** Who sits where: somebody at this device, or the computer. */
export type Seat =
  | { readonly kind: 'person'; readonly name?: string }
  | { readonly kind: 'computer'; readonly level: number; readonly seed: number };

export interface SavedGame {
  readonly id: string;
  readonly created: number;
  readonly changed: number;
  readonly start: string;
  readonly touchMove: boolean;
  readonly takeBacks: boolean;
  readonly seats: Readonly<Record<Colour, Seat>>;
  readonly clock: ClockRule | null;
  readonly times: Times | null;
  /** All that happened, one text an event. */
  readonly events: readonly string[];
  /** What a list of games shows. */
  readonly fen: string;
  readonly turns: number;
  readonly result: '1-0' | '0-1' | '1/2-1/2' | '*';
}

/** How a game stands, as files write it. */
export function resultOf({ outcome }: GameState): SavedGame['result'] {
  if (outcome === null) return '*';
  if (outcome.winner === null) return '1/2-1/2';
  return outcome.winner === 'white' ? '1-0' : '0-1';
}

const PREFIX = 'barragoon.game.';

/** Where the browser keeps a game. */
export function storageKey(id: string): string {
  return PREFIX + id;
}

/** Whether the game outlives the page: storage may be full or forbidden. */
export function save(game: SavedGame): boolean {
  return keepText(storageKey(game.id), JSON.stringify(game));
}

/** Null for what is not there, or is spoilt. */
export function load(id: string): SavedGame | null {
  try {
    const game = JSON.parse(keptText(storageKey(id)) ?? 'null') as SavedGame | null;
    return Array.isArray(game?.events) ? game : null;
  } catch {
    return null;
  }
}

export function remove(id: string): void {
  dropText(storageKey(id));
}

/** All games, the one that changed last first. */
export function list(): SavedGame[] {
  const games = keptKeys(PREFIX).flatMap((key) => load(key.slice(PREFIX.length)) ?? []);
  return games.sort((one, other) => other.changed - one.changed);
}

export function newId(): string {
  return freshId(4);
}
