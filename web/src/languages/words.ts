// Sentences about a game, made of messages: squares and faces as they are spoken, who must do what, why not.
import type { Annotation, FlagAnnotation } from '../board/annotation.ts';
import type { Marks } from '../board/marks.ts';
import { tileColour, tileValue } from '../board/tiles.ts';
import type { Fields } from '../engine/fen.ts';
import { headingOf, HEADINGS, isFace, swapped, symbolOf } from '../board/faces.ts';
import type { Objection, Outcome, Step } from '../engine/game.ts';
import type { MoveKind } from '../engine/game_words.ts';
import { other, type Cell, type Colour, type Face, type Heading, type Square } from '../engine/vocabulary.ts';
import { say, type Key } from './language.svelte.ts';

/** The server's name for players who have given none. */
export const NAMELESS = 'Guest';

/** What one player can ask of the other, who may decline it. */
export type Offer = 'draw' | 'take_back' | 'rematch';

/** A remark besides what is to be done; `other tab`: the same game was played on there; `sentence`: as it is. */
export type Notice = 'other tab' | { readonly declined: Offer; readonly by: Colour } | { readonly sentence: string };

/** Why nothing can be done with what was tapped, where no rule is broken. */
export type ActionProblem = 'blocked' | 'not_you' | 'watching';

const turned = (heading: Heading, quarters: number): Heading =>
  HEADINGS[(HEADINGS.indexOf(heading) + quarters) % HEADINGS.length] ?? heading;

/** Where a heading points on the board, whose orientation's side is at the bottom: "up", "left". */
function headingWords(heading: Heading, orientation: Colour): string {
  return say(`heading.${orientation === 'white' ? heading : turned(heading, 2)}`);
}

/** A face as it is seen on a board with that orientation. */
export function faceWords(face: Face, orientation: Colour = 'white'): string {
  const symbol = symbolOf(face);
  const leaving = headingOf(orientation === 'white' ? face : swapped(face));
  // A tile that leaves to the left came from a quarter turn to the right of that.
  const quarters = { left_turn: 1, right_turn: 3, two_ways: 2, one_way: 0, no_way: 0, all_turns: 0 }[symbol];
  const entering = turned(leaving, quarters);
  return say(`face.${symbol}`, { leaving: say(`heading.${leaving}`), entering: say(`heading.${entering}`) });
}

export function tileWords(cell: Cell): string {
  return say(`tile.${tileValue(cell)}` as Key);
}

export function cellWords(cell: Cell): string {
  return isFace(cell) ? say(`symbol.${symbolOf(cell)}`) : tileWords(cell);
}

/** "e5, Left Turn: enter going up, leave going left". */
export function squareWords(
  square: Square,
  cell: Cell | undefined,
  target: MoveKind | undefined,
  { chosen, ghost }: Pick<Marks, 'chosen' | 'ghost'>,
  orientation: Colour = 'white',
  annotations: readonly Annotation[] = [],
): string {
  const colour = cell === undefined ? null : tileColour(cell);
  const standing =
    cell === undefined
      ? say('square.empty', { square })
      : colour === null
        ? say('square.face', { square, face: faceWords(cell as Face, orientation) })
        : say('square.tile', { square, colour: say(colour), tile: tileWords(cell) });
  const more = [
    chosen === square ? say('square.chosen') : '',
    target === undefined ? '' : say(`square.${target}`),
    ghost?.face && ghost.square === square ? say('square.ghost', { face: faceWords(ghost.face, orientation) }) : '',
    ...annotations.flatMap((one) => ('square' in one && one.square === square ? annotationWords(one) : [])),
  ];
  return [standing, ...more].filter((part) => part !== '').join(', ');
}

/** What a move to a square would do, for whoever points at it. */
export function targetWords(square: Square, kind: MoveKind, cell: Cell | undefined): string {
  return say(`pointed.${kind}`, {
    square,
    ...(cell === undefined ? {} : { tile: cellWords(cell), face: cellWords(cell) }),
  });
}

/** Tints, labels and ghosts repeat what is said elsewhere. */
function annotationWords(one: Annotation): string[] {
  if (one.kind === 'flag') return [flagWords(one)];
  if (one.kind === 'number') return [say('square.walled')];
  return one.kind === 'rim' && one.width === 'narrow' ? [say('square.holds')] : [];
}

/** Where the tile on a square of a finished game could go. */
export function inspectedWords(square: Square, cell: Cell, count: number): string {
  const standing = squareWords(square, cell, undefined, { chosen: null, ghost: null });
  const few = count === 0 ? say('inspect.none') : say('inspect.one');
  return `${standing}: ${count > 1 ? say('inspect.many', { count }) : few}`;
}

function flagWords({ number, isReached = false }: FlagAnnotation): string {
  return say(isReached ? 'square.flag.reached' : 'square.flag', { number });
}

export interface Task {
  readonly sentence: string;
  /** Which part of a turn of several parts this is. */
  readonly step: string;
}

/** How sentences call a player: by name or by colour. */
export type Naming = (player: Colour) => string;

