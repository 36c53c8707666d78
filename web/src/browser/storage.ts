// What the browser keeps for this page. Where it may keep nothing, or is full, texts last until the page is closed.
import { createSubscriber } from 'svelte/reactivity';

const passing = new Map<string, string>();

let noteUnkept = (): void => undefined;
const follow = createSubscriber((update) => {
  noteUnkept = update;
  return () => {
    noteUnkept = (): void => undefined;
  };
});

/** Whether something lasts only until the page is closed. Screens that ask follow it. */
export function isUnkept(): boolean {
  follow();
  return passing.size > 0;
}

/** Whether the text will still be there after the page was closed. */
export function keepText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    if (passing.delete(key)) noteUnkept();
    return true;
  } catch {
    passing.set(key, text);
    noteUnkept();
    return false;
  }
}

export function keptText(key: string): string | null {
  try {
    return passing.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function dropText(key: string): void {
  if (passing.delete(key)) noteUnkept();
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** The keys of all texts that begin so. */
export function keptKeys(prefix: string): string[] {
  const all = new Set(passing.keys());
  try {
    for (const key of Object.keys(localStorage)) all.add(key);
  } catch {
    // Nothing was kept.
  }
  return [...all].filter((key) => key.startsWith(prefix));
}

/** Calls when another tab has kept something else under a key, or has dropped it; gives what ends it. */
export function followText(key: string, changed: () => void): () => void {
  const hear = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) changed();
  };
  addEventListener('storage', hear);
  return () => {
    removeEventListener('storage', hear);
  };
}
