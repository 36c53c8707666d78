import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyAppearance } from '../../src/settings/appearance.ts';

/** What the device prefers. */
let preferences: string[];
beforeEach(() => {
  localStorage.clear();
  preferences = [];
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: preferences.includes(query) }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The page is opened anew. */
async function open(): Promise<typeof import('../../src/settings/settings.svelte.ts')> {
  vi.resetModules();
  return import('../../src/settings/settings.svelte.ts');
}

test('what was set is kept, and in all else the device is followed', async () => {
  const first = await open();
  expect(first.settings).toMatchObject({ motion: true, contrast: false, sound: true });
  first.settings.sound = false;
  first.keepSettings();
  expect(JSON.parse(localStorage.getItem('barragoon.settings') ?? '')).toEqual({ sound: false });
  preferences = ['(prefers-reduced-motion: reduce)', '(prefers-contrast: more)'];
  expect((await open()).settings).toMatchObject({ motion: false, contrast: true, sound: false });
});

test('who switches off the animation has a still page', async () => {
  const { settings } = await open();
  const isStill = (): boolean => document.documentElement.matches('[data-still]');
  applyAppearance(settings, false);
  expect(isStill()).toBe(false);
  applyAppearance({ ...settings, motion: false }, false);
  expect(isStill()).toBe(true);
});
