import { expect, test } from 'vitest';
import type { LegalMove } from '../../src/engine/game.ts';
import type { Face, Square } from '../../src/engine/vocabulary.ts';
import type { Input } from '../../src/board/input.ts';
import {
  begin,
  choose,
  ghost,
  mayGoOn,
  movesFrom,
  type Choice,
  type Chosen,
  type Options,
} from '../../src/play/choice.ts';

const move = (start: Square, target: Square): LegalMove => ({ start, target, kind: 'full', paths: [[start, target]] });
const MOVING: Options = {
  moves: [move('d2', 'd5'), move('d2', 'd4'), move('e2', 'e4')],
  placements: [],
  confirm: false,
  touched: [],
};
const CAREFUL: Options = { ...MOVING, confirm: true };
const PLACING: Options = {
  moves: [],
  placements: ['@c4x', '@c4N', '@c4E', '@d4x', '@d4N'],
  confirm: false,
  touched: [],
};

const on = (square: Square): Input => ({ kind: 'square', square });
const show = (face: Face): Input => ({ kind: 'face', face });

/** Does one thing after the other from the beginning; what came of the last. */
function play(options: Options, ...inputs: Input[]): Chosen {
  let chosen: Chosen = { choice: begin(options) };
  for (const input of inputs) chosen = choose(chosen.choice, input, options);
  return chosen;
}

test('choosing begins with what is due', () => {
  expect(begin(MOVING)).toEqual({ phase: 'tile' });
  expect(begin(PLACING)).toEqual({ phase: 'place', face: null, square: null });
  expect(begin({ moves: [], placements: [], confirm: false, touched: [] })).toEqual({ phase: 'wait' });
});

test('a tile that was touched and must move is chosen from the beginning', () => {
  const bound = { ...MOVING, moves: [move('d2', 'd5'), move('d2', 'd4')] };
  expect(begin({ ...bound, touched: ['d2'] })).toEqual({ phase: 'target', start: 'd2' });
  expect(begin({ ...bound, touched: ['d8'] })).toEqual({ phase: 'tile' });
  expect(begin({ ...MOVING, touched: ['d2'] })).toEqual({ phase: 'tile' });
});

test('two taps move a tile', () => {
  expect(play(MOVING, on('d2')).choice).toEqual({ phase: 'target', start: 'd2' });
  expect(play(MOVING, on('d2'), on('d5')).action).toBe('d2d5');
});

test('a chosen tile shows its own moves only', () => {
  const { choice } = play(MOVING, on('d2'));
  expect(movesFrom(choice, MOVING.moves).map(({ target }) => target)).toEqual(['d5', 'd4']);
  expect(movesFrom({ phase: 'tile' }, MOVING.moves)).toEqual([]);
});

test('a tap on the chosen tile, or Escape, lets it go', () => {
  expect(play(MOVING, on('d2'), on('d2')).choice).toEqual({ phase: 'tile' });
  expect(play(MOVING, on('d2'), { kind: 'cancel' }).choice).toEqual({ phase: 'tile' });
});

test('a tap on another tile that can move chooses that one', () => {
  expect(play(MOVING, on('d2'), on('e2')).choice).toEqual({ phase: 'target', start: 'e2' });
});

test('what is not allowed is handed to the rules, and the tile stays chosen', () => {
  expect(play(MOVING, on('a1'))).toMatchObject({ choice: { phase: 'tile' }, illegal: 'a1a1' });
  expect(play(MOVING, on('d2'), on('g9'))).toMatchObject({ choice: { phase: 'target', start: 'd2' }, illegal: 'd2g9' });
});

test('every tap on something tells what was touched', () => {
  expect(play(MOVING, on('d2')).touched).toBe('d2');
  expect(play(MOVING, on('d8')).touched).toBe('d8');
});

