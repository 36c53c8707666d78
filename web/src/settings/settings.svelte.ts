// What a person has set for this device, kept in the browser.
import { preferred, type Language } from '../languages/language.svelte.ts';
import { keepText, keptText } from '../storage.ts';

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

const PLACE = 'barragoon.settings';

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
    return JSON.parse(keptText(PLACE) ?? '{}') as Partial<Settings>;
  } catch {
    return {}; // spoilt
  }
}

export const settings = $state<Settings>({ ...defaults(), ...kept() });

export function keepSettings(): void {
  keepText(PLACE, JSON.stringify(settings));
}
