// What is said under the board of a level: the result first, then what follows from it.
import { isFace } from '../board/faces.ts';
import { readFen } from '../engine/fen.ts';
import type { MoveKind } from '../engine/game_words.ts';
import type { Escape } from '../engine/judgement.ts';
import type { Action, Cell, Face, Path, Square } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import type { LevelWords, Say } from '../languages/learn.ts';
import { cellWords, faceWords, objectionWords, tileWords } from '../languages/words.ts';
import { ghost, movesFrom } from '../play/choice.ts';
import { reached } from './goals/flags.ts';
import { isHunt, SPARE_TURNS } from './goals/win.ts';
import { groupOf, isTaught } from './levels.ts';
import type { LevelTable } from './level_table.svelte.ts';
import type { Verdict } from './verdict.ts';

export interface Message {
  /** Neutral: nothing is wrong, but there is something to decide. */
  readonly tone: 'good' | 'bad' | 'neutral' | 'plain';
  readonly title: string;
  readonly text: string;
}

export const pathText = (path: Path): string => path.join('–');

export function messageOf(table: LevelTable, words: LevelWords, speak: Say): Message {
  const { verdict } = table;
  if (table.isDone) return { tone: 'good', title: doneTitle(table, speak), text: words.done };
  if (table.failure !== null) return { tone: 'bad', title: failureText(table, speak), text: '' };
  if (table.problem) return { tone: 'bad', title: '', text: say('problem.engine', { problem: table.problem }) };
  if (table.isUntaught || isEarly(table)) return { tone: 'bad', title: '', text: speak('taken_later') };
  if (table.objection) return { tone: 'bad', title: '', text: objectionWords(table.objection, table.now.turn) };
  if (table.question.taps !== null) return missing(table.question.taps.missing[0], speak);
  if (table.question.end !== null) return { tone: 'bad', title: speak('not_yet'), text: endText(table, speak) };
  if (verdict.kind !== 'going') return judged(table, verdict, words, speak);
  return { tone: 'plain', ...going(table, words, speak) };
}

/** Too near to take something, where captures are not taught yet. */
const isEarly = ({ objection, level }: LevelTable): boolean =>
  typeof objection === 'object' && objection?.rule === 'short_capture' && !isTaught('takes tile', level.id);

function missing(square: Square | undefined, speak: Say): Message {
  return { tone: 'bad', title: speak('not_yet'), text: square === undefined ? '' : speak('tap.missing', { square }) };
}

function doneTitle({ level: { goal }, moves }: LevelTable, speak: Say): string {
  const par = goal.kind === 'flags' || goal.kind === 'free' ? goal.par : goal.kind === 'win' ? goal.turns : moves;
  return moves > par ? speak('done.slow', { count: moves, par }) : speak('done');
}

function failureText({ failure, level: { goal } }: LevelTable, speak: Say): string {
  const most = goal.kind === 'win' ? goal.turns + SPARE_TURNS : 0;
  return failure === null ? '' : speak(failure, { most });
}

/** An answer that does not reach the goal, or not as it should. */
function judged(table: LevelTable, verdict: Verdict, words: LevelWords, speak: Say): Message {
  switch (verdict.kind) {
    case 'slower':
    case 'unproven':
      return { tone: 'neutral', title: '', text: speak(verdict.kind) };
    case 'slipped':
      return { tone: 'neutral', title: '', text: speak('slipped', { had: verdict.had, none: verdict.none }) };
    case 'wrong':
      return { tone: 'bad', title: speak('not_yet'), text: fault(table, verdict, words, speak) };
    default:
      return { tone: 'plain', title: '', text: '' };
  }
}

function fault(
  table: LevelTable,
  { fault: kind, line, escapes = [] }: Extract<Verdict, { kind: 'wrong' }>,
  words: LevelWords,
  speak: Say,
): string {
  const [escape] = escapes;
  if (kind === 'level') return words.wrong ?? '';
  if (kind === 'escapes' && escape) return escapeText(table.fields.cells, escape, speak);
  const reply = replyText(table, line, speak);
  if (kind === 'escapes' || reply === '') return speak('refuted.plain');
  return speak(kind, { reply });
}

/** Why a position does not end as was said; the board shows it. */
function endText({ question: { endReason: why }, fields }: LevelTable, speak: Say): string {
  if (why === null) return speak('end.wrong');
  if (why.end === 'goes_on') return escapeText(fields.cells, why.escape, speak);
  if (why.end === 'draw') return speak('end.why.draw');
  const { holders, tiles } = why;
  if (holders.length === 0) return speak('end.wrong');
  return speak(tiles.length === 1 ? 'end.why.lost' : 'end.why.lost.all', { squares: holders.join(', ') });
}

