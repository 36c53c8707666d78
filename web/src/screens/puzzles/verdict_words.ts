// What is said of an answer: one word first, then the reason, then what it means.
import { other, type Colour, type Face } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import { sayOfPuzzles } from '../../languages/puzzles.svelte.ts';
import { faceWords, tileWords } from '../../languages/words.ts';
import type { Explanation, Reason } from '../../puzzles/explanation.ts';
import type { PuzzleTable } from '../../puzzles/puzzle_table.svelte.ts';

export interface Verdict {
  readonly tone: 'plain' | 'right' | 'wrong' | 'neutral';
  /** The word that comes first. */
  readonly word: string;
  /** The reason; a face is drawn where {face} stands. */
  readonly text: string;
  readonly face?: Face;
  readonly note?: string;
}

export function goalWords({ goal }: PuzzleTable['puzzle'], player: Colour): string {
  const values = { player: say(player), turns: goal.turns };
  if (goal.kind === 'hold') return sayOfPuzzles('goal.hold', values);
  return sayOfPuzzles(goal.turns === 1 ? 'goal.this' : 'goal.in', values);
}

export function noWinWords(turns: number): string {
  return turns === 1 ? sayOfPuzzles('no_win.this') : sayOfPuzzles('no_win', { turns });
}

export function heldWords(count: number): string {
  if (count === 0) return sayOfPuzzles('held.0');
  return count === 1 ? sayOfPuzzles('held.1') : sayOfPuzzles('held.n', { count });
}

/** The whole verdict as it is read out. */
export function spokenVerdict({ word, text, face, note = '' }: Verdict, orientation: Colour): string {
  const sentence = face === undefined ? text : text.replace('{face}', faceWords(face, orientation));
  return [word, sentence, note].join(' ').trim();
}

export function verdictOf(table: PuzzleTable, explanation: Explanation | null): Verdict {
  const opponent = say(other(table.player));
  const { judgement } = table;
  switch (table.phase) {
    case 'opening':
      return { tone: 'plain', word: '', text: sayOfPuzzles('opening', { player: opponent }) };
    case 'judging':
      return { tone: 'plain', word: '', text: sayOfPuzzles('judging') };
    case 'replying':
      if (judgement?.grade === 'wrong') return { tone: 'wrong', word: sayOfPuzzles('wrong'), text: '' };
      return { tone: 'right', word: '', text: sayOfPuzzles('replying', { player: opponent }) };
    case 'slower':
      return {
        tone: 'neutral',
        word: sayOfPuzzles('slower'),
        text: sayOfPuzzles('slower.text', { turns: judgement?.turns ?? 0 }),
      };
    case 'unproven':
      return { tone: 'neutral', word: sayOfPuzzles('unproven'), text: sayOfPuzzles('unproven.text') };
    case 'wrong':
      return wrongVerdict(table, explanation);
    case 'solved':
    case 'shown':
      return { tone: 'right', word: sayOfPuzzles(table.phase), text: endWords(table) };
    case 'failed':
      return { tone: 'wrong', word: '', text: sayOfPuzzles('failed') };
    case 'showing':
      return { tone: 'plain', word: sayOfPuzzles('shown'), text: '' };
    case 'solving':
      return solvingVerdict(table);
  }
}

function solvingVerdict(table: PuzzleTable): Verdict {
  if (table.hint) return { tone: 'neutral', word: '', text: hintWords(table.hint, table.orientation) };
  const isGoingOn = table.judgement?.grade === 'right';
  if (!isGoingOn) return { tone: 'plain', word: '', text: '' };
  const isPlacing = table.now.hands.length > 0;
  return { tone: 'right', word: '', text: sayOfPuzzles(isPlacing ? 'place_now' : 'go_on'), note: leftWords(table) };
}

function leftWords({ turnsLeft, puzzle }: PuzzleTable): string {
  if (puzzle.goal.turns === 1) return '';
  return turnsLeft === 1 ? sayOfPuzzles('goal.last') : sayOfPuzzles('goal.left', { turns: turnsLeft });
}

function hintWords({ action, step }: NonNullable<PuzzleTable['hint']>, orientation: Colour): string {
  if (action.startsWith('@')) {
    const square = action.slice(1, 3);
    if (step === 1) return sayOfPuzzles('hint.square', { square });
    return sayOfPuzzles('hint.face', { square, face: faceWords(action.slice(3) as Face, orientation) });
  }
  const [start, target] = [action.slice(0, 2), action.slice(2)];
  return step === 1 ? sayOfPuzzles('hint.tile', { square: start }) : sayOfPuzzles('hint.move', { start, target });
}

function wrongVerdict(table: PuzzleTable, explanation: Explanation | null): Verdict {
  const word = sayOfPuzzles('wrong');
  const turns = table.puzzle.goal.turns;
  if (explanation === null) return { tone: 'wrong', word, text: noWinWords(turns) };
  const { reason, held } = explanation;
  const isEscape = reason.kind === 'escape' || reason.kind === 'through';
  const isLost = reason.kind === 'shut_in' || reason.kind === 'no_win';
  const note = held !== null ? heldWords(held) : isEscape || isLost ? '' : noWinWords(turns);
  const text = reason.kind === 'no_win' ? noWinWords(turns) : reasonWords(reason, table);
  return { tone: 'wrong', word, text, note, ...('face' in reason ? { face: reason.face } : {}) };
}

function reasonWords(reason: Exclude<Reason, { kind: 'no_win' }>, { player, state }: PuzzleTable): string {
  if (reason.kind === 'shut_in')
    return sayOfPuzzles(state.outcome?.reason === 'blocked' ? 'shut_in' : 'shut_in.few', { square: reason.square });
  const { tile, start, target, takes } = reason.run;
  const values = { player: say(other(player)), tile: tileWords(tile), start, target };
  if (reason.kind === 'through')
    return sayOfPuzzles(takes ? 'through.takes' : 'through', { ...values, square: reason.square });
  if (reason.kind === 'escape') return sayOfPuzzles(takes ? 'escape.takes' : 'escape', values);
  return sayOfPuzzles(reason.kind, values);
}

/** Why it is solved. */
function endWords({ puzzle, player, state }: PuzzleTable): string {
  if (puzzle.goal.kind === 'hold') return sayOfPuzzles('end.hold');
  const reason = state.outcome?.reason;
  const known = reason === 'no tiles' || reason === 'express rule' ? reason : 'blocked';
  return sayOfPuzzles(`end.${known}`, { player: say(other(player)) });
}
