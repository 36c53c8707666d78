// A line of actions as turns, for the engine's rows: what each action captures has to be seen on the way.
import { readFen } from '../engine/fen.ts';
import type { Engine } from '../engine/engine.ts';
import type { Action, Colour, Square } from '../engine/vocabulary.ts';
import type { TurnCell, TurnPart } from '../play/turn_cells.ts';

/** The ids of the parts are their places in the line. */
export function lineTurns(engine: Engine, fen: string, actions: readonly Action[], most: number): TurnCell[] {
  const turns: { number: number; mover: Colour; parts: TurnPart[] }[] = [];
  engine.setPosition(fen);
  actions.slice(0, most).forEach((action, id) => {
    const { number, turn, actor, cells } = readFen(engine.fen());
    if (turns.length === 0 || !action.startsWith('@')) turns.push({ number, mover: turn, parts: [] });
    const captured = action.startsWith('@') ? null : (cells.get(action.slice(2) as Square) ?? null);
    turns.at(-1)?.parts.push({ id, action, player: actor, captured, nags: [], comments: [] });
    engine.play(action);
  });
  return turns;
}
