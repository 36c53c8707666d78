// The words of the analysis, loaded when it is opened.
import english from './analysis/en.json' with { type: 'json' };
import { fill, type Language, type Values } from './language.svelte.ts';

export type AnalysisKey = keyof typeof english;
type AnalysisMessages = Readonly<Record<AnalysisKey, string>>;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: AnalysisMessages }>>> = {
  en: () => Promise.resolve({ default: english }),
  de: () => import('./analysis/de.json'),
  fr: () => import('./analysis/fr.json'),
  it: () => import('./analysis/it.json'),
};

let messages = $state.raw<AnalysisMessages>(english);

export async function loadAnalysisWords(language: Language): Promise<void> {
  messages = (await LOADERS[language]()).default;
}

export function tell(key: AnalysisKey, values: Values = {}): string {
  return fill(messages[key], values);
}
