import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { START } from '../../src/engine/vocabulary.ts';
import OpenSheet from '../../src/screens/analyse/OpenSheet.svelte';

vi.mock('../../src/engine/page_engine.ts', () => ({
  engineModule: () => Promise.reject(new Error('no engine here')),
}));

/** Everything that opens something. */
const WAYS: readonly [string, (sheet: Element) => void][] = [
  [
    'a text',
    (sheet) => {
      const field = sheet.querySelector('textarea');
      if (field) field.value = START.fen;
      field?.dispatchEvent(new Event('input', { bubbles: true }));
      sheet.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    },
  ],
  ['the start', (sheet) => [...sheet.querySelectorAll<HTMLElement>('form button')].at(-1)?.click()],
];

test.each(WAYS)('%s that can’t be opened without the engine says so', async (_, act) => {
  const onopen = vi.fn();
  const view = mount(OpenSheet, { target: document.body, props: { onopen, onclose: () => undefined } });
  flushSync();
  act(document.body);
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('no engine here'));
  expect(onopen).not.toHaveBeenCalled();
  await unmount(view);
});
