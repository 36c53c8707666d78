// The card of a puzzle: its board and what is asked, in one picture that needs nothing of the page.
import { expect, test } from 'vitest';
import { readPuzzle } from '../../src/puzzles/puzzle.ts';
import { shareCard, wrapped } from '../../src/puzzles/share_card.ts';

const PUZZLE = readPuzzle(
  '00000001\tz+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00\twin\t1\td1d4\ta8x\t1+4z/1+5/7/7/7/3x3/7/7/3D3 b - 12 00\t\t600\tin1',
);

test('a card has the board, the words and no colours of the page that a file would not know', () => {
  const words = {
    title: 'White wins <this> turn',
    kind: 'Barragoon · Puzzle',
    address: 'example.org/puzzles/00000001',
  };
  const card = shareCard(PUZZLE, words, (name) => (name === '--page' ? '#ffffff' : '#123456'));
  const drawn = new DOMParser().parseFromString(card, 'image/svg+xml');
  expect(drawn.querySelector('parsererror')).toBeNull();
  expect([...drawn.querySelectorAll('svg')].map((svg) => svg.getAttribute('width'))).toEqual(['1200', '452']);
  const texts = [...drawn.documentElement.children]
    .filter(({ tagName }) => tagName === 'text')
    .map(({ textContent }) => textContent);
  expect(texts).toEqual(['Barragoon · Puzzle', 'White wins <this>', 'turn', 'example.org/puzzles/00000001']);
  expect(card).not.toContain('var(');
});

test('long sentences are broken between words', () => {
  expect(wrapped('Brown wins in 2', 21)).toEqual(['Brown wins in 2']);
  expect(wrapped('Blanc place et peut encore jouer', 21)).toEqual(['Blanc place et peut', 'encore jouer']);
  expect(wrapped('x'.repeat(30), 21)).toEqual(['x'.repeat(30)]);
});
