// The colours of the page, as CSS variables: the library's two themes, a cooler board, and stronger contrast. And
// whether anything moves.
import drawings from '../board/drawings.json' with { type: 'json' };
import type { Settings } from './settings.svelte.ts';

type Colours = Readonly<Record<string, string>>;

const SLATE: Record<'light' | 'dark', Colours> = {
  light: {
    '--page': '#f5f7f6',
    '--ink': '#26302f',
    '--quiet': '#5d6b69',
    '--frame': '#2b3a3c',
    '--lettering': '#c7d3d1',
    '--light': '#e4eae6',
    '--dark': '#c9d4cf',
    '--chosen': '#9cc4ae',
    '--last': '#e3cf8b',
  },
  dark: {
    '--page': '#22282a',
    '--ink': '#e8eeeb',
    '--quiet': '#a3b0ad',
    '--frame': '#0f1415',
    '--lettering': '#b3c0bd',
    '--light': '#c0cbc6',
    '--dark': '#a6b4ae',
    '--chosen': '#83ae96',
    '--last': '#cdb56a',
  },
};

const CONTRAST: Record<'light' | 'dark', Colours> = {
  light: {
    '--page': '#ffffff',
    '--ink': '#000000',
    '--quiet': '#333333',
    '--frame': '#000000',
    '--lettering': '#ffffff',
    '--light': '#ffffff',
    '--dark': '#dddddd',
    '--white-disc': '#ffffff',
    '--white-rim': '#000000',
    '--white-pip': '#000000',
    '--brown-disc': '#5a2400',
    '--brown-rim': '#000000',
    '--brown-pip': '#ffffff',
    '--barragoon': '#000000',
    '--barragoon-rim': '#000000',
    '--sign': '#ffffff',
    '--may': '#00572f',
    '--takes': '#a00000',
    '--last': '#ffd23f',
  },
  dark: {
    '--page': '#000000',
    '--ink': '#ffffff',
    '--quiet': '#dddddd',
    '--frame': '#000000',
    '--lettering': '#ffffff',
    '--light': '#f2f2f2',
    '--dark': '#cfcfcf',
    '--brown-disc': '#5a2400',
    '--brown-rim': '#000000',
    '--barragoon': '#000000',
    '--barragoon-rim': '#9a9a9a',
    '--sign': '#ffffff',
    '--may': '#00572f',
    '--takes': '#a00000',
    '--last': '#ffd23f',
  },
};

export function colours({ theme, contrast }: Pick<Settings, 'theme' | 'contrast'>, isDark: boolean): Colours {
  const mode = isDark ? 'dark' : 'light';
  return {
    ...drawings[mode],
    ...(theme === 'slate' ? SLATE[mode] : {}),
    // The quiet grey of the pictures is too faint for text on a page.
    ...(theme === 'paper' ? { '--quiet': isDark ? '#b3a99b' : '#6b6154' } : {}),
    ...(contrast ? CONTRAST[mode] : {}),
    // Green and red for words on the page rather than marks on the board.
    '--may-on-page': isDark ? '#7fc9a3' : '#23684a',
    '--takes-on-page': isDark ? '#f0998d' : '#ab2e22',
    // The sign of a barragoon that a run has crossed, may cross, or should not.
    '--lit': '#8fd3b0',
    '--lit-amber': '#f0cf86',
    '--lit-red': '#f0a79c',
    '--lit-own': '#b4c9ec',
    // What somebody has drawn on the board.
    '--own': '#2f4f8a',
    '--ink-on-board': '#1d1a16',
  };
}

export function applyAppearance(settings: Settings, systemIsDark: boolean): void {
  const isDark = settings.mode === 'auto' ? systemIsDark : settings.mode === 'dark';
  const root = document.documentElement;
  const chosen = colours(settings, isDark);
  for (const [name, colour] of Object.entries(chosen)) root.style.setProperty(name, colour);
  root.style.colorScheme = isDark ? 'dark' : 'light';
  root.toggleAttribute('data-still', !settings.motion);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', chosen['--page'] ?? '');
}
