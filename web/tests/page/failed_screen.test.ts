import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { go } from '../../src/browser/router.svelte.ts';
import FailedScreen from '../../src/screens/FailedScreen.svelte';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a screen that failed is reported, and shown again at another address or when somebody tries again', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const error = new Error('spoilt');
  const reset = vi.fn();
  go('/games');
  const screen = mount(FailedScreen, { target: document.body, props: { error, reset } });
  flushSync();
  expect(report).toHaveBeenCalledWith(error);
  expect(reset).not.toHaveBeenCalled();
  document.querySelector('button')?.click();
  expect(reset).toHaveBeenCalledTimes(1);
  go('/rules');
  flushSync();
  expect(reset).toHaveBeenCalledTimes(2);
  void unmount(screen);
});
