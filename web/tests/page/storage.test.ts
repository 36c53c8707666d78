// What the browser keeps: several tabs at once, and no room.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropText, keepText, keptText } from '../../src/browser/storage.ts';
import { say } from '../../src/languages/language.svelte.ts';
import { earn, forget, starsOf } from '../../src/learn/progress.svelte.ts';
import { keepShift, progress } from '../../src/puzzles/progress.svelte.ts';
import Unkept from '../../src/screens/Unkept.svelte';
import { keepSettings, settings } from '../../src/settings/settings.svelte.ts';

beforeEach(() => {
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Another tab keeps something. */
function keepElsewhere(key: string, value: object): void {
  localStorage.setItem(key, JSON.stringify(value));
  dispatchEvent(new StorageEvent('storage', { key }));
}

test('what another tab has set holds here, and stays when something else is set here', () => {
  keepElsewhere('barragoon.settings', { theme: 'slate' });
  expect(settings.theme).toBe('slate');
  settings.sound = false;
  keepSettings();
  expect(JSON.parse(keptText('barragoon.settings') ?? '')).toEqual({ theme: 'slate', sound: false });
});

test('stars of another tab are seen, and neither lost nor brought back by what is done here', () => {
  keepElsewhere('barragoon.learn', { v: 1, stars: { '1.1': 3, '2.1': 2 } });
  expect([starsOf('1.1'), starsOf('2.1')]).toEqual([3, 2]);
  // A tab that slept has heard nothing of this.
  localStorage.setItem('barragoon.learn', JSON.stringify({ v: 1, stars: { '1.1': 3, '1.2': 3 } }));
  earn('1.2', 1);
  expect([starsOf('1.1'), starsOf('1.2'), starsOf('2.1')]).toEqual([3, 3, 0]);
  localStorage.setItem('barragoon.learn', JSON.stringify({ v: 1, stars: { '1.1': 3, '3.1': 3 } }));
  forget(['1.1']);
  expect([starsOf('1.1'), starsOf('3.1')]).toEqual([0, 3]);
});

test('results of puzzles of another tab are seen', () => {
  keepShift(250);
  const kept = JSON.parse(keptText('barragoon.puzzles') ?? '') as object;
  keepElsewhere('barragoon.puzzles', { ...kept, bestStreak: 9 });
  expect([progress().bestStreak, progress().shift]).toEqual([9, 250]);
});

test('where there is no room, a sentence says so until there is', () => {
  const screen = mount(Unkept, { target: document.body });
  const said = (): string => {
    flushSync();
    return document.body.textContent;
  };
  expect(said()).toBe('');
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(keepText('one', '1')).toBe(false);
  expect(keepText('two', '2')).toBe(false);
  expect(keptText('one')).toBe('1');
  expect(said()).toBe(say('unkept'));
  vi.unstubAllGlobals();
  expect(keepText('one', '1')).toBe(true);
  expect(said()).toBe(say('unkept'));
  dropText('two');
  expect(said()).toBe('');
  void unmount(screen);
});
