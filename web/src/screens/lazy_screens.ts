// Screens that are not needed at the start: each is a chunk of its own, loaded when it is opened.
import type { Component } from 'svelte';

type Load = () => Promise<{ default: Component<Record<string, never>> }>;

const LOADS: readonly (readonly [RegExp, Load])[] = [
  [/^\/(games|me)$/, () => import('./games/GamesScreen.svelte')],
  [/^\/lobby$/, () => import('./lobby/LobbyScreen.svelte')],
  [/^\/puzzles(\/|$)/, () => import('./puzzles/PuzzlesScreen.svelte')],
  [/^\/learn(\/|$)/, () => import('./learn/LearnScreen.svelte')],
  [/^\/analyse(\/|$)/, () => import('./analyse/AnalyseScreen.svelte')],
  [/^\/editor$/, () => import('./analyse/EditorScreen.svelte')],
  [/^\/rules$/, () => import('./rules/RulesScreen.svelte')],
];

/** How the screen at an address is loaded; null for an address that none of them has. */
export function lazyScreen(path: string): Load | null {
  return LOADS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
