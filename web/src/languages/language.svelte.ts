// The language that the page speaks: English from the start, the others when they are asked for.
import english from './en.json' with { type: 'json' };

export type Key = keyof typeof english;
export type Messages = Readonly<Record<Key, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** How each language is loaded; a language is complete, or its test fails. */
const LOADERS = {
  en: () => Promise.resolve({ default: english }),
  de: () => import('./de.json') as Promise<{ default: Messages }>,
  fr: () => import('./fr.json') as Promise<{ default: Messages }>,
  it: () => import('./it.json') as Promise<{ default: Messages }>,
} as const;
export type Language = keyof typeof LOADERS;
export const LANGUAGES = Object.keys(LOADERS) as Language[];

/** What each language calls itself, for the choice. */
export const NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
};

let messages = $state.raw<Messages>(english);
let current = $state<Language>('en');

export function language(): Language {
  return current;
}

export async function speak(wanted: Language): Promise<void> {
  messages = (await LOADERS[wanted]()).default;
  current = wanted;
  document.documentElement.lang = wanted;
}

/** The first of the browser's languages that the page speaks. */
export function preferred(languages: readonly string[]): Language {
  for (const wanted of languages) {
    const found = LANGUAGES.find((name) => wanted.toLowerCase().startsWith(name));
    if (found) return found;
  }
  return 'en';
}

/** How dates and numbers are written: as in the reader's own country, if the page speaks its language. */
export function regional(spoken: Language, languages: readonly string[]): string {
  return languages.find((name) => name.toLowerCase().startsWith(spoken)) ?? spoken;
}

/** A message with its values filled in. */
export function say(key: Key, values: Values = {}): string {
  return fill(messages[key], values);
}

export function fill(message: string, values: Values): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
