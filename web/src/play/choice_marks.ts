// What a board marks of a choice that somebody is in the middle of.
import type { Marks, Target } from '../board/marks.ts';
import type { LegalMove } from '../engine/game.ts';
import type { Square } from '../engine/vocabulary.ts';
import { movesFrom, type Choice } from './choice.ts';

export type ChoiceMarks = Pick<Marks, 'chosen' | 'targets' | 'waiting' | 'ghost'>;

export function choiceMarks(choice: Choice, moves: readonly LegalMove[]): ChoiceMarks {
  const isMoving = choice.phase === 'target' || choice.phase === 'confirm';
  return {
    chosen: isMoving ? choice.start : null,
    targets: new Map<Square, Target>(movesFrom(choice, moves).map((move) => [move.target, move])),
    waiting: choice.phase === 'confirm' ? choice.target : null,
    ghost: choice.phase === 'place' && choice.square ? { square: choice.square, face: choice.face } : null,
  };
}
