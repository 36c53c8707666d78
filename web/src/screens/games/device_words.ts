// What a device is called, in the reader's language; the server knows it as "Firefox on Linux".
import { say } from '../../languages/language.svelte.ts';

export function deviceWords(label: string): string {
  const [browser, system] = label.split(' on ');
  if (!browser) return say('games.device.program');
  return system === undefined ? browser : say('games.device.on', { browser, system });
}
