// What a person has set for this device, kept in the browser.
import { LANGUAGES, preferred, type Language } from '../languages/language.svelte.ts';
import { isRecord, parseKept } from '../browser/kept_value.ts';
import { followText, keepText, keptText } from '../browser/storage.ts';

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
  /** Whether games against the computer show what it could take or wall in next. */
  threats: boolean;
  /** Null: as long as somebody is new. */
  coach: boolean | null;
  /** Whether a phone shows a smaller board in Analyse, for a longer list. */
  smallBoard: boolean;
  /** Whether a game against the computer is reviewed as soon as it is analysed. */
  autoReview: boolean;
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
    threats: false,
    coach: null,
    smallBoard: false,
    autoReview: true,
  };
}

/** What each setting can be; those that are not here are switches. */
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  language: LANGUAGES,
  theme: ['paper', 'slate'],
  mode: ['auto', 'light', 'dark'],
  coach: [true, false, null],
};
const SWITCH: readonly unknown[] = [true, false];

/** What was kept; settings that are unknown, or have no such value, are left out. */
function kept(): Partial<Settings> {
  const found = parseKept(keptText(KEY));
  if (!isRecord(found)) return {};
  const known = Object.keys(defaults());
  return Object.fromEntries(
    Object.entries(found).filter(([name, value]) => known.includes(name) && (CHOICES[name] ?? SWITCH).includes(value)),
  );
}

export const settings = $state<Settings>({ ...defaults(), ...kept() });

// What another tab sets holds here too, and is not undone by the next thing that is set here.
followText(KEY, () => {
  Object.assign(settings, defaults(), kept());
});

/** Only what differs from what the device would have: it may think otherwise tomorrow. */
export function keepSettings(): void {
  const usual: Readonly<Record<string, unknown>> = { ...defaults() };
  const own = Object.entries(settings).filter(([name, value]) => value !== usual[name]);
  keepText(KEY, JSON.stringify(Object.fromEntries(own)));
}
