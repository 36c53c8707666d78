// What the browser keeps for this page. Where it may keep nothing, or is full, texts last until the page is closed.
const passing = new Map<string, string>();

/** Whether the text will still be there after the page was closed. */
export function keepText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    passing.delete(key);
    return true;
  } catch {
    passing.set(key, text);
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
  passing.delete(key);
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
