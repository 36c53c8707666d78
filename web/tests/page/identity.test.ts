import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import Identity from '../../src/screens/games/Identity.svelte';

test('a name that is typed before the server answers stays', async () => {
  let answer: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', () => response);
  const view = mount(Identity, { target: document.body });
  flushSync();
  const field = document.querySelector<HTMLInputElement>('input[type=text]');
  if (!field) throw new Error('there is no field for a name');
  field.value = 'Ann';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  answer(Response.json({ player: { id: 'p', name: 'Guest', bot: false }, csrf: 'c' }));
  await vi.waitFor(() => expect(document.querySelector('button[type=submit]')?.hasAttribute('disabled')).toBe(false));
  await new Promise((resolve) => setTimeout(resolve, 10));
  flushSync();
  expect(field.value).toBe('Ann');
  await unmount(view);
  vi.unstubAllGlobals();
});