/** "The 2-tile on a9 still runs a9–a8–a7." */
export function escapeText(cells: ReadonlyMap<Square, Cell>, { move, paths }: Escape, speak: Say): string {
  const [square, target] = [move.slice(0, 2) as Square, move.slice(2) as Square];
  const tile = tileWords(cells.get(square) ?? 'z');
  const taken = cells.get(target);
  const path = pathText(paths[0] ?? [square, target]);
  if (taken === undefined) return speak('escape', { tile, square, path });
  return speak('escape.takes', { tile, square, path, taken: cellWords(taken) });
}

/** What Brown has played of a line on the board, a sentence for each action. */
function replyText(table: LevelTable, line: readonly Action[], speak: Say): string {
  const steps = table.steps.slice(-line.length);
  return steps
    .filter(({ player }) => player === 'brown')
    .map(({ action, captured }) => replySentence(action, (captured ?? '') !== '', speak))
    .join(' ');
}

/** "On c4, Brown places Two Ways: straight on going up or down." */
export function replySentence(action: Action, isCapture: boolean, speak: Say): string {
  if (action.startsWith('@')) return speak('reply.place', placementValues(action));
  return speak(isCapture ? 'reply.takes' : 'reply.move', { start: action.slice(0, 2), target: action.slice(2) });
}

/** The square of a placement, and its face as it is said. */
export function placementValues(placement: Action): { square: string; face: string } {
  return { square: placement.slice(1, 3), face: faceWords(placement.slice(3) as Face) };
}

/** Nothing is decided: a hint, what is pointed at, how far one has come. */
function going(table: LevelTable, words: LevelWords, speak: Say): { title: string; text: string } {
  const text = (sentence: string): { title: string; text: string } => ({ title: '', text: sentence });
  const { choice } = table;
  if (ghost(choice)) return text(say('place.commit'));
  if (table.hintStep > 0 && table.hinted) return text(hintText(table.hinted.action, table.hintStep, speak));
  if (table.explainedSquare) {
    const cell = table.now.cells.get(table.explainedSquare);
    if (cell && isFace(cell)) return text(say('square.face', { square: table.explainedSquare, face: faceWords(cell) }));
  }
  if (table.isBusy && table.now.actor === 'brown' && !table.level.alone) return text(speak('thinking'));
  if (choice.phase === 'place') return text(placing(choice, speak));
  if (choice.phase === 'target' && groupOf(table.level.id) <= LAST_WITH_MARKS) {
    const marks = marksText(new Set(movesFrom(choice, table.options.moves).map(({ kind }) => kind)), speak);
    if (marks !== '') return text(marks);
  }
  if (table.verdict.kind === 'going' && table.verdict.advice)
    return text(`${words.wrong ?? ''} ${speak('advice.again')}`.trim());
  return progressText(table, speak);
}

/** Later groups are for who knows what a ring and a frame are. */
const LAST_WITH_MARKS = 3;

/** What the marks on the board mean, where there are others than dots. */
function marksText(kinds: ReadonlySet<MoveKind>, speak: Say): string {
  const parts = [
    kinds.has('full') ? speak('marks.dot') : '',
    kinds.has('short') ? speak('marks.ring') : '',
    kinds.has('takes tile') || kinds.has('takes barragoon') ? speak('marks.frame') : '',
  ].filter((part) => part !== '');
  return kinds.has('full') && parts.length === 1 ? '' : parts.join(' ');
}

function placing({ face, square }: { face: Face | null; square: Square | null }, speak: Say): string {
  if (face !== null) return say('place.square');
  return square === null ? speak('place') : say('place.pick');
}

function hintText(action: Action, step: 1 | 2 | 0, speak: Say): string {
  const isPlacement = action.startsWith('@');
  if (step === 1) return speak('hint.tile', { square: isPlacement ? action.slice(1, 3) : action.slice(0, 2) });
  if (!isPlacement) return speak('hint.move', { start: action.slice(0, 2), target: action.slice(2) });
  return speak('hint.place', placementValues(action));
}

function progressText(
  { level: { goal }, played, moves, question }: LevelTable,
  speak: Say,
): { title: string; text: string } {
  if (goal.kind === 'tapAll') return { title: '', text: speak('tap.count', { count: question.tapped.size }) };
  if (goal.kind !== 'flags' || moves === 0) return { title: '', text: '' };
  const count = goal.squares.length;
  const number = reached(goal, played).length;
  const left = goal.par - moves;
  const title = number > 0 ? speak('flag', { number, count }) : '';
  if (left < count - number) return { title, text: '' };
  return { title, text: left === 1 ? speak('left.one') : speak('left.many', { count: left }) };
}

/** How much of its par an attempt has used; null where nothing is counted. */
export function countText({ level: { goal }, moves }: LevelTable, speak: Say): string | null {
  if (goal.kind === 'flags' || goal.kind === 'free') return speak('moves', { count: moves, par: goal.par });
  if (goal.kind === 'win' && isHunt(goal)) return speak('turns', { count: moves + 1, par: goal.turns });
  return null;
}

/** Whether barragoons are placed in a level, so that there must be room for the tray. */
export function mayPlace(fen: string): boolean {
  return readFen(fen).reserve > 0;
}
