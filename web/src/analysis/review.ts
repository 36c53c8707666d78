// The review of a game: what every action cost, which wins were missed, where the game was decided. reviewer.ts asks the
// engine; here is what follows from its answers.
import { tileColour } from '../board/tiles.ts';
import { readFen } from '../engine/fen.ts';
import type { Score } from '../engine/score.ts';
import { other, type Action, type Colour } from '../engine/vocabulary.ts';
import { chance, opposite } from './chances.ts';
import { START_ID, type TreeNode } from './tree.ts';

/** Losses above these, in points, are `?!`, `?` and `??`. */
export const THRESHOLDS = { dubious: 5, mistake: 10, blunder: 20 } as const;
/** Where a game is decided already, an action costs nothing any more. */
const DECIDED = 97;
/** Fewer counted actions say nothing about how well somebody played. */
const LEAST_COUNTED = 8;
const MOST_TURNING_POINTS = 3;
/** A side with so few tiles that can move is in its last phase. */
const FEW_MOVABLE = 2;

/** `!`: no other action would have done. */
export type Mark = '' | '!' | '?!' | '?' | '??';

/** What a search says of a position, for whoever must act there. */
export interface Looked {
  readonly score: Score;
  readonly line: readonly Action[];
}

/** All that was asked about a position. */
export interface Examined extends Looked {
  /** A win of the player to move that is proven; null where none is, or a barragoon is in hand. */
  readonly win: { readonly turns: number; readonly line: readonly Action[] } | null;
  /** How many tiles of each side can move, at the beginning of a turn. */
  readonly movable: Readonly<Record<Colour, number>> | null;
  /** What the best action besides the one that was played is worth, where it is much worse. */
  readonly second: Score | null;
}

export interface ReviewedAction {
  /** The node that it leads to. */
  readonly id: number;
  readonly action: Action;
  readonly player: Colour;
  /** The number of its turn. */
  readonly number: number;
  /** The player's chances, in points. */
  readonly before: number;
  readonly after: number;
  readonly loss: number;
  readonly isCounted: boolean;
  readonly mark: Mark;
  /** What the engine would have played, until the turn is over. */
  readonly best: readonly Action[];
  /** In how many turns a win was proven that is proven no longer. */
  readonly missedWin: number | null;
  /** Within how many turns the opponent wins by force now, and did not before. */
  readonly allowedWin: number | null;
}

/** The beginning of a turn. */
export interface ReviewedTurn {
  readonly id: number;
  readonly number: number;
  readonly player: Colour;
  /** White's chances. */
  readonly white: number;
  /** Who wins by force, as is proven. */
  readonly proven: Colour | null;
  /** In how many turns the player to move wins by force. */
  readonly win: number | null;
  readonly movable: Readonly<Record<Colour, number>>;
}

export interface Accuracy {
  readonly all: number;
  /** Null where there are too few. */
  readonly moves: number | null;
  readonly placements: number | null;
}

/** Until the first tile is captured; until a side has at most two tiles that can move; the rest. */
export const PHASES = ['opening', 'middle', 'end'] as const;
export type PhaseName = (typeof PHASES)[number];

export interface Phase {
  readonly name: PhaseName;
  /** The numbers of its first and its last turn. */
  readonly first: number;
  readonly last: number;
  /** Null where there are too few actions. */
  readonly accuracy: Readonly<Record<Colour, number | null>>;
}

export interface Review {
  readonly actions: readonly ReviewedAction[];
  readonly turns: readonly ReviewedTurn[];
  readonly accuracy: Readonly<Record<Colour, Accuracy | null>>;
  readonly phases: readonly Phase[];
  /** In the order of time. */
  readonly turningPoints: readonly ReviewedAction[];
  /** From this turn on the winner had a proven win until the end. */
  readonly decidedAt: ReviewedTurn | null;
}

type AllExamined = ReadonlyMap<number, Examined>;

