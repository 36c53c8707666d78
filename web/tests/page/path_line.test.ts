import { expect, test } from 'vitest';
import { stepMarks } from '../../src/board/path_line.ts';

test('two paths to one target share its number', () => {
  const paths = [
    ['d2', 'd3', 'e3'],
    ['d2', 'e2', 'e3'],
  ] as const;
  const marks = stepMarks(paths, 'white', () => false);
  expect(marks.map(({ square, number }) => `${square} ${number}`)).toEqual(['d3 1', 'e3 2', 'e2 1']);
});

test('what stands on a square is not covered by its number', () => {
  const [mark] = stepMarks([['d2', 'd3', 'd4']], 'white', (square) => square === 'd3');
  expect(mark).toMatchObject({ square: 'd3', x: 350 + 31 * 1 });
});