test('where moves are confirmed, one more tap moves, and another target replaces the first', () => {
  const waiting: Choice = { phase: 'confirm', start: 'd2', target: 'd5' };
  expect(play(CAREFUL, on('d2'), on('d5'))).toEqual({ choice: waiting, touched: 'd5' });
  expect(play(CAREFUL, on('d2'), on('d5'), on('d5')).action).toBe('d2d5');
  expect(play(CAREFUL, on('d2'), on('d5'), { kind: 'commit' }).action).toBe('d2d5');
  expect(play(CAREFUL, on('d2'), on('d5'), on('d4')).choice).toEqual({ ...waiting, target: 'd4' });
  expect(play(CAREFUL, on('d2'), on('d5'), { kind: 'cancel' }).choice).toEqual({ phase: 'target', start: 'd2' });
});

test.each([
  ['the face first', [show('N'), on('c4')]],
  ['the square first', [on('c4'), show('N')]],
])('a barragoon is placed with %s, then committed by one more tap', (_, inputs) => {
  const chosen = play(PLACING, ...inputs);
  expect(ghost(chosen.choice)).toBe('@c4N');
  expect(chosen.action).toBeUndefined();
  expect(play(PLACING, ...inputs, on('c4')).action).toBe('@c4N');
  expect(play(PLACING, ...inputs, { kind: 'commit' }).action).toBe('@c4N');
});

test('another square moves the ghost, and to cancel takes first the square, then the face away', () => {
  expect(ghost(play(PLACING, show('N'), on('c4'), on('d4')).choice)).toBe('@d4N');
  const cancel: Input = { kind: 'cancel' };
  expect(play(PLACING, show('N'), on('c4'), cancel).choice).toEqual({ phase: 'place', face: 'N', square: null });
  expect(play(PLACING, show('N'), on('c4'), cancel, cancel).choice).toEqual({
    phase: 'place',
    face: null,
    square: null,
  });
});

test('a face is turned, pointed and picked by its number', () => {
  const face = (...inputs: Input[]): Face | null => {
    const { choice } = play(PLACING, ...inputs);
    return choice.phase === 'place' ? choice.face : null;
  };
  expect(face(show('N'), { kind: 'rotate' })).toBe('E');
  expect(face(show('N'), { kind: 'rotate', counterclockwise: true })).toBe('W');
  expect(face({ kind: 'rotate' })).toBeNull();
  expect(face({ kind: 'symbol', number: 4 })).toBe('N');
  expect(face(show('>'), { kind: 'symbol', number: 5 })).toBe('e');
  expect(face({ kind: 'symbol', number: 3 }, { kind: 'heading', heading: 'south' })).toBe('|');
  expect(face({ kind: 'symbol', number: 2 }, { kind: 'heading', heading: 'south' })).toBe('Y');
});

test('a square that is not free, or a face that a duty forbids there, is not accepted', () => {
  expect(play(PLACING, show('x'), on('a1')).illegal).toBe('@a1x');
  const chosen = play(PLACING, show('E'), on('d4'), on('d4'));
  expect(chosen.illegal).toBe('@d4E');
  expect(chosen.action).toBeUndefined();
});

test('who has nothing to choose changes nothing', () => {
  const idle: Options = { moves: [], placements: [], confirm: false, touched: [] };
  expect(play(idle, on('d2'), show('x'), { kind: 'commit' })).toEqual({ choice: { phase: 'wait' } });
});

test('what was chosen goes on only with options that can finish it', () => {
  const target: Choice = { phase: 'target', start: 'd2' };
  const confirm: Choice = { phase: 'confirm', start: 'd2', target: 'd5' };
  const fewer = { ...MOVING, moves: [move('d2', 'd4')] };
  expect([target, confirm].map((choice) => mayGoOn(choice, MOVING))).toEqual([true, true]);
  expect([target, confirm].map((choice) => mayGoOn(choice, fewer))).toEqual([true, false]);
  expect([target, begin(MOVING)].map((choice) => mayGoOn(choice, PLACING))).toEqual([false, false]);
  expect([begin(MOVING), begin(PLACING)].map((choice) => mayGoOn(choice, MOVING))).toEqual([false, false]);
  expect(mayGoOn({ phase: 'place', face: 'N', square: null }, PLACING)).toBe(true);
});
