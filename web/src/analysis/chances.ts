// What a score means as a chance of winning, and how far two differ. The unit was fitted to 11,139 actions of games
// between the engine's levels (docs/testing.md); all thresholds of the analysis stand here.
import type { Score } from '../engine/score.ts';
import type { Colour } from '../engine/vocabulary.ts';

const UNIT = 600;

/** In points from 0 to 100, for whoever the score is for. */
export function chance(score: Score): number {
  if ('win' in score) return 100;
  if ('loss' in score) return 0;
  return 100 / (1 + Math.exp(-score.cp / UNIT));
}

/** The same score as the other player sees it. */
export function opposite(score: Score): Score {
  if ('win' in score) return { loss: score.win };
  if ('loss' in score) return { win: score.loss };
  return { cp: -score.cp };
}

/** A score of the actor as White sees it. */
export function asWhite(score: Score, actor: Colour): Score {
  return actor === 'white' ? score : opposite(score);
}

/** "+1.4" for an estimate; a win that a search has seen and nobody has proven is "≈ +". */
export function scoreText(score: Score): string {
  if ('win' in score) return '≈ +';
  if ('loss' in score) return '≈ −';
  const tenths = Math.round(score.cp / 10);
  const sign = tenths > 0 ? '+' : tenths < 0 ? '−' : '';
  return `${sign}${(Math.abs(tenths) / 10).toFixed(1)}`;
}
