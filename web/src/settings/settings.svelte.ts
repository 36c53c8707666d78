// What a person has set for this device, kept in the browser.
import { preferred, type Language } from '../languages/language.svelte.ts';

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
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>;
  } catch {
    return {}; // storage is forbidden or spoilt; the page works without
  }
}

export const settings = $state<Settings>({ ...defaults(), ...kept() });

export function keepSettings(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // Nothing to be done; they hold until the page is closed.
  }
}
