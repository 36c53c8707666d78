// Turns as lists show them: each action by itself, placements with their faces.
import type { GameState } from '../engine/game.ts';
import type { Action, Cell, Colour, Face, Square } from '../engine/vocabulary.ts';

/** An action within a turn. */
export interface TurnPart {
  readonly id: number;
  readonly action: Action;
  readonly player: Colour;
  /** What a move captured. */
  readonly captured: Cell | null;
  readonly nags: readonly number[];
  readonly comments: readonly string[];
}

/** A turn, or what follows of one where a variation begins in its middle. */
export interface TurnCell {
  readonly number: number;
  readonly mover: Colour;
  readonly parts: readonly TurnPart[];
}

/** A turn of a game that is played. */
export interface GameTurn extends TurnCell {
  /** As files write it. */
  readonly text: string;
  /** After how many actions it ended. */
  readonly end: number;
}

/** A placement as text: its face and where it stands. */
export function placementOf(action: Action): { face: Face; square: Square } | null {
  return action.startsWith('@') ? { square: action.slice(1, 3) as Square, face: action.slice(3) as Face } : null;
}

/** The ids of the parts are their places among the game's actions. */
export function gameTurns({ steps, turns }: Pick<GameState, 'steps' | 'turns'>): GameTurn[] {
  return turns.map(({ text, number, player, end }, index) => {
    const begin = turns[index - 1]?.end ?? 0;
    const parts = steps.slice(begin, end).map((step, place) => ({
      id: begin + place,
      action: step.action,
      player: step.player,
      captured: step.captured === '' ? null : (step.captured ?? null),
      nags: [],
      comments: [],
    }));
    return { text, number, mover: player, parts, end };
  });
}
