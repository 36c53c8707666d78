// The words of the rules page, loaded when it is opened.
import type english from './rules/en.json';
import type { Language } from './language.svelte.ts';

export type RulesWords = typeof english;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: RulesWords }>>> = {
  en: () => import('./rules/en.json'),
  de: () => import('./rules/de.json'),
  fr: () => import('./rules/fr.json'),
  it: () => import('./rules/it.json'),
};

export async function rulesWords(language: Language): Promise<RulesWords> {
  return (await LOADERS[language]()).default;
}
