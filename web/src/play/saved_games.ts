// Games of this device, kept in the browser after every event.
import { freshId } from '../browser/fresh_id.ts';
import { isRecord, parseKept, type Fields } from '../browser/kept_value.ts';
import { dropText, keepText, keptKeys, keptText } from '../browser/storage.ts';
import type { GameEvent, GameState } from '../engine/game.ts';
import type { Colour } from '../engine/vocabulary.ts';
import type { ClockRule } from '../online/messages.ts';
import type { Clocks } from './clock.ts';
import { isSavedGame } from './saved_game_check.ts';

/** Who sits where: somebody at this device, or the computer. */
export type Seat = { readonly kind: 'person'; readonly name?: string } | ComputerSeat;

export interface ComputerSeat {
  readonly kind: 'computer';
  readonly level: number;
  /** Whose numbers the levels are; 1 for games that say nothing, because they were begun when there was one ladder. */
  readonly ladder?: number;
  readonly seed: number;
  /** How long full strength thinks about an action; without it, a fixed number of nodes decides. */
  readonly seconds?: number;
}

export interface SavedGame {
  readonly id: string;
  readonly created: number;
  readonly changed: number;
  readonly start: string;
  readonly touch_move: boolean;
  readonly take_backs: boolean;
  readonly seats: Readonly<Record<Colour, Seat>>;
  readonly clock: ClockRule | null;
  readonly clocks: Clocks | null;
  /** All that happened, one text an event. */
  readonly events: readonly GameEvent[];
  /** How many hints were given; left out where there were none. */
  readonly hints?: number;
  /** The game of a file that this one was begun from, as it is written there. */
  readonly record?: string;
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

/** The key under which the browser keeps a game. */
export function storageKey(id: string): string {
  return PREFIX + id;
}

/** Whether the game outlives the page: storage may be full or forbidden. */
export function save(game: SavedGame): boolean {
  return keepText(storageKey(game.id), JSON.stringify(game));
}

/** Null for what is not there, or is spoilt. */
export function load(id: string): SavedGame | null {
  const kept = parseKept(keptText(storageKey(id)));
  const game = isRecord(kept) && 'touchMove' in kept ? migrated(kept) : kept;
  return isSavedGame(game) ? { ...game, id } : null;
}

export function remove(id: string): void {
  dropText(storageKey(id));
}

/** All games, the one that changed last first. */
export function list(): SavedGame[] {
  const games = keptKeys(PREFIX).flatMap((key) => load(key.slice(PREFIX.length)) ?? []);
  return games.sort((one, two) => two.changed - one.changed);
}

export function newId(): string {
  return freshId(4);
}

// -- games that were saved before version 0.2 --------------------------------------------------------------------

interface OldSavedGame extends Omit<SavedGame, 'touch_move' | 'take_backs' | 'clocks' | 'events'> {
  readonly touchMove: boolean;
  readonly takeBacks: boolean;
  readonly times: Clocks | null;
  readonly events: readonly string[];
}

/** Null if it is spoilt. */
function migrated(kept: Fields): SavedGame | null {
  const { events } = kept;
  const areTexts = Array.isArray(events) && events.every((event) => typeof event === 'string');
  return areTexts ? migrate(kept as Fields & OldSavedGame) : null;
}

function migrate({ touchMove, takeBacks, times, events, ...same }: OldSavedGame): SavedGame {
  const now = { touch_move: touchMove, take_backs: takeBacks, clocks: times };
  return { ...same, ...now, events: withoutTakeBacks(events).map(newWords) };
}

const NEW_VERBS: Readonly<Record<string, string>> = {
  offer: 'offer_draw',
  claim: 'claim_repetition',
  accept: 'accept_draw',
  decline: 'decline_draw',
  time: 'lose_on_time',
};

function newWords(event: string): GameEvent {
  const [verb = '', ...about] = event.split(' ');
  return [NEW_VERBS[verb] ?? verb, ...about].join(' ') as GameEvent;
}

const isAction = (event: string): boolean => event !== 'back' && !event.includes(' ');

/**
 * A take-back used to bring back all that held before the action, offers that had been declined since included; today it
 * does not. So the events since the action are left out, with the touches that led to it, and what came next still fits.
 */
function withoutTakeBacks(events: readonly string[]): string[] {
  let kept: string[] = [];
  for (const event of events) {
    if (event !== 'back') {
      kept.push(event);
      continue;
    }
    const taken = kept.findLastIndex(isAction);
    const before = kept.slice(0, Math.max(0, taken)).findLastIndex(isAction);
    kept = kept.slice(0, Math.max(0, taken)).filter((one, index) => index <= before || !one.startsWith('touch '));
  }
  return kept;
}
