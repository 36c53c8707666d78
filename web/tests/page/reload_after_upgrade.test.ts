import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnce } from '../../src/browser/reload_after_upgrade.ts';

const reload = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const miss = (file: string): void => {
  reloadOnce(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: new Error(file) }));
};

test('a page whose files have gone is loaded anew, once', () => {
  miss('rules-1.js');
  expect(reload).toHaveBeenCalledTimes(1);
  miss('rules-1.js');
  expect(reload).toHaveBeenCalledTimes(1);
  miss('rules-2.js');
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without the net the page stays', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  miss('rules-1.js');
  expect(reload).not.toHaveBeenCalled();
});
