import { beforeEach, expect, test } from 'vitest';
import type { GameSummary } from '../../src/online/messages.ts';
import { RunningPositions } from '../../src/online/running_positions.svelte.ts';
import { ann, ben, game } from './fake_server.ts';

const FEN = '1vd1dv1/2zdz2/7/1x3x1/x1xDx1x/1x3x1/7/2Z1Z2/1VD1DV1 b - 24 00 3';
const LATER = FEN.replace(/3$/, '9');

function keep(more: Partial<GameSummary>): void {
  const { access, terms, opener_colour } = game();
  const one: GameSummary = {
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
    fen: FEN,
    turns: 4,
    outcome: null,
    you: 'white',
    your_turn: true,
    expires_at: null,
    ...more,
  };
  localStorage.setItem('barragoon.online', JSON.stringify([one]));
}

beforeEach(() => {
  localStorage.clear();
});

test('a position of a running game of one’s own is known, whatever the number of its turn', () => {
  keep({});
  const running = new RunningPositions();
  expect(running.hasAny(['1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1', LATER])).toBe(true);
  expect(running.hasAny([])).toBe(false);
});

test.each([
  ['a game that is over', { status: 'over' }],
  ['a game that one watches', { you: null }],
  ['an opening', { turns: 3 }],
] as const)('%s may be analysed', (_, more) => {
  keep(more);
  expect(new RunningPositions().hasAny([FEN])).toBe(false);
});

test('who has never played online asks no server', async () => {
  const running = new RunningPositions();
  await running.refresh();
  expect(running.hasAny([FEN])).toBe(false);
});
