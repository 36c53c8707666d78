// Why an answer was wrong, as it is seen on the board: what is drawn, and which sentence fits. Every word of it is proven.
import type { Annotation, PathAnnotation } from '../board/annotation.ts';
import { isFace } from '../board/faces.ts';
import type { Step } from '../engine/game.ts';
import type { Escape, Judgement } from '../engine/judgement.ts';
import type { Cell, Face, Path, Square } from '../engine/vocabulary.ts';

type Cells = ReadonlyMap<Square, Cell>;

/** Which sentence, and what it speaks of. */
export type Reason =
  /** A face that was just placed lets a tile through. */
  | { readonly kind: 'through'; readonly square: Square; readonly face: Face; readonly run: Run }
  | { readonly kind: 'escape'; readonly run: Run }
  /** The opponent's reply takes a tile or a barragoon, or only moves away. */
  | { readonly kind: 'takes_tile' | 'takes_barragoon' | 'moves'; readonly run: Run }
  /** The opponent wins by force. */
  | { readonly kind: 'shut_in'; readonly square: Square; readonly face: Face }
  | { readonly kind: 'no_win' };

export interface Run {
  readonly tile: Cell;
  readonly start: Square;
  readonly target: Square;
  readonly takes: 'tile' | 'barragoon' | null;
}

export interface Explanation {
  readonly reason: Reason;
  readonly annotations: readonly Annotation[];
  /** How many other tiles of the opponent's can't move. */
  readonly held: number | null;
}

export interface Refutation {
  readonly judgement: Judgement;
  /** The steps of the person's answer and of the reply, the last of them last. */
  readonly answer: Step;
  readonly replies: readonly Step[];
  /** How the board stands after them, and which tiles the opponent has. */
  readonly cells: Cells;
  readonly opponentTiles: readonly Square[];
}

export function explain({ judgement, answer, replies, cells, opponentTiles }: Refutation): Explanation {
  const { escapes } = judgement;
  const best = worstEscape(escapes, answer);
  if (best) {
    const movable = new Set(escapes.map(({ move }) => move.slice(0, 2)));
    return {
      reason: escapeReason(best, answer, cells),
      annotations: drawEscapes(best, escapes, cells),
      held: opponentTiles.filter((square) => !movable.has(square)).length,
    };
  }
  const reply = replies.find(({ action, player }) => player !== answer.player && !action.startsWith('@'));
  if (reply) return { reason: replyReason(reply, cells), annotations: drawReply(reply), held: null };
  const placed = replies.findLast(({ action, player }) => player !== answer.player && action.startsWith('@'));
  if (placed) return { reason: placedReason(placed), annotations: [frame(placed)], held: null };
  return { reason: { kind: 'no_win' }, annotations: [], held: null };
}

// -- escapes -----------------------------------------------------------------------------------------------------

interface OnePath {
  readonly escape: Escape;
  readonly path: Path;
}

/** The run that teaches most: over the face that was just placed if there is one, else the shortest. */
function worstEscape(escapes: readonly Escape[], answer: Step): OnePath | null {
  const ways = escapes.flatMap((escape) => escape.paths.map((path) => ({ escape, path })));
  const placed = placedSquare(answer);
  const through = ways.find(({ path }) => placed !== null && path.slice(1, -1).includes(placed));
  return through ?? ways.sort((one, two) => one.path.length - two.path.length)[0] ?? null;
}

function placedSquare({ action }: Step): Square | null {
  return action.startsWith('@') ? (action.slice(1, 3) as Square) : null;
}

function escapeReason({ escape, path }: OnePath, answer: Step, cells: Cells): Reason {
  const run = runOf(escape.move, cells);
  const placed = placedSquare(answer);
  if (placed === null || !path.slice(1, -1).includes(placed)) return { kind: 'escape', run };
  return { kind: 'through', square: placed, face: answer.action.slice(3) as Face, run };
}

/** The run in full with its steps; other tiles that get away thin. */
function drawEscapes(best: OnePath, escapes: readonly Escape[], cells: Cells): Annotation[] {
  const start = best.escape.move.slice(0, 2);
  const others = new Map<string, Escape>();
  for (const escape of escapes) {
    const from = escape.move.slice(0, 2);
    if (from !== start && !others.has(from)) others.set(from, escape);
  }
  const thin = [...others.values()].flatMap(({ paths }) => paths.slice(0, 1));
  return [...thin.map((path) => draw(path, cells, 'thin')), draw(best.path, cells, 'full')];
}

function draw(squares: Path, cells: Cells, weight: PathAnnotation['weight']): PathAnnotation {
  const target = takenKind(cells.get(squares.at(-1) ?? 'a1'));
  return { kind: 'path', squares, tone: 'takes', weight, target: target ?? 'empty', numbered: weight === 'full' };
}

function takenKind(cell: Cell | undefined): Run['takes'] {
  if (cell === undefined) return null;
  return isFace(cell) ? 'barragoon' : 'tile';
}

function runOf(move: string, cells: Cells): Run {
  const [start, target] = [move.slice(0, 2) as Square, move.slice(2) as Square];
  return { tile: cells.get(start) ?? 'Z', start, target, takes: takenKind(cells.get(target)) };
}

// -- replies -----------------------------------------------------------------------------------------------------

function replyReason({ action, captured }: Step, cells: Cells): Reason {
  const [start, target] = [action.slice(0, 2) as Square, action.slice(2) as Square];
  const takes = captured ? takenKind(captured) : null;
  const tile = takes === 'tile' && captured ? captured : (cells.get(target) ?? 'Z');
  const run: Run = { tile, start, target, takes };
  return { kind: takes === null ? 'moves' : `takes_${takes}`, run };
}

function placedReason({ action }: Step): Reason {
  return { kind: 'shut_in', square: action.slice(1, 3) as Square, face: action.slice(3) as Face };
}

function drawReply({ paths }: Step): Annotation[] {
  const [squares] = paths ?? [];
  if (!squares) return [];
  return [{ kind: 'path', squares, tone: 'takes', weight: 'full', target: 'tile', arrow: false, numbered: true }];
}

/** A frame round what the opponent has placed. */
function frame({ action, player }: Step): Annotation {
  const [square, face] = [action.slice(1, 3) as Square, action.slice(3) as Face];
  return { kind: 'ghost', square, face, owner: player, isOpponent: true };
}