export function reviewOf(line: readonly TreeNode[], examined: AllExamined): Review {
  const actions = judge(line, examined);
  const turns = line.flatMap((node): ReviewedTurn[] => {
    const { turn, hands, number } = readFen(node.fen);
    const found = examined.get(node.id);
    if (hands.length > 0 || !found) return [];
    const { win, movable, score } = found;
    const own = win ? 100 : chance(score);
    return [
      {
        ...{ id: node.id, number, player: turn, white: turn === 'white' ? own : 100 - own },
        proven: win ? turn : null,
        win: win?.turns ?? null,
        movable: movable ?? { white: 0, brown: 0 },
      },
    ];
  });
  return {
    actions,
    turns: provenForBoth(turns),
    accuracy: { white: accuracyOf(actions, 'white'), brown: accuracyOf(actions, 'brown') },
    phases: phasesOf(line, turns, actions),
    turningPoints: turningPointsOf(actions),
    decidedAt: decisionOf(turns),
  };
}

/** Between two of the winner's own turns that are proven, the opponent's turn is lost as well. */
function provenForBoth(turns: readonly ReviewedTurn[]): ReviewedTurn[] {
  return turns.map((turn, index) => {
    const [before, after] = [turns[index - 1]?.proven ?? null, turns[index + 1]?.proven ?? null];
    const isBetween = turn.proven === null && before !== null && before !== turn.player && before === after;
    return isBetween ? { ...turn, proven: before, white: before === 'white' ? 100 : 0 } : turn;
  });
}

export function judge(line: readonly TreeNode[], examined: AllExamined): ReviewedAction[] {
  return line.slice(1).flatMap((node, index): ReviewedAction[] => {
    const parent = line[index];
    const [was, is] = [examined.get(parent?.id ?? -1), examined.get(node.id)];
    if (!parent || !was || !is || node.action === '') return [];
    const { actor: player, number } = readFen(parent.fen);
    const stays = readFen(node.fen).actor === player;
    const missedWin = missed(line, index, player, examined);
    const before = missedWin === null ? chance(was.score) : 100;
    const after = chance(stays ? is.score : opposite(is.score));
    const loss = Math.max(0, before - after);
    const isDecided = (before >= DECIDED && after >= DECIDED) || (before <= 100 - DECIDED && after <= 100 - DECIDED);
    const best = missedWin === null ? was.line : (examined.get(turnStart(line, index))?.win?.line ?? was.line);
    const isOnly = was.second !== null && loss <= THRESHOLDS.dubious;
    return [
      {
        ...{ id: node.id, action: node.action, player, number, before, after, loss },
        isCounted: !isDecided,
        mark: isDecided ? '' : isOnly ? '!' : markOf(loss),
        best: wholeTurn(best),
        missedWin,
        allowedWin: allowed(line, index, player, examined),
      },
    ];
  });
}

function markOf(loss: number): Mark {
  if (loss > THRESHOLDS.blunder) return '??';
  if (loss > THRESHOLDS.mistake) return '?';
  return loss > THRESHOLDS.dubious ? '?!' : '';
}

/** A line until its first turn is over. */
export function wholeTurn(line: readonly Action[]): readonly Action[] {
  const next = line.findIndex((action, index) => index > 0 && !action.startsWith('@'));
  return next < 0 ? line : line.slice(0, next);
}

/** The node at which the turn of the action after a place in the line began. */
function turnStart(line: readonly TreeNode[], index: number): number {
  let at = index;
  while (at > 0 && readFen(line[at]?.fen ?? '').hands.length > 0) at -= 1;
  return line[at]?.id ?? START_ID;
}

/** Only the move of a turn is blamed: a win that is lost by a placement shows in what the action cost. */
function missed(line: readonly TreeNode[], index: number, player: Colour, examined: AllExamined): number | null {
  const start = line[index];
  const win = start ? examined.get(start.id)?.win : null;
  if (!start || !win || readFen(start.fen).turn !== player) return null;
  const next = line.slice(index + 1).find((node) => {
    const { hands, turn } = readFen(node.fen);
    return hands.length === 0 && turn === player;
  });
  // The game ended before the player's next turn: it was won, or lost by agreement.
  if (next === undefined) return null;
  return examined.get(next.id)?.win ? null : win.turns;
}

function allowed(line: readonly TreeNode[], index: number, player: Colour, examined: AllExamined): number | null {
  const after = line[index + 1];
  if (!after) return null;
  const { hands, turn } = readFen(after.fen);
  const win = hands.length === 0 && turn === other(player) ? examined.get(after.id)?.win : null;
  if (!win || win.turns > 2) return null;
  const before = line.slice(0, index + 1).findLast((node) => {
    const fields = readFen(node.fen);
    return fields.hands.length === 0 && fields.turn === other(player);
  });
  return before && examined.get(before.id)?.win ? null : win.turns;
}

