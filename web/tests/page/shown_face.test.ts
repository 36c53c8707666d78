import { expect, test } from 'vitest';
import type { Annotation } from '../../src/board/annotation.ts';
import type { Input } from '../../src/board/input.ts';
import type { Choice } from '../../src/play/choice.ts';
import { withShownFace } from '../../src/play/shown_face.ts';

const PLACING: Choice = { phase: 'place', face: null, square: null };
const SHOWN: readonly Annotation[] = [{ kind: 'ghost', square: 'c8', face: 'N', owner: 'white' }];
const on = (square: 'c8' | 'c7'): Input => ({ kind: 'square', square });

test('a tap on a shown barragoon takes its face and its square', () => {
  expect(withShownFace(on('c8'), PLACING, SHOWN, 'white')).toEqual([{ kind: 'face', face: 'N' }, on('c8')]);
});

test('a face in the hand, another square and what the opponent could place are left as they are', () => {
  expect(withShownFace(on('c8'), { ...PLACING, face: 'x' }, SHOWN, 'white')).toEqual([on('c8')]);
  expect(withShownFace(on('c7'), PLACING, SHOWN, 'white')).toEqual([on('c7')]);
  expect(withShownFace(on('c8'), PLACING, SHOWN, 'brown')).toEqual([on('c8')]);
  expect(withShownFace(on('c8'), { phase: 'tile' }, SHOWN, 'white')).toEqual([on('c8')]);
});
