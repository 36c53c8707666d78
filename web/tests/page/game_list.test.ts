import { expect, test } from 'vitest';
import type { GameSummary } from '../../src/online/messages.ts';
import { expiresSoon } from '../../src/play/expiry.ts';
import { onlineEntry } from '../../src/screens/games/game_list.ts';
import { ann, ben, game } from './fake_server.ts';

const DAY = 24 * 60 * 60 * 1000;

function summary(more: Partial<GameSummary>): GameSummary {
  const { access, terms, opener_colour, standing } = game();
  return {
    game: 'g',
    seq: 1,
    created_at: 0,
    changed_at: 0,
    access,
    terms,
    opener_colour,
    opener: ann,
    status: 'playing',
    seats: { white: ann, brown: ben },
    fen: standing.fen,
    turns: 0,
    outcome: null,
    you: 'white',
    your_turn: true,
    expires_at: null,
    ...more,
  };
}

test('an aborted game is listed as over, without a result', () => {
  const entry = onlineEntry(summary({ status: 'aborted', your_turn: false }));
  expect(entry).toMatchObject({ isOver: true, isYourTurn: false, result: 'No result', title: 'Ben' });
});

test('who plays is warned when five days are left, not of a game in the lobby that is looked at every few minutes', () => {
  expect(onlineEntry(summary({ expires_at: 7 })).expires).toBe(7);
  expect([30, 6, 4, 1].map((days) => expiresSoon(days * DAY, 0))).toEqual([false, false, true, true]);
  expect([expiresSoon(300_000, 0), expiresSoon(null, 0)]).toEqual([false, false]);
});
