// What is drawn on a board by hand: as text, in files, and as a picture.
import { expect, test } from 'vitest';
import {
  drawMarks,
  markPath,
  readMarks,
  withMark,
  wordsOf,
  writeMarks,
  type OwnMark,
} from '../src/analysis/own_marks.ts';
import { Tree } from '../src/analysis/tree.ts';
import { turnRows } from '../src/analysis/turn_rows.ts';
import { drawAnnotations } from '../src/board/draw_annotations.ts';
import { STROKES } from '../src/board/pen.ts';
import { Game, readFen, START } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';

const rules = new Game(await readModule());
const MARKS: readonly OwnMark[] = [
  { start: 'd2', target: 'd5', stroke: 'plain' },
  { start: 'a1', target: 'a1', stroke: 'dashed' },
  { start: 'c3', target: 'e6', stroke: 'dotted' },
  { start: 'g9', target: 'g7', stroke: 'double' },
];

test('marks are one comment, and read as they were drawn', () => {
  const text = writeMarks(MARKS) ?? '';
  expect(text).toBe('[%marks d2d5 -a1 :c3e6 =g9g7]');
  expect(readMarks(['words', text])).toEqual(MARKS);
  expect(wordsOf(['words', text])).toEqual(['words']);
  expect(readMarks(['[%marks d2d5 z9 !e4 a1b2c3]'])).toEqual([MARKS[0]]);
  expect(writeMarks([])).toBeNull();
});

test('the same mark again takes it away, another kind of line replaces it', () => {
  const [first] = MARKS as [OwnMark];
  expect(withMark([], first)).toEqual([first]);
  expect(withMark([first], first)).toEqual([]);
  expect(withMark([first], { ...first, stroke: 'double' })).toEqual([{ ...first, stroke: 'double' }]);
});

test('an arrow runs as the tile does, otherwise along rank and file', () => {
  const { cells } = readFen(START.fen);
  const run = ['d2', 'd3', 'd4', 'e4'] as const;
  expect(markPath('d2', 'e4', cells, () => [run])).toEqual(run);
  expect(markPath('a3', 'c5', cells, () => [run])).toEqual(['a3', 'b3', 'c3', 'c4', 'c5']);
  expect(markPath('c5', 'a5', cells, () => [])).toEqual(['c5', 'b5', 'a5']);
});

test('files keep what was drawn beside the comment, and lists show the comment alone', () => {
  const { tree } = Tree.read(rules, '1. d2d4 {Bold.} d8d6 *');
  const drawn = tree.draw(1, MARKS).draw(0, MARKS.slice(0, 1)).comment(1, 'Calm.');
  const again = Tree.read(rules, drawn.write(rules)).tree;
  expect(readMarks(again.node(1).after)).toEqual(MARKS);
  expect(readMarks(again.start.after)).toEqual(MARKS.slice(0, 1));
  expect(JSON.stringify(turnRows(again))).toContain('Calm.');
  expect(JSON.stringify(turnRows(again))).not.toContain('%marks');
  expect(again.draw(1, []).node(1).after).toEqual(['Calm.']);
});

test('each kind of line looks different without its colour', () => {
  const { cells } = readFen(START.fen);
  const pictures = STROKES.flatMap((stroke) =>
    (['d4', 'e4'] as const).map((target) => {
      const { under, over } = drawAnnotations(
        drawMarks([{ start: 'd4', target, stroke }], cells, () => []),
        cells,
        'white',
      );
      return under + over;
    }),
  );
  expect(new Set(pictures).size).toBe(pictures.length);
});
