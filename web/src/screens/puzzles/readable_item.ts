// Items of Again that carry their puzzle or mistake as a line: progress that was pasted may have spoilt it.
import { readMistake } from '../../analysis/mistake.ts';
import { readFen } from '../../engine/fen.ts';
import { Game } from '../../engine/game.ts';
import { legalActions } from '../../play/computer.ts';
import { isMistake, type AgainItem } from '../../puzzles/again.ts';
import { readPuzzle, solver } from '../../puzzles/puzzle.ts';

/** Whether what an item carries can be played. An item without a line is looked up by its id. */
export function isReadable({ id, line }: Pick<AgainItem, 'id' | 'line'>, module: WebAssembly.Module): boolean {
  if (line === undefined) return true;
  try {
    return isMistake({ line }) ? isPlayableMistake(id, line, new Game(module)) : isPlayable(line, new Game(module));
  } catch {
    return false; // the rules know no such position or action
  }
}

function isPlayableMistake(id: string, line: string, rules: Game): boolean {
  const mistake = readMistake(id, line);
  if (mistake === null) return false;
  rules.begin(mistake.fen);
  return legalActions(rules.state()).includes(mistake.action);
}

/** Whether the turn before leads to the solver's, and an answer of the line is legal there. */
function isPlayable(line: string, rules: Game): boolean {
  const puzzle = readPuzzle(line);
  const { first, accepted, before, played, goal } = puzzle;
  rules.begin(before);
  for (const action of played) rules.apply(action);
  const state = rules.state();
  const answers = first === null ? accepted : [first];
  return (
    goal.turns >= 1 &&
    readFen(state.fen).actor === solver(puzzle) &&
    answers.some((one) => legalActions(state).includes(one))
  );
}
