// An action that solves what is left of a level, for hints and for who wants to see it.
import type { EngineClient } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import type { Action, Position } from '../engine/vocabulary.ts';
import type { Level, WinGoal } from './level.ts';
import { nextAction } from './next_action.ts';

/** The first action of a proven win within so many turns; null if there is none. */
export async function provenAction(
  client: EngineClient,
  position: Position,
  { nodes }: WinGoal,
  turns: number,
): Promise<Action | null> {
  const limit = nodes === undefined ? {} : { nodes };
  const { actions } = await client.solve(position, Math.max(1, turns), limit).solution;
  return actions[0] ?? null;
}

/** The next action of the level's line or by a search; `restart` where the line has to be taken up at its beginning. */
export function lineAction(
  engine: Engine,
  { goal, line = [], alone = false }: Level,
  played: readonly Action[],
  fen: string,
): Action | null | 'restart' {
  if (played.every((action, index) => action === line[index])) return line[played.length] ?? null;
  const isLonely = alone && (goal.kind === 'flags' || goal.kind === 'free');
  return (isLonely ? nextAction(engine, goal, fen, played) : null) ?? 'restart';
}
