import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { readFen } from '../../src/engine/fen.ts';
import { NO_MARKS } from '../../src/board/marks.ts';
import english from '../../src/languages/en.json' with { type: 'json' };
import type * as server from '../../src/online/messages.ts';
import { problemWords, refusalWords } from '../../src/languages/rejections.ts';
import { faceWords, objectionWords, squareWords, stepWords, taskWords } from '../../src/languages/words.ts';
import type { Duty, Reason } from '../../src/engine/game.ts';
import { START } from '../../src/engine/vocabulary.ts';
import { ServerError } from '../../src/online/api.ts';

test('squares and faces are spoken', () => {
  expect(squareWords('e5', 'W', undefined, NO_MARKS)).toBe('e5, Left Turn: enter going north, leave going west');
  expect(faceWords('n')).toBe('Right Turn: enter going west, leave going north');
  expect(faceWords('-')).toBe('Two Ways: straight on going east or west');
  expect(squareWords('d2', 'D', undefined, { ...NO_MARKS, chosen: 'd2' })).toBe('d2, White 3-tile, chosen');
  expect(squareWords('d4', undefined, 'short', { ...NO_MARKS, chosen: 'd2' })).toBe('d4, empty, short move');
  const ghost = { square: 'd4', face: 'x' } as const;
  expect(squareWords('d4', undefined, undefined, { ...NO_MARKS, ghost })).toContain('No Way');
  expect(squareWords('d5', undefined, undefined, { ...NO_MARKS, ghost })).toBe('d5, empty');
});

test('the banner says who must do what, and where in the turn we are', () => {
  const start = readFen(START.fen);
  expect(taskWords(start, undefined, 'white')).toEqual({ sentence: 'Your turn: move a tile', step: '' });
  expect(taskWords(start, undefined, 'brown').sentence).toBe('White moves a tile');
  const after = (hands: string): ReturnType<typeof readFen> => readFen(START.fen.replace('w -', `w ${hands}`));
  expect(taskWords(after('bw'), undefined, null)).toEqual({
    sentence: 'Brown places first, then White',
    step: '2 of 3',
  });
  const placed = { action: '@c4x', player: 'brown', fen: '' } as const;
  expect(taskWords(after('w'), placed, 'white')).toEqual({ sentence: 'Now place your barragoon', step: '3 of 3' });
});

test('an objection is a sentence', () => {
  expect(objectionWords({ why: 'wrong_distance', square: 'd6', cell: 'D', distance: 4 }, 'white')).toBe(
    'A 3-tile moves 3 squares or 2, and d6 is 4 away.',
  );
  expect(
    objectionWords({ why: 'face_refuses', square: 'd4', cell: 'x', entering: 'north', leaving: 'north' }, 'white'),
  ).toBe('d4 shows No Way: nothing crosses it.');
  expect(objectionWords('blocked', 'white')).toBe("This tile can't move now.");
});

test('what somebody did is told', () => {
  expect(stepWords({ action: 'd2d5', player: 'white', captured: 'z', fen: '' })).toBe(
    'White: d2 takes the 2-tile on d5',
  );
  expect(stepWords({ action: '@c4x', player: 'brown', fen: '' })).toBe(
    'Brown places on c4: No Way: no tile crosses it',
  );
});

test('a refusal is told in our own words, or in those of the server', () => {
  expect(refusalWords('stale', 'the game is at event 5')).toBe('Something happened first. Look again.');
  expect(refusalWords('not_json', 'a body was expected')).toBe('The server refused: a body was expected');
  expect(problemWords(new ServerError('seat_taken', 'no'))).toBe('Somebody was quicker: that game has begun.');
  expect(problemWords(new ServerError('', 'no'))).toBe("The server can't be reached.");
  expect(problemWords(new TypeError('a mistake'))).toBe("The server can't be reached.");
});

test('the engine, the server and the page name the same reasons', () => {
  // svelte-check compares the types.
  expectTypeOf<Reason>().toEqualTypeOf<server.ReasonName>();
  expectTypeOf<server.Duty>().toExtend<Duty>();
  const names = /kReasonNames\{([^}]*)\}/.exec(readFileSync('../engine/src/game/outcome.hpp', 'utf8'))?.[1] ?? '';
  const told = Object.keys(english).filter((key) => key.startsWith('reason.'));
  expect(told.map((key) => key.slice('reason.'.length)).sort()).toEqual(
    [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name).sort(),
  );
});
