// The words of the puzzles, loaded with their screens.
import type english from './puzzles/en.json';
import { fill, type Language, type Values } from './language.svelte.ts';

export type PuzzleKey = keyof typeof english;
export type PuzzleWords = Readonly<Record<PuzzleKey, string>>;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: PuzzleWords }>>> = {
  en: () => import('./puzzles/en.json'),
  de: () => import('./puzzles/de.json'),
  fr: () => import('./puzzles/fr.json'),
  it: () => import('./puzzles/it.json'),
};

let words = $state.raw<PuzzleWords | null>(null);

/** Loads the words of a language; nothing is said before they are there. */
export async function speakOfPuzzles(language: Language): Promise<void> {
  words = (await LOADERS[language]()).default;
}

export function sayOfPuzzles(key: PuzzleKey, values: Values = {}): string {
  return words === null ? '' : fill(words[key], values);
}
