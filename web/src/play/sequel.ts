// Whom to play after a game against the computer: the next stronger opponent, the next weaker one, or nobody yet.
import { LADDER } from '../engine/ladder.ts';
import { COLOURS, other, type Colour } from '../engine/vocabulary.ts';
import { OPPONENTS, type Opponent } from './opponents.ts';
import type { ComputerSeat, SavedGame } from './saved_games.ts';

/** How a game against an opponent of today's ladder ended for the person. */
export interface Score {
  readonly level: number;
  readonly result: 'won' | 'lost' | 'drawn';
}

/** Null for games that go on, and for those between people or against the levels of older ladders. */
export function scoreOf({ seats, result }: SavedGame): Score | null {
  const colour = COLOURS.find((one) => seats[one].kind === 'computer');
  if (colour === undefined || result === '*') return null;
  const seat = seats[colour] as ComputerSeat;
  if (seat.ladder !== LADDER) return null;
  if (result === '1/2-1/2') return { level: seat.level, result: 'drawn' };
  const winner: Colour = result === '1-0' ? 'white' : 'brown';
  return { level: seat.level, result: winner === other(colour) ? 'won' : 'lost' };
}

/** `games` are all games of this device, the one that changed last first. */
export function sequelOf(game: SavedGame, games: readonly SavedGame[]): Opponent | 'learn' | null {
  const score = scoreOf(game);
  if (score === null || score.result === 'drawn') return null;
  const at = (level: number): Opponent | null => OPPONENTS.find((one) => one.level === level) ?? null;
  if (score.result === 'won') return at(score.level + 1);
  const earlier = games.filter(({ id }) => id !== game.id).flatMap((one) => scoreOf(one) ?? []);
  if (earlier[0]?.result === 'lost') return 'learn';
  return at(score.level - 1) ?? 'learn';
}

/** How often a person has won and lost against an opponent. */
export function recordAgainst(level: number, games: readonly SavedGame[]): Record<Score['result'], number> {
  const record = { won: 0, lost: 0, drawn: 0 };
  for (const score of games.flatMap((game) => scoreOf(game) ?? []))
    if (score.level === level) record[score.result] += 1;
  return record;
}