/** Who must do what now; `you` is whom the sentence may call so. */
export function taskWords(
  { turn, hands, actor }: Fields,
  lastStep: Step | undefined,
  you: Colour | null,
  named: Naming = say,
): Task {
  const player = named(actor);
  const isYou = actor === you;
  const phrase = (name: 'move' | 'lost' | 'last' | 'took' | 'again'): string => {
    if (isYou) return say(`task.${name}.you`);
    if (name === 'lost' && you !== null) return say('task.lost.then_you', { player });
    return say(`task.${name}`, { player, other: named(other(actor)) });
  };
  if (hands.length === 0) return { sentence: phrase('move'), step: '' };
  if (hands.length === 2) return { sentence: phrase('lost'), step: say('task.step', { step: 2, steps: 3 }) };
  if (actor !== turn) return { sentence: phrase('last'), step: say('task.step', { step: 2, steps: 2 }) };
  const isThird = lastStep?.action.startsWith('@') ?? false;
  if (isThird) return { sentence: phrase('took'), step: say('task.step', { step: 3, steps: 3 }) };
  return { sentence: phrase('again'), step: say('task.step', { step: 2, steps: 2 }) };
}

export function winnerWords(winner: Colour | null, you: Colour | null): string {
  if (winner === null) return say('result.draw');
  return you === null ? say(`result.${winner}`) : say(winner === you ? 'result.you' : 'result.lost');
}

/** How a game ended, and why. */
export type Ending = Readonly<Record<'result' | 'reason', string>>;

export function resultWords(outcome: Outcome & { readonly claimed?: boolean }, you: Colour | null): Ending {
  const { winner, reason, claimed = false } = outcome;
  const result = winnerWords(winner, you);
  if (winner === null) return { result, reason: say(claimed ? 'claimed.draw' : `reason.${reason}`) };
  const loser = other(winner);
  // Every reason that has a loser can be said to them.
  if (loser === you) return { result, reason: say(claimed ? 'lost.claimed' : (`lost.${reason}` as Key)) };
  return { result, reason: say(claimed ? 'claimed.win' : `reason.${reason}`, { loser: say(loser) }) };
}

/** The end of an aborted game. */
export function noResultWords(reason: 'player' | 'not_begun' | 'expired' | 'operator', by: Colour | null): Ending {
  return { result: say('result.none'), reason: say(`aborted.${reason}`, { player: by === null ? '' : say(by) }) };
}

export function noticeWords(notice: Notice, named: Naming = say): string {
  if (notice === 'other tab') return say('task.tab');
  if ('sentence' in notice) return notice.sentence;
  return say(`declined.${notice.declined}`, { player: named(notice.by) });
}

export function objectionWords(
  objection: Objection | ActionProblem,
  turn: Colour,
  orientation: Colour = 'white',
): string {
  if (typeof objection === 'string') return say(`objection.${objection}`);
  const { rule, square = '', cell, distance = 0, entering = 'north', leaving = 'north' } = objection;
  const value = cell === undefined ? 0 : tileValue(cell);
  const owner = cell === undefined ? null : tileColour(cell);
  const values = {
    square,
    distance,
    tile: owner === null || cell === undefined ? '' : tileWords(cell),
    face: cell !== undefined && isFace(cell) ? say(`symbol.${symbolOf(cell)}`) : '',
    full: value,
    short: value - 1,
    owner: owner === null ? '' : say(owner),
    mover: say(turn),
    entering: headingWords(entering, orientation),
    leaving: headingWords(leaving, orientation),
  };
  if (rule === 'face_blocks' && cell === 'x') return say('objection.face_blocks.no_way', values);
  if (rule === 'face_blocks' && entering === leaving) return say('objection.face_blocks.straight', values);
  if (rule === 'touched' && owner === turn) return say('objection.touched.own', values);
  return say(`objection.${rule}`, values);
}

/** A player's name; "Guest" in the reader's language where there is none. */
export function nameWords({ name }: { readonly name: string }): string {
  return name === NAMELESS ? say('guest') : name;
}

/** How many barragoons are in reserve, and what that means when a tile is captured. */
export function reserveWords(count: number): { count: string; hint: string } {
  if (count > 1) return { count: say('reserve.many', { count }), hint: say('reserve.many.hint', { count }) };
  const few = count === 1 ? 'one' : 'none';
  return { count: say(`reserve.${few}`), hint: say(`reserve.${few}.hint`) };
}

/** Asks to confirm a capture of a tile; the reserve decides who places a barragoon afterwards. */
export function confirmCaptureWords(player: string, reserve: number): string {
  if (reserve > 1) return say('task.capture.you', { player });
  return reserve === 1 ? say('task.capture.you.last', { player }) : say('task.capture.you.none');
}

export function watchersWords(count: number): string {
  return count === 1 ? say('panel.watcher') : say('panel.watchers', { count });
}

export function turnsWords(count: number): string {
  return count === 1 ? say('games.turn') : say('games.turns', { count });
}

/** What somebody did, for those who did not see it. */
export function stepWords(
  { action, captured, player }: Omit<Step, 'fen'>,
  name: string = say(player),
  orientation: Colour = 'white',
): string {
  if (action.startsWith('@')) {
    const face = faceWords(action.slice(3) as Face, orientation);
    return say('says.place', { player: name, square: action.slice(1, 3), face });
  }
  const [start, target] = [action.slice(0, 2), action.slice(2)];
  if (!captured) return say('says.move', { player: name, start, target });
  if (isFace(captured)) return say('says.takes.face', { player: name, start, target, face: cellWords(captured) });
  return say('says.takes.tile', { player: name, start, target, tile: tileWords(captured) });
}
