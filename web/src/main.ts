import { mount } from 'svelte';
import { registerSW } from 'virtual:pwa-register';
import './page.css';
import App from './App.svelte';
import { speak } from './languages/language.svelte.ts';
import { settings } from './settings/settings.svelte.ts';

/** In the reader's language from the first word on; in English if it can't be loaded. */
async function show(target: HTMLElement): Promise<void> {
  await speak(settings.language).catch(() => undefined);
  mount(App, { target });
}

const target = document.getElementById('page');
if (target) void show(target);
registerSW({ immediate: true });
