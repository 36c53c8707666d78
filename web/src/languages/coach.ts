// The coach's sentences, loaded with the coach.
import type english from './coach/en.json';
import type { Language } from './language.svelte.ts';

export type CoachWords = Readonly<Record<keyof typeof english, string>>;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: CoachWords }>>> = {
  en: () => import('./coach/en.json'),
  de: () => import('./coach/de.json'),
  fr: () => import('./coach/fr.json'),
  it: () => import('./coach/it.json'),
};

export async function coachWords(language: Language): Promise<CoachWords> {
  return (await LOADERS[language]()).default;
}
