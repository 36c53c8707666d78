import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { readFen, type Fields } from '../../src/engine/fen.ts';
import { NO_MARKS } from '../../src/board/marks.ts';
import english from '../../src/languages/en.json' with { type: 'json' };
import type * as server from '../../src/online/messages.ts';
import { rejectionWords } from '../../src/languages/rejections.ts';
import {
  confirmCaptureWords,
  faceWords,
  noticeWords,
  objectionWords,
  reserveWords,
  squareWords,
  stepWords,
  taskWords,
} from '../../src/languages/words.ts';
import type { Reason } from '../../src/engine/game_words.ts';
import { START, type Colour } from '../../src/engine/vocabulary.ts';
import { ServerError } from '../../src/online/api.ts';
import { problemWords } from '../../src/screens/problem_words.ts';

test('squares and faces are spoken', () => {
  expect(squareWords('e5', 'W', undefined, NO_MARKS)).toBe('e5, Left Turn: enter going up, leave going left');
  expect(faceWords('n')).toBe('Right Turn: enter going left, leave going up');
  expect(faceWords('-')).toBe('Two Ways: straight on going right or left');
  expect(faceWords('|')).toBe('Two Ways: straight on going up or down');
  expect(squareWords('d2', 'D', undefined, { ...NO_MARKS, chosen: 'd2' })).toBe('d2, White 3-tile, chosen');
  expect(squareWords('d4', undefined, 'short', { ...NO_MARKS, chosen: 'd2' })).toBe('d4, empty, short move');
  const ghost = { square: 'd4', face: 'x' } as const;
  expect(squareWords('d4', undefined, undefined, { ...NO_MARKS, ghost })).toContain('No Way');
  expect(squareWords('d5', undefined, undefined, { ...NO_MARKS, ghost })).toBe('d5, empty');
});

test('directions are those that are seen, for Brown too', () => {
  expect(faceWords('W', 'brown')).toBe('Left Turn: enter going down, leave going right');
  expect(faceWords('>', 'brown')).toBe('One Way: straight on going left');
  expect(faceWords('|', 'brown')).toBe(faceWords('|', 'white'));
  expect(squareWords('e5', 'n', undefined, NO_MARKS, 'brown')).toBe(
    'e5, Right Turn: enter going right, leave going down',
  );
  const objection = { rule: 'face_blocks', square: 'd4', cell: 'W', entering: 'north', leaving: 'east' } as const;
  expect(objectionWords(objection, 'white')).toContain('heading up and leaving right');
  expect(objectionWords(objection, 'white', 'brown')).toContain('heading down and leaving left');
  expect(stepWords({ action: '@c4>', player: 'brown' }, 'Ben', 'brown')).toContain('Ben: barragoon on c4, One Way');
  expect(stepWords({ action: '@c4>', player: 'brown' }, 'Ben', 'brown')).toContain('going left');
});

test('players are called by their names where they have one', () => {
  const start = readFen(START.fen);
  const named = (colour: Colour): string => (colour === 'white' ? 'Ann' : 'Ben');
  expect(taskWords(start, undefined, 'brown', named).sentence).toBe('Ann moves a tile');
  const lost: Fields = { ...start, hands: ['brown', 'white'], actor: 'brown' };
  expect(taskWords(lost, undefined, null, named).sentence).toBe('Ben places first, then Ann');
  expect(taskWords(lost, undefined, 'white', named).sentence).toBe('Ben places first, then you');
  expect(noticeWords({ declined: 'draw', by: 'brown' }, named)).toBe('Ben declines the draw.');
});

test('the banner says who must do what, and where in the turn we are', () => {
  const start = readFen(START.fen);
  expect(taskWords(start, undefined, 'white')).toEqual({ sentence: 'Your turn: move a tile', step: '' });
  expect(taskWords(start, undefined, 'brown').sentence).toBe('White moves a tile');
  const after = (...hands: Colour[]): Fields => ({ ...start, hands, actor: hands[0] ?? start.turn });
  expect(taskWords(after('brown', 'white'), undefined, null)).toEqual({
    sentence: 'Brown places first, then White',
    step: '2 of 3',
  });
  const placed = { action: '@c4x', player: 'brown', fen: '' } as const;
  expect(taskWords(after('white'), placed, 'white')).toEqual({ sentence: 'Now place your barragoon', step: '3 of 3' });
});

test('an objection is a sentence', () => {
  expect(objectionWords({ rule: 'wrong_distance', square: 'd6', cell: 'D', distance: 4 }, 'white')).toBe(
    'A 3-tile moves 3 squares or 2, and d6 is 4 away.',
  );
  expect(
    objectionWords({ rule: 'face_blocks', square: 'd4', cell: 'x', entering: 'north', leaving: 'north' }, 'white'),
  ).toBe('d4 shows No Way: nothing crosses it.');
  expect(objectionWords('blocked', 'white')).toBe("This tile can't move now.");
});

test('what somebody did is announced', () => {
  expect(stepWords({ action: 'd2d5', player: 'white', captured: 'z' })).toBe('White: d2 takes the 2-tile on d5');
  expect(stepWords({ action: '@c4x', player: 'brown' })).toBe('Brown: barragoon on c4, No Way: no tile crosses it');
});

test('a rejection is explained in our own words, or in those of the server', () => {
  expect(rejectionWords('stale', 'the game is at event 5')).toBe('Something happened first. Look again.');
  expect(rejectionWords('not_json', 'a body was expected')).toBe('The server refused: a body was expected');
  expect(problemWords(new ServerError('seat_taken', 'no'))).toBe('Somebody was quicker: that game has begun.');
  expect(problemWords(new ServerError('', 'no'))).toBe("The server can't be reached.");
  expect(problemWords(new TypeError('a mistake'))).toBe("The server can't be reached.");
});

test('the engine, the server and the page name the same reasons', () => {
  // svelte-check compares the types.
  expectTypeOf<Reason>().toEqualTypeOf<server.ReasonName>();
  const names = /kReasonNames\{([^}]*)\}/.exec(readFileSync('../engine/src/game/reason.hpp', 'utf8'))?.[1] ?? '';
  const named = Object.keys(english).filter((key) => key.startsWith('reason.'));
  expect(named.map((key) => key.slice('reason.'.length)).sort()).toEqual(
    [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name).sort(),
  );
});

test('what is said of the reserve is true when it runs out', () => {
  expect(reserveWords(24).hint).toBe('24 barragoons in reserve. A captured tile brings two onto the board.');
  expect(reserveWords(1)).toEqual({
    count: '1 barragoon in reserve',
    hint: '1 barragoon in reserve. Whoever loses the next tile places it.',
  });
  expect(reserveWords(0).hint).toBe('No barragoons in reserve. A captured tile brings none onto the board.');
  expect(confirmCaptureWords('Brown', 2)).toBe('Tap again to take. Then Brown places first.');
  expect(confirmCaptureWords('Brown', 1)).toBe('Tap again to take. Brown places the last barragoon.');
  expect(confirmCaptureWords('Brown', 0)).toBe('Tap again to take. Nobody places: the reserve is empty.');
});
