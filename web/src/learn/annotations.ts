// What a level draws on its board: flags, marked squares, hints, and the paths by which tiles got away.
import type { Annotation } from '../board/annotation.ts';
import { isFace } from '../board/faces.ts';
import type { Cell, Face, Path, Square } from '../engine/vocabulary.ts';
import { reached } from './goals/flags.ts';
import type { EndReason } from './goals/lost_or_not.ts';
import type { LevelTable } from './level_table.svelte.ts';

export function annotationsOf(table: LevelTable): Annotation[] {
  const { cells } = table.fields;
  return [
    ...flags(table),
    ...tints(table),
    ...(table.hintStep === 0 || table.isAnswered ? [] : hint(table)),
    ...table.escapes.map((squares) => run(squares, 'takes', cells)),
    ...(table.question.endReason === null ? [] : reason(table.question.endReason, cells)),
  ];
}

/** Why a position does not end as was said. */
function reason(why: EndReason, cells: ReadonlyMap<Square, Cell>): Annotation[] {
  if (why.end === 'goes_on') return why.escape.paths.slice(0, 1).map((squares) => run(squares, 'may', cells));
  if (why.end === 'draw') return why.runs.map((squares) => run(squares, 'ran', cells));
  return [
    ...why.tiles.map((square) => tint(square, 'bad')),
    ...why.holders.map((square): Annotation => ({ kind: 'rim', square, tone: 'takes', width: 'wide' })),
  ];
}

function flags({ level: { goal }, played }: LevelTable): Annotation[] {
  if (goal.kind !== 'flags') return [];
  const done = reached(goal, played);
  return goal.squares.map((square, index) => {
    return { kind: 'flag', square, number: index + 1, isReached: done.includes(square) };
  });
}

/** The squares that were marked, one that was marked wrongly or forgotten, and the tile that is to be freed. */
function tints({ level: { goal }, question: { tapped, taps } }: LevelTable): Annotation[] {
  const wrong = [...(taps?.surplus ?? []), ...(taps?.missing ?? [])].slice(0, 1);
  const chosen = [...(goal.kind === 'free' ? [goal.square] : []), ...tapped];
  return [...chosen.map((square) => tint(square, 'chosen')), ...wrong.map((square) => tint(square, 'bad'))];
}

const tint = (square: Square, tone: 'chosen' | 'bad'): Annotation => ({ kind: 'tint', square, tone });

/** First which tile or square, then the path or the face. */
function hint({ hinted, hintStep, fields }: LevelTable): Annotation[] {
  if (hinted === null) return [];
  const { action, paths } = hinted;
  const isPlacement = action.startsWith('@');
  const square = (isPlacement ? action.slice(1, 3) : action.slice(0, 2)) as Square;
  if (hintStep === 1) return [tint(square, 'chosen')];
  if (isPlacement) return [{ kind: 'ghost', square, face: action.slice(3) as Face, owner: 'white' }];
  return paths.slice(0, 1).map((squares) => run(squares, 'may', fields.cells));
}

function run(squares: Path, tone: 'may' | 'ran' | 'takes', cells: ReadonlyMap<Square, Cell>): Annotation {
  const cell = cells.get(squares.at(-1) ?? 'a1');
  const target = cell === undefined ? 'empty' : isFace(cell) ? 'barragoon' : 'tile';
  return { kind: 'path', squares, tone, weight: 'full', target, numbered: true };
}