/** Half as good for every ten points that an action costs. */
const goodness = (loss: number): number => 100 * 2 ** (-loss / 10);

function mean(actions: readonly ReviewedAction[]): number | null {
  if (actions.length < LEAST_COUNTED) return null;
  return actions.reduce((sum, { loss }) => sum + goodness(loss), 0) / actions.length;
}

function accuracyOf(actions: readonly ReviewedAction[], player: Colour): Accuracy | null {
  const counted = actions.filter((action) => action.player === player && action.isCounted);
  const all = mean(counted);
  const placed = counted.filter(({ action }) => action.startsWith('@'));
  const moved = counted.filter(({ action }) => !action.startsWith('@'));
  return all === null ? null : { all, moves: mean(moved), placements: mean(placed) };
}

/** How many tiles stand on a board. */
function tileCount(fen: string): number {
  return [...readFen(fen).cells.values()].filter((cell) => tileColour(cell) !== null).length;
}

function phasesOf(
  line: readonly TreeNode[],
  turns: readonly ReviewedTurn[],
  actions: readonly ReviewedAction[],
): Phase[] {
  const fens = new Map(line.map(({ id, fen }) => [id, fen]));
  const tiles = turns.map(({ id }) => tileCount(fens.get(id) ?? ''));
  const from = (index: number): number => (index < 0 ? turns.length : index);
  const capture = from(tiles.findIndex((count) => count < (tiles[0] ?? 0)));
  const few = from(
    turns.findIndex(({ movable }, index) => index >= capture && Math.min(movable.white, movable.brown) <= FEW_MOVABLE),
  );
  const places = new Map(line.map(({ id }, place) => [id, place]));
  const placeOf = (turn: number): number => places.get(turns[turn]?.id ?? -1) ?? line.length;
  return [0, capture, few].flatMap((begin, index): Phase[] => {
    const end = [capture, few, turns.length][index] ?? 0;
    const name = PHASES[index];
    const [first, last] = [turns[begin], turns[end - 1]];
    if (begin >= end || !name || !first || !last) return [];
    const isWithin = ({ id }: ReviewedAction): boolean => {
      const place = places.get(id) ?? -1;
      return place > placeOf(begin) && place <= placeOf(end);
    };
    const of = (colour: Colour): number | null =>
      mean(actions.filter((action) => action.player === colour && action.isCounted && isWithin(action)));
    return [{ name, first: first.number, last: last.number, accuracy: { white: of('white'), brown: of('brown') } }];
  });
}

/** The most costly actions, missed wins first, in the order of time. */
function turningPointsOf(actions: readonly ReviewedAction[]): ReviewedAction[] {
  const weight = ({ missedWin, loss }: ReviewedAction): number => (missedWin === null ? 0 : 1_000) + loss;
  const worst = actions
    .filter(({ missedWin, loss, isCounted }) => missedWin !== null || (isCounted && loss > THRESHOLDS.mistake))
    .toSorted((one, two) => weight(two) - weight(one))
    .slice(0, MOST_TURNING_POINTS);
  return actions.filter((action) => worst.includes(action));
}

function decisionOf(turns: readonly ReviewedTurn[]): ReviewedTurn | null {
  const winner = turns.findLast(({ proven }) => proven !== null)?.proven;
  if (winner == null) return null;
  const own = turns.filter(({ player }) => player === winner);
  if (own.at(-1)?.proven !== winner) return null;
  return own.slice(own.findLastIndex(({ proven }) => proven !== winner) + 1)[0] ?? null;
}

/** One's own costly actions, the most costly first. */
export function mistakesOf({ actions }: Review, player: Colour): ReviewedAction[] {
  const isCostly = ({ missedWin, allowedWin, loss, isCounted }: ReviewedAction): boolean =>
    missedWin !== null || (isCounted && (allowedWin !== null || loss > THRESHOLDS.mistake));
  const weight = ({ missedWin, loss }: ReviewedAction): number => (missedWin === null ? 0 : 100) + loss;
  return actions
    .filter((action) => action.player === player && isCostly(action))
    .toSorted((one, two) => weight(two) - weight(one))
    .slice(0, 6);
}
