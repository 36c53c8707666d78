// Whether the coach speaks: as somebody has set it, otherwise in the first two games against the computer.
import { settings } from '../settings/settings.svelte.ts';
import { list } from './saved_games.ts';

const FIRST_GAMES = 2;

export function isCoachOn(): boolean {
  return settings.coach ?? isBeginner();
}

function isBeginner(): boolean {
  const games = list().filter(({ seats }) => seats.white.kind === 'computer' || seats.brown.kind === 'computer');
  return games.length <= FIRST_GAMES;
}
