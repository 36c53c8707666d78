// Why the server rejects something, in the reader's language: its own sentences are English.
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
  ['stale', 'rejected.stale'],
  ['not_now', 'rejected.not_now'],
  ['not_away', 'rejected.not_away'],
  ['id_taken', 'rejected.id_taken'],
  ['too_fast', 'rejected.too_fast'],
  ['unavailable', 'rejected.unavailable'],
  ['too_many_open', 'rejected.too_many_open'],
  ['bad_name', 'rejected.bad_name'],
  ['csrf', 'rejected.unknown_player'],
  ['unknown_player', 'rejected.unknown_player'],
  ['foreign_origin', 'rejected.foreign_origin'],
]);

export function rejectionWords(code: string, sentence: string): string {
  const key = SENTENCES.get(code);
  return key === undefined ? say('problem.rejected', { problem: sentence }) : say(key);
}
