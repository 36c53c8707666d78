// What a person has set for this device, kept in the browser.
import { preferred, type Language } from '../languages/language.svelte.ts';
import { keepText, keptText } from '../browser/storage.ts';

export interface Settings {
  language: Language;
  theme: 'paper' | 'slate';
  mode: 'auto' | 'light' | 'dark';
  contrast: boolean;
  coordinates: boolean;
  sound: boolean;
  motion: boolean;
  confirm: boolean;
  targets: boolean;
}

const KEY = 'barragoon.settings';

function defaults(): Settings {
  return {
    language: preferred(navigator.languages),
    theme: 'paper',
    mode: 'auto',
    contrast: matchMedia('(prefers-contrast: more)').matches,
    coordinates: true,
    sound: true,
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    confirm: false,
    targets: true,
  };
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(keptText(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {}; // spoilt
  }
}

export const settings = $state<Settings>({ ...defaults(), ...kept() });

/** Only what differs from what the device would have: it may think otherwise tomorrow. */
export function keepSettings(): void {
  const usual: Readonly<Record<string, unknown>> = { ...defaults() };
  const own = Object.entries(settings).filter(([name, value]) => value !== usual[name]);
  keepText(KEY, JSON.stringify(Object.fromEntries(own)));
}
