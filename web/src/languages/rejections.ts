// What the server refuses, in the reader's language: its own sentences are English.
import { ServerError } from '../online/api.ts';
import { say, type Key } from './language.svelte.ts';

/** The codes that a player may meet; the others mean a mistake of the page. */
const SENTENCES: ReadonlyMap<string, Key> = new Map([
  ['', 'problem.server'],
  ['not_found', 'problem.gone'],
  ['not_invited', 'problem.gone'],
  ['malformed', 'problem.gone'], // but for names, only links are written by people
  ['seat_taken', 'lobby.taken'],
  ['not_your_turn', 'objection.not_you'],
  ['not_seated', 'objection.watching'],
  ['stale', 'refused.stale'],
  ['not_now', 'refused.not_now'],
  ['too_fast', 'refused.too_fast'],
  ['unavailable', 'refused.unavailable'],
  ['too_many_open', 'refused.too_many_open'],
  ['bad_name', 'refused.bad_name'],
  ['csrf', 'refused.unknown_player'],
  ['unknown_player', 'refused.unknown_player'],
  ['foreign_origin', 'refused.foreign_origin'],
]);

export function refusalWords(code: string, sentence: string): string {
  const key = SENTENCES.get(code);
  return key === undefined ? say('problem.refused', { problem: sentence }) : say(key);
}

/** Why the server did not do what it was asked for. */
export function problemWords(error: unknown): string {
  return error instanceof ServerError ? refusalWords(error.code, error.message) : say('problem.server');
}
