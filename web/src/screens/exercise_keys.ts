// Keys of an exercise, which come before the board's own: Enter goes on, a letter asks for something.

export interface PressedKey {
  readonly name: string;
  /** Enter presses a button that has the focus, and nothing else. */
  readonly isOnButton: boolean;
}

/** The key that was pressed; null where it belongs to the browser, a field or a dialogue. */
export function pressedKey(event: KeyboardEvent): PressedKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, dialog')) return null;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return { name, isOnButton: (target?.closest('button, a') ?? null) !== null };
}

/** Does what a key stands for, if anything, and keeps it from the board. */
export function handleKey(event: KeyboardEvent, actionOf: (key: PressedKey) => (() => void) | null): void {
  const key = pressedKey(event);
  const act = key === null ? null : actionOf(key);
  if (act === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat || key?.name.length !== 1) act(); // a letter that is held asks once: a hint has two steps
}
