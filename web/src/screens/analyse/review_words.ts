// What a review says of an action: one sentence that is exact, or else what the action cost.
import type { ReviewedAction } from '../../analysis/review.ts';
import type { Study } from '../../analysis/study.svelte.ts';
import { START_ID } from '../../analysis/tree.ts';
import { tileColour } from '../../board/tiles.ts';
import { readFen } from '../../engine/fen.ts';
import type { Outcome } from '../../engine/game.ts';
import { other, type Action, type Cell, type Colour, type Square } from '../../engine/vocabulary.ts';
import { tell } from '../../languages/analysis.svelte.ts';
import { resultWords, tileWords, winnerWords } from '../../languages/words.ts';

/** How a game ended, and between whom. */
export interface GameEnd {
  /** On the board; null where it was given up, or goes on. */
  readonly outcome: Outcome | null;
  /** As a file writes it. */
  readonly result: string;
  /** Where a name is known. */
  readonly names: Readonly<Record<Colour, string | null>>;
  /** Which of them is the computer. */
  readonly computer: Colour | null;
}

const WINNERS: Readonly<Partial<Record<string, Colour | 'nobody'>>> = {
  '1-0': 'white',
  '0-1': 'brown',
  '1/2-1/2': 'nobody',
};

/** The words, and whether it is good for whoever looks at it; null for a game that is not over. */
export function endWords(
  { outcome, result }: GameEnd,
  own: Colour | null,
): { readonly result: string; readonly reason: string; readonly tone: 'won' | 'lost' | 'drawn' } | null {
  const given = WINNERS[result];
  if (outcome === null && given === undefined) return null;
  const winner = outcome ? outcome.winner : given === 'nobody' || given === undefined ? null : given;
  const words = outcome ? resultWords(outcome, own) : { result: winnerWords(winner, own), reason: '' };
  return { ...words, tone: winner === null ? 'drawn' : own === null || winner === own ? 'won' : 'lost' };
}

export function actionText(action: Action, cells: ReadonlyMap<Square, Cell>): string {
  if (action.startsWith('@')) return tell('review.placement', { square: action.slice(1, 3) });
  const [start, target] = [action.slice(0, 2), action.slice(2) as Square];
  return `${start}${cells.has(target) ? '×' : '–'}${target}`;
}

/** The tiles of a player that the opponent could take if it were their turn. */
function hanging(study: Study, fen: string, player: Colour): Map<Square, Cell> {
  const { cells } = readFen(fen);
  study.engine.setPosition(fen);
  const targets = study.engine.movesOf(other(player)).map((move) => move.slice(2) as Square);
  const tiles = targets.flatMap((square): [Square, Cell][] => {
    const cell = cells.get(square);
    return cell !== undefined && tileColour(cell) === player ? [[square, cell]] : [];
  });
  return new Map(tiles);
}

export function pointSentence(study: Study, point: ReviewedAction): string {
  const node = study.tree.node(point.id);
  const before = study.tree.node(node.parent ?? START_ID);
  const { cells } = readFen(before.fen);
  const action = actionText(point.action, cells);
  if (point.missedWin !== null)
    return point.missedWin === 1
      ? tell('review.missed.one', { action })
      : tell('review.missed', { action, turns: point.missedWin });
  const was = hanging(study, before.fen, point.player);
  const [left] = [...hanging(study, node.fen, point.player)].filter(([square]) => !was.has(square));
  if (left) return tell('review.leaves', { action, square: left[0], tile: tileWords(left[1]) });
  const target = point.best[0]?.slice(2) as Square | undefined;
  const prey = target === undefined || point.best[0]?.startsWith('@') ? undefined : cells.get(target);
  if (target && prey !== undefined && tileColour(prey) === other(point.player))
    return tell('review.lets', { action, square: target, tile: tileWords(prey) });
  if (point.allowedWin !== null) return tell('review.allows', { action, turns: point.allowedWin });
  return tell('review.costs', { action, points: Math.round(point.loss) });
}
