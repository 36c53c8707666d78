// Whether somebody plays for the first time, here or online: then hints say how to begin.
import { knownGames } from '../online/known_games.ts';
import { list } from './saved_games.ts';

export function isFirstGame(): boolean {
  return list().length + (knownGames()?.length ?? 0) <= 1;
}
