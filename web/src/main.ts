import { mount } from 'svelte';
import './page.css';
import App from './App.svelte';
import { speak } from './languages/language.svelte.ts';
import { settings } from './settings/settings.svelte.ts';
import { reloadOnce } from './browser/reload_after_upgrade.ts';

/** In the reader's language from the first word on; in English if it can't be loaded. */
async function show(target: HTMLElement): Promise<void> {
  await speak(settings.language).catch(() => undefined);
  mount(App, { target });
}

addEventListener('vite:preloadError', reloadOnce);
const target = document.getElementById('page');
if (target) void show(target);
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined); // the page works without
}
