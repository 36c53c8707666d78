// Sentences about a game, made of messages: squares and faces as they are spoken, who must do what, why not.
import type { Marks } from '../board/marks.ts';
import { tileColour, tileValue } from '../board/tiles.ts';
import type { Fields } from '../engine/fen.ts';
import { headingOf, HEADINGS, isFace, symbolOf } from '../board/faces.ts';
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

export function faceWords(face: Face): string {
  const symbol = symbolOf(face);
  const leaving = headingOf(face);
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

/** "e5, Left Turn: enter going north, leave going west". */
export function squareWords(
  square: Square,
  cell: Cell | undefined,
  target: MoveKind | undefined,
  { chosen, ghost }: Pick<Marks, 'chosen' | 'ghost'>,
): string {
  const colour = cell === undefined ? null : tileColour(cell);
  const standing =
    cell === undefined
      ? say('square.empty', { square })
      : colour === null
        ? say('square.face', { square, face: faceWords(cell as Face) })
        : say('square.tile', { square, colour: say(colour), tile: tileWords(cell) });
  const more = [
    chosen === square ? say('square.chosen') : '',
    target === undefined ? '' : say(`square.${target}`),
    ghost?.face && ghost.square === square ? say('square.ghost', { face: faceWords(ghost.face) }) : '',
  ];
  return [standing, ...more].filter((part) => part !== '').join(', ');
}

export interface Task {
  readonly sentence: string;
  /** Which part of a turn of several parts this is. */
  readonly step: string;
}

/** Who must do what now; `you` is whom the sentence may call so. */
export function taskWords({ turn, hands, actor }: Fields, lastStep: Step | undefined, you: Colour | null): Task {
  const player = say(actor);
  const isYou = actor === you;
  const phrase = (name: 'move' | 'lost' | 'last' | 'took' | 'again'): string =>
    isYou ? say(`task.${name}.you`) : say(`task.${name}`, { player, other: say(other(actor)) });
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

export function resultWords({ winner, reason }: Outcome, you: Colour | null): { result: string; reason: string } {
  const result = winnerWords(winner, you);
  const loser = winner === null ? '' : say(other(winner));
  return { result, reason: say(`reason.${reason}`, { loser }) };
}

export function noticeWords(notice: Notice): string {
  if (notice === 'other tab') return say('task.tab');
  if ('sentence' in notice) return notice.sentence;
  return say(`declined.${notice.declined}`, { player: say(notice.by) });
}

export function objectionWords(objection: Objection | ActionProblem, turn: Colour): string {
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
    entering: say(`heading.${entering}`),
    leaving: say(`heading.${leaving}`),
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
export function confirmCaptureWords(loser: Colour, reserve: number): string {
  const player = say(loser);
  if (reserve > 1) return say('task.capture.you', { player });
  return reserve === 1 ? say('task.capture.you.last', { player }) : say('task.capture.you.none');
}

export function turnsWords(count: number): string {
  return count === 1 ? say('games.turn') : say('games.turns', { count });
}

/** What somebody did, for those who did not see it. */
export function stepWords({ action, captured, player }: Step, name: string = say(player)): string {
  if (action.startsWith('@')) {
    return say('says.place', { player: name, square: action.slice(1, 3), face: faceWords(action.slice(3) as Face) });
  }
  const [start, target] = [action.slice(0, 2), action.slice(2)];
  if (!captured) return say('says.move', { player: name, start, target });
  if (isFace(captured)) return say('says.takes.face', { player: name, start, target, face: cellWords(captured) });
  return say('says.takes.tile', { player: name, start, target, tile: tileWords(captured) });
}
