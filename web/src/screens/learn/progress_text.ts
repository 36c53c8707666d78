// All that somebody has reached, as one text to be pasted on another device: stars, faces, puzzles.
import * as learnt from '../../learn/progress.svelte.ts';
import * as solved from '../../puzzles/progress.svelte.ts';

/** What such a text begins with, and the version of what follows. */
const MARK = 'barragoon-1-';
/** Longer than any progress is. */
const LONGEST = 1_000_000;

export function writeProgressText(): string {
  const content = JSON.stringify([learnt.progressText() ?? '', solved.progressText()]);
  const bytes = Array.from(new TextEncoder().encode(content), (byte) => String.fromCharCode(byte));
  return MARK + btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Takes a text over; false if it is none, and then nothing has changed. */
export function takeOver(text: string): boolean {
  const parts = readProgressText(text);
  if (parts === null) return false;
  learnt.takeOverProgress(parts[0]);
  solved.takeOverProgress(parts[1]);
  return true;
}

function readProgressText(text: string): readonly [string, string] | null {
  // Whoever sends a text may break it into lines.
  const digits = text.replace(/\s/g, '');
  if (!digits.startsWith(MARK) || digits.length > LONGEST) return null;
  try {
    const bytes = atob(digits.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
    const content = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    const parts: unknown = JSON.parse(content);
    const [first, second] = Array.isArray(parts) ? (parts as unknown[]) : [];
    return typeof first === 'string' && typeof second === 'string' ? [first, second] : null;
  } catch {
    return null;
  }
}
