// What a player is in the middle of choosing: a tile, its target, a barragoon's face and square. Plain values in, plain
// values out; it knows only which actions are legal, not why.
import { faceOf, headingOf, rotated, symbolOf, SYMBOLS } from '../board/faces.ts';
import type { Input } from '../board/input.ts';
import type { LegalMove } from '../engine/game.ts';
import type { Action, Face, Move, Placement, Square } from '../engine/vocabulary.ts';

export type Choice =
  | { readonly phase: 'wait' }
  | { readonly phase: 'tile' }
  | { readonly phase: 'target'; readonly start: Square }
  | { readonly phase: 'confirm'; readonly start: Square; readonly target: Square }
  | { readonly phase: 'place'; readonly face: Face | null; readonly square: Square | null };

/** What may be chosen from. `confirm` asks for one more tap before a move is made; placements always do. */
export interface Options {
  readonly moves: readonly LegalMove[];
  readonly placements: readonly Action[];
  readonly confirm: boolean;
  /** What was touched already, where that binds. */
  readonly touched: readonly Square[];
}

/** The next choice, and what came of the input. */
export interface Chosen {
  readonly choice: Choice;
  /** Decided: to be played. */
  readonly action?: Action;
  /** Touched, which binds where touch-move is played. */
  readonly touched?: Square;
  /** Not allowed: the rules say why. */
  readonly illegal?: Action;
}

/** Where choosing begins; a tile that was touched and must move is chosen already. */
export function begin({ moves, placements, touched }: Options): Choice {
  if (placements.length > 0) return { phase: 'place', face: null, square: null };
  const bound = touched.find((square) => moves.every(({ start }) => start === square));
  if (bound !== undefined && moves.length > 0) return { phase: 'target', start: bound };
  return { phase: moves.length > 0 ? 'tile' : 'wait' };
}

export function choose(choice: Choice, input: Input, options: Options): Chosen {
  switch (choice.phase) {
    case 'wait':
      return { choice };
    case 'tile':
      return input.kind === 'square' ? chooseTile(choice, input.square, options) : { choice };
    case 'target':
      return chooseTarget(choice, input, options);
    case 'confirm':
      return confirmMove(choice, input, options);
    case 'place':
      return place(choice, input, options);
  }
}

/** Whether what is being chosen can still be finished; it has to be the same position. */
export function mayGoOn(choice: Choice, { moves, placements }: Options): boolean {
  switch (choice.phase) {
    case 'wait':
    case 'tile':
      return false; // nothing was chosen yet
    case 'target':
      return moves.some(({ start }) => start === choice.start);
    case 'confirm':
      return moves.some(({ start, target }) => start === choice.start && target === choice.target);
    case 'place':
      return placements.length > 0;
  }
}

/** The moves that a chosen tile has, for the board to mark. */
export function movesFrom(choice: Choice, moves: readonly LegalMove[]): readonly LegalMove[] {
  return choice.phase === 'target' || choice.phase === 'confirm'
    ? moves.filter(({ start }) => start === choice.start)
    : [];
}

/** The placement that one more tap would commit. */
export function ghost(choice: Choice): Placement | null {
  if (choice.phase !== 'place' || choice.face === null || choice.square === null) return null;
  return `@${choice.square}${choice.face}`;
}

// -- moving ------------------------------------------------------------------------------------------------------

function chooseTile(choice: Choice, square: Square, { moves }: Options): Chosen {
  if (moves.some(({ start }) => start === square))
    return { choice: { phase: 'target', start: square }, touched: square };
  // The rules say what is wrong with a move from there; any target will do.
  return { choice, illegal: `${square}${square}`, touched: square };
}

function chooseTarget(choice: Choice & { phase: 'target' }, input: Input, options: Options): Chosen {
  if (input.kind === 'cancel') return { choice: { phase: 'tile' } };
  if (input.kind !== 'square') return { choice };
  const { start } = choice;
  const { square } = input;
  if (square === start) return { choice: { phase: 'tile' } };
  const move = options.moves.find((legal) => legal.start === start && legal.target === square);
  if (move)
    return options.confirm
      ? { choice: { phase: 'confirm', start, target: square }, touched: square }
      : decide(`${start}${square}`);
  if (options.moves.some((legal) => legal.start === square)) return chooseTile(choice, square, options);
  return { choice, illegal: `${start}${square}`, touched: square };
}

function confirmMove(choice: Choice & { phase: 'confirm' }, input: Input, options: Options): Chosen {
  const { start, target } = choice;
  const again = input.kind === 'square' && input.square === target;
  if (again || input.kind === 'commit') return decide(`${start}${target}`);
  if (input.kind === 'cancel') return { choice: { phase: 'target', start } };
  return input.kind === 'square' ? chooseTarget({ phase: 'target', start }, input, options) : { choice };
}

function decide(action: Move | Placement): Chosen {
  return { choice: { phase: 'wait' }, action };
}

// -- placing -----------------------------------------------------------------------------------------------------

function place(choice: Choice & { phase: 'place' }, input: Input, options: Options): Chosen {
  switch (input.kind) {
    case 'square':
      return placeOn(choice, input.square, options);
    case 'commit':
      return commit(choice, options);
    case 'cancel':
      return { choice: choice.square === null ? { ...choice, face: null } : { ...choice, square: null } };
    default:
      return { choice: { ...choice, face: turnedFace(choice.face, input) } };
  }
}

function placeOn(choice: Choice & { phase: 'place' }, square: Square, options: Options): Chosen {
  if (square === choice.square) return commit(choice, options);
  const free = options.placements.some((placement) => placement.startsWith(`@${square}`));
  return free ? { choice: { ...choice, square } } : { choice, illegal: `@${square}${choice.face ?? 'x'}` };
}

function commit(choice: Choice & { phase: 'place' }, { placements }: Options): Chosen {
  const placement = ghost(choice);
  if (placement === null) return { choice };
  return placements.includes(placement) ? decide(placement) : { choice, illegal: placement };
}

function turnedFace(face: Face | null, input: Input): Face | null {
  switch (input.kind) {
    case 'face':
      return input.face;
    case 'symbol': {
      const symbol = SYMBOLS[input.number - 1];
      return symbol === undefined ? face : faceOf(symbol, face === null ? 'north' : headingOf(face));
    }
    case 'heading':
      return face === null ? null : faceOf(symbolOf(face), input.heading);
    case 'rotate':
      if (face === null) return null;
      return input.counterclockwise ? rotated(rotated(rotated(face))) : rotated(face);
    default:
      return face;
  }
}
