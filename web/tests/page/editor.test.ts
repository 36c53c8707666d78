// Setting up positions: what the field of the FEN shows is what is set, and a reserve is one that there can be.
import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SetupEditor } from '../../src/analysis/setup_editor.svelte.ts';
import { go } from '../../src/browser/router.svelte.ts';
import { START } from '../../src/engine/vocabulary.ts';
import EditorScreen from '../../src/screens/analyse/EditorScreen.svelte';

vi.mock('../../src/engine/page_engine.ts', () => ({
  engineModule: () => WebAssembly.compile(readFileSync('wasm/barragoon.wasm')),
}));

const OTHER = '7/3z3/7/7/3Z3/7/7/7/7 w - 0 00 17';

let screen: Record<string, unknown>;
beforeEach(async () => {
  go('/editor');
  screen = mount(EditorScreen, { target: document.body });
  await vi.waitFor(() => expect(document.querySelector('form')).not.toBeNull());
});
afterEach(async () => {
  await unmount(screen);
});

function find(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector) ?? expect.unreachable(selector);
}
const field = (): HTMLInputElement => find('form input[type=text]') as HTMLInputElement;
const fault = (): string => find('form [role=alert]').textContent;
function set(): void {
  find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  flushSync();
}
function type(text: string): void {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
}
function button(words: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words);
  return found ?? expect.unreachable(words);
}

test('setting the FEN that is shown changes nothing and is no error', () => {
  expect(field().value).toBe(START.fen);
  set();
  expect(fault()).toBe('');
  expect(field().value).toBe(START.fen);
});

test('a FEN that was set before does not come back after a change on the board', () => {
  type(OTHER);
  set();
  expect(field().value).toBe(OTHER);
  button('Clear').click();
  flushSync();
  const shown = field().value;
  expect(shown).not.toBe(OTHER);
  set();
  expect(field().value).toBe(shown);
});

test('what can’t be read says so', () => {
  type('nonsense');
  set();
  expect(fault()).not.toBe('');
});

test('no more barragoons go into the reserve than there are, and the field shows it', () => {
  const [reserve] = document.querySelectorAll<HTMLInputElement>('input[type=number]');
  for (let time = 0; time < 2; time += 1) {
    if (reserve) reserve.value = '99';
    reserve?.dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
    expect(reserve?.value).toBe('24');
  }
  expect(field().value).toBe(START.fen);
});

test('a set-up that no link can hold has none', () => {
  expect(button('Copy a link to this position').disabled).toBe(false);
  type(START.fen.replace(' 24 ', ' 30 '));
  set();
  expect(button('Copy a link to this position').disabled).toBe(true);
});

test('what the board and the hands hold is not in the reserve', () => {
  expect(new SetupEditor(START.fen).mostReserve).toBe(24);
  expect(new SetupEditor('xxxxxxx/xxxxxxx/7/7/7/7/7/7/7 w wb 0 00 1').mostReserve).toBe(16);
  expect(new SetupEditor(`${Array.from({ length: 9 }, () => 'xxxxxxx').join('/')} w - 0 00 1`).mostReserve).toBe(0);
});
