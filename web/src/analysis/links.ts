// Positions and games in the fragment of an address, which no server sees: #p1.<board>.<rest> and
// #g1.<start>.<actions>.<at>. A board is its 63 cells as one number, an action is its id, all in base64url digits.
// Behind the address of a game that is kept, a number alone says after how many actions it is looked at.
import { openStart, readFen, writeFen, type Fields } from '../engine/fen.ts';
import { START, type Action, type Cell, type Colour, type Square } from '../engine/vocabulary.ts';
import { SQUARES } from '../board/squares.ts';

export interface Linked {
  readonly fen: string;
  readonly actions: readonly Action[];
  /** After how many actions the board is looked at. */
  readonly at: number;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** What can stand on a square, in an order that never changes. */
const STATES = '.x^>Y<|-NESWnesw+ZDVzdv';
const BOARD_DIGITS = 48;
const HANDS: readonly (readonly Colour[])[] = [[], ['white'], ['brown'], ['white', 'brown'], ['brown', 'white']];
/** How many values each field has, from the last: whose turn, hands, reserve, two stages. The number of the turn is left. */
const RADIX = [2, HANDS.length, 25, 3, 3] as const;
/** More than games have; each is played when the link is opened. */
const MOST_ACTIONS = 1500;
/** In characters: two for each action, and what stands before and after them. */
const LONGEST = 2 * MOST_ACTIONS + 100;

/** Null for a set-up that a link can't hold, such as one with a reserve of 30. */
export function positionLink(fen: string): string | null {
  const position = writePosition(fen);
  return position === null ? null : `#p1.${position}`;
}

/** Null where a link can't hold the start, an action, or so many of them. `ids` are all actions by their ids, as the engine lists them. */
export function gameLink({ fen, actions, at }: Linked, ids: readonly Action[]): string | null {
  if (actions.length > MOST_ACTIONS) return null;
  const numbers = new Map(ids.map((action, id) => [action, id]));
  const start = fen === START.fen ? 'c' : fen === openStart() ? 'o' : writePosition(fen)?.replace('.', '~');
  if (start === undefined || !actions.every((action) => numbers.has(action))) return null;
  const moves = actions.map((action) => digits(BigInt(numbers.get(action) ?? 0), 2)).join('');
  return `#g1.${start}.${moves}${at === actions.length ? '' : `.${at}`}`;
}

/** Null for what is no link; whether its actions are legal, the engine knows. */
export function readLink(hash: string, ids: readonly Action[]): Linked | null {
  if (hash.length > LONGEST) return null;
  const [kind, ...parts] = hash.replace(/^#/, '').split('.');
  if (kind === 'p1' && parts.length === 2) return still(readPosition(parts.join('.')));
  if (kind !== 'g1' || parts.length < 2 || parts.length > 3) return null;
  const [start = '', moves = '', at] = parts;
  const fen = start === 'c' ? START.fen : start === 'o' ? openStart() : readPosition(start.replace('~', '.'));
  if (fen === null || moves.length % 2 === 1 || moves.length > 2 * MOST_ACTIONS) return null;
  const actions = (moves.match(/../g) ?? []).map((pair) => ids[Number(numberOf(pair) ?? -1n)]);
  if (!actions.every((action) => action !== undefined)) return null;
  const shown = at === undefined ? actions.length : Number(at);
  return Number.isInteger(shown) && shown >= 0 && shown <= actions.length ? { fen, actions, at: shown } : null;
}

/** After how many actions a game shall be looked at; null where the address does not say. */
export function readStep(hash: string): number | null {
  return /^#\d{1,5}$/.test(hash) ? Number(hash.slice(1)) : null;
}

const still = (fen: string | null): Linked | null => (fen === null ? null : { fen, actions: [], at: 0 });

// -- positions ---------------------------------------------------------------------------------------------------

/** Null for what would be read as something else. */
function writePosition(fen: string): string | null {
  const { cells, turn, hands, reserve, stages, number } = readFen(fen);
  const board = SQUARES.reduce(
    (sum, square) => sum * BigInt(STATES.length) + BigInt(STATES.indexOf(cells.get(square) ?? '.')),
    0n,
  );
  const inHand = HANDS.findIndex((one) => one.join() === hands.join());
  const values = [turn === 'white' ? 0 : 1, Math.max(0, inHand), reserve, ...stages];
  const rest = values.reduceRight((sum, value, place) => sum * (RADIX[place] ?? 1) + value, number);
  if (!Number.isSafeInteger(rest) || rest < 0) return null;
  const position = `${digits(board, BOARD_DIGITS)}.${digits(BigInt(rest), 1)}`;
  return readPosition(position) === fen ? position : null;
}

/** The FEN of a position; whether a game can get there, the engine knows. */
function readPosition(text: string): string | null {
  const [first = '', second = ''] = text.split('.');
  let board = numberOf(first);
  const rest = numberOf(second);
  if (board === null || rest === null || first.length !== BOARD_DIGITS || second.length > 8) return null;
  const cells = new Map<Square, Cell>();
  for (const square of SQUARES.toReversed()) {
    const state = STATES[Number(board % BigInt(STATES.length))] ?? '.';
    if (state !== '.') cells.set(square, state as Cell);
    board /= BigInt(STATES.length);
  }
  if (board > 0n) return null;
  let left = Number(rest);
  const [turn = 0, hands = 0, reserve = 0, white = 0, brown = 0] = RADIX.map((radix) => {
    const value = left % radix;
    left = Math.floor(left / radix);
    return value;
  });
  const fields: Omit<Fields, 'actor'> = {
    cells,
    turn: turn === 0 ? 'white' : 'brown',
    hands: HANDS[hands] ?? [],
    reserve,
    stages: [white, brown],
    number: left,
  };
  return writeFen(fields);
}

// -- numbers -----------------------------------------------------------------------------------------------------

function digits(number: bigint, least: number): string {
  let text = '';
  for (let left = number; left > 0n; left /= 64n) text = (DIGITS[Number(left % 64n)] ?? '') + text;
  return text.padStart(least, DIGITS[0]);
}

/** Null where something else is among the digits. */
function numberOf(text: string): bigint | null {
  const values = Array.from(text, (digit) => DIGITS.indexOf(digit));
  if (text === '' || values.includes(-1)) return null;
  return values.reduce((sum, value) => sum * 64n + BigInt(value), 0n);
}
