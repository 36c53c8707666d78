// Progress as a text for another device: what is better stays, whatever else the text says.
import { expect, test, vi } from 'vitest';

/** A device on which nothing is kept yet. */
async function device() {
  localStorage.clear();
  vi.resetModules();
  const [learnt, solved, text] = await Promise.all([
    import('../../src/learn/progress.svelte.ts'),
    import('../../src/puzzles/progress.svelte.ts'),
    import('../../src/screens/learn/progress_text.ts'),
  ]);
  return { ...learnt, ...solved, ...text };
}

test('stars, faces and puzzles are taken over, the better of both', async () => {
  const first = await device();
  first.earn('1.1', 3);
  first.earn('1.2', 1);
  first.noteFace('one_way', true, 1.5);
  first.keepStreak(7);
  first.keepDay(5, 'first');
  first.addToAgain('abcdef01', 5);
  const text = first.writeProgressText();
  expect(text).toMatch(/^barragoon-1-[\w-]+$/);

  const second = await device();
  second.earn('1.2', 2);
  second.keepRush(4);
  second.keepDay(6, 'shown');
  expect(second.takeOver(` ${text.slice(0, 30)}\n${text.slice(30)} `)).toBe(true);
  expect([second.starsOf('1.1'), second.starsOf('1.2')]).toEqual([3, 2]);
  expect(second.faceRecord('one_way').seen).toBe(1);
  expect(second.progress()).toMatchObject({ bestStreak: 7, bestRush: 4, days: { 5: 'first', 6: 'shown' } });
  expect(second.progress().again.items.map(({ id }) => id)).toEqual(['abcdef01']);
  expect(localStorage.getItem('barragoon.puzzles')).toContain('abcdef01');
  expect(localStorage.getItem('barragoon.learn')).toContain('"1.1":3');
});

test.each([
  ['nothing', ''],
  ['something else', 'hello'],
  ['a broken text', 'barragoon-1-!!!'],
  ['another version', 'barragoon-2-W10'],
  ['a text of another shape', `barragoon-1-${btoa('{"a":1}')}`],
])('%s is not taken over, and nothing changes', async (_, text) => {
  const here = await device();
  here.earn('1.1', 2);
  const before = localStorage.getItem('barragoon.learn');
  expect(here.takeOver(text)).toBe(false);
  expect(localStorage.getItem('barragoon.learn')).toBe(before);
});

test('parts of a text that make no sense are left out', async () => {
  const here = await device();
  const puzzles = JSON.stringify({
    ...here.progress(),
    days: { 5: 'nonsense', 6: 'later' },
    again: { items: [1, { id: 'x' }, { id: 'good0000', box: 1, due: 3, form: 2 }], answered: { day: 0, count: 0 } },
    seen: { good0000: 'yesterday' },
  });
  const text = `barragoon-1-${btoa(JSON.stringify(['{"v":1,"stars":{"2.1":9,"2.2":2}}', puzzles]))}`;
  expect(here.takeOver(text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))).toBe(true);
  expect([here.starsOf('2.1'), here.starsOf('2.2')]).toEqual([0, 2]);
  expect(here.progress().days).toEqual({ 6: 'later' });
  expect(here.progress().again.items.map(({ id }) => id)).toEqual(['good0000']);
  expect(here.progress().seen).toEqual({ good0000: 0 });
});
