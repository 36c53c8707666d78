// Games of this device, kept in the browser after every event.
import type { GameState } from '../engine/game.ts';
import type { Colour } from '../engine/vocabulary.ts';
import type { ClockRule, Times } from './clock.ts';

/** Who sits where: somebody at this device, or the computer. */
export type Seat =
  { readonly kind: 'person' } | { readonly kind: 'computer'; readonly level: number; readonly seed: number };

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

export function save(game: SavedGame): void {
  try {
    localStorage.setItem(storageKey(game.id), JSON.stringify(game));
  } catch {
    // Storage is full or forbidden: the game goes on unsaved.
  }
}

export function load(id: string): SavedGame | null {
  try {
    const text = localStorage.getItem(storageKey(id));
    return text === null ? null : (JSON.parse(text) as SavedGame);
  } catch {
    return null;
  }
}

export function remove(id: string): void {
  localStorage.removeItem(storageKey(id));
}

/** All games, the one that changed last first. */
export function list(): SavedGame[] {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const games = ids.flatMap((key) => load(key.slice(PREFIX.length)) ?? []);
  return games.sort((one, other) => other.changed - one.changed);
}

export function newId(): string {
  return crypto.randomUUID().slice(0, 8);
}
