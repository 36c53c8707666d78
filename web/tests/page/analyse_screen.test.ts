// The screen of a study keeps what is changed, and hides what is a running game of one's own.
import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { positionLink } from '../../src/analysis/links.ts';
import { go } from '../../src/browser/router.svelte.ts';
import { noteTablePosition } from '../../src/online/table_positions.ts';
import { playTwo, PLAIN_TERMS } from '../../src/play/new_game.ts';
import { load, save } from '../../src/play/saved_games.ts';
import AnalyseScreen from '../../src/screens/analyse/AnalyseScreen.svelte';

vi.mock('../../src/engine/page_engine.ts', () => ({
  engineModule: () => WebAssembly.compile(readFileSync('wasm/barragoon.wasm')),
}));
vi.mock('../../src/engine/browser.ts', () => ({ startEngine: () => new Promise(() => undefined) }));

const FEN = '1vd1dv1/2zdz2/7/1x3x1/x1xDx1x/1x3x1/7/2Z1Z2/1VD1DV1 b - 24 00 3';

let screen: Record<string, unknown>;
async function visit(path: string): Promise<void> {
  go(path);
  screen = mount(AnalyseScreen, { target: document.body });
  await vi.waitFor(() => expect(document.querySelector('[role=grid]')).not.toBeNull());
}
afterEach(async () => {
  await unmount(screen);
  localStorage.clear();
});

function press(init: KeyboardEventInit): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  flushSync();
}
const leave = (): void => {
  dispatchEvent(new Event('pagehide'));
};
const kept = (id: string): string | null => localStorage.getItem(`barragoon.tree.local.${id}`);

test('a deletion that was kept and then undone is kept undone', async () => {
  const id = playTwo(PLAIN_TERMS);
  const game = load(id) ?? expect.unreachable();
  save({ ...game, record: '1. d2d5 (1. c2c4) *', events: ['d2d5'], turns: 1 });
  await visit(`/analyse/local/${id}`);
  leave();
  expect(kept(id)).toBeNull();
  press({ key: 'ArrowDown' });
  press({ key: 'Delete' });
  leave();
  expect(kept(id)).not.toContain('c2c4');
  press({ key: 'z', ctrlKey: true });
  leave();
  expect(kept(id)).toContain('c2c4');
});

test('a position that comes up in a running game meanwhile is hidden at once', async () => {
  await visit(`/analyse${positionLink(FEN) ?? ''}`);
  noteTablePosition('g', { fen: FEN, turns: 5 });
  dispatchEvent(new StorageEvent('storage', { key: 'barragoon.tables' }));
  flushSync();
  expect(document.querySelector('[role=grid]')).toBeNull();
  expect(document.body.textContent).toContain('You are playing this game');
});
