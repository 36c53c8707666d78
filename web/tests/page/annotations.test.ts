import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { Annotation, PathAnnotation } from '../../src/board/annotation.ts';
import Board from '../../src/board/Board.svelte';
import { drawAnnotations } from '../../src/board/draw_annotations.ts';
import { picture } from '../../src/board/picture.ts';
import { NO_MARKS } from '../../src/board/marks.ts';
import type { Cells, Square } from '../../src/board/types.ts';
import { squareWords } from '../../src/languages/words.ts';

const cells: Cells = new Map([
  ['d6', 'D'],
  ['f6', 'n'],
  ['f7', 'z'],
  ['a1', 'x'],
]);
const run: PathAnnotation = {
  kind: 'path',
  squares: ['d6', 'e6', 'f6', 'f7'],
  tone: 'may',
  weight: 'full',
  target: 'tile',
  badge: 'A',
};

/** The numbers of the first path with a class. */
function coordinates(drawn: string, name: string): number[] {
  const data = new RegExp(`class="${name}[^"]*" d="([^"]*)"`).exec(drawn)?.[1] ?? '';
  return (data.match(/-?[\d.]+/g) ?? []).map(Number);
}

test('a crossed barragoon is lit, and no other', () => {
  const { between } = drawAnnotations([run], cells, 'white');
  expect(between.match(/var\(--lit\)/g)?.length).toBeGreaterThan(0);
  expect(between).toContain('translate(550 350)');
  expect(between.match(/translate\(/g)).toHaveLength(1);
  expect(between).not.toContain('--sign');
});

test.each([
  ['tile', 28],
  ['barragoon', 34],
  ['empty', -10],
] as const)('the arrowhead stops where its target leaves room (%s)', (target, distance) => {
  const { over, under } = drawAnnotations([{ ...run, target }], cells, 'white');
  const [x, y] = coordinates(over, 'head');
  expect([x, y]).toEqual([550, 250 + distance]); // f7 is entered from below
  const line = coordinates(under, 'line');
  expect(line.at(-1)).toBe(250 + distance + 30 - 4);
});

test('the board turned round draws the same run, turned', () => {
  const { over } = drawAnnotations([run], cells, 'brown');
  expect(coordinates(over, 'head').slice(0, 2)).toEqual([700 - 550, 900 - 250 - 28]);
});

test('the name of a line stands in an empty square of its way, or on the edge of the first', () => {
  const { over } = drawAnnotations([run], cells, 'white');
  expect(over).toMatch(/class="badge" transform="translate\(450 350\)".*>A</);
  const blocked = new Map(cells).set('e6', '>');
  expect(drawAnnotations([run], blocked, 'white').over).toMatch(/class="badge" transform="translate\(400 350\)"/);
});

test('two lines through one square have their names apart', () => {
  const other: PathAnnotation = { ...run, squares: ['d6', 'e6', 'e7', 'e8'], target: 'empty', badge: 'B' };
  const { over } = drawAnnotations([run, other], cells, 'white');
  expect(over).toMatch(/translate\(450 350\)"[^/]*\/><text[^>]*>A</);
  expect(over).toMatch(/translate\(450 250\)"[^/]*\/><text[^>]*>B</);
});

test('a placement of the opponent is dotted in the colour of who places', () => {
  const ghost = { kind: 'ghost', square: 'c3', face: '^', owner: 'brown', isOpponent: true, badge: '1' } as const;
  const { over } = drawAnnotations([ghost], cells, 'white');
  expect(over).toMatch(/stroke="var\(--brown-disc\)" stroke-width="6" stroke-dasharray="2 11"/);
  expect(drawAnnotations([{ ...ghost, isOpponent: false, count: 14 }], cells, 'white').over).toMatch(/--may.*×14/);
});

test('what stands on its square already is framed, not drawn again', () => {
  const { over } = drawAnnotations([{ kind: 'ghost', square: 'a1', face: 'x', owner: 'white' }], cells, 'white');
  expect(over).not.toContain('--sign');
  expect(over).toContain('ghost-rim');
});

test('no text becomes markup', () => {
  const label = { kind: 'label', square: 'c3', text: '<b>&' } as const;
  const { over } = drawAnnotations([label], cells, 'white');
  expect(over).not.toContain('<b>');
  expect(picture(cells, 'white', (name) => name, [label])).toContain('&#60;b&#62;&#38;');
});

test('a path of no length draws nothing', () => {
  const layers = drawAnnotations([{ ...run, squares: [] }], cells, 'white');
  expect(layers.between + layers.over.replace(/<g class="badge".*/, '')).toBe('');
});

test('the board shows annotations and says flags', async () => {
  const annotations: Annotation[] = [run, { kind: 'flag', square: 'b2', number: 2 }];
  const spoken = (square: Square): string =>
    squareWords(square, cells.get(square), undefined, NO_MARKS, 'white', annotations);
  const board = mount(Board, { target: document.body, props: { cells, annotations, label: '', spoken } });
  flushSync();
  expect(document.querySelectorAll('.line.may')).toHaveLength(1);
  expect(document.querySelector('.flag text')?.textContent).toBe('2');
  expect(document.querySelector('[role=gridcell][data-square=b2]')?.getAttribute('aria-label')).toBe(
    'b2, empty, flag 2',
  );
  await unmount(board);
});
