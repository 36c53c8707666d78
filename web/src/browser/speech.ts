// Reading aloud with the browser's own voice, for who wants to listen without a screen reader.

export function canReadAloud(): boolean {
  return 'speechSynthesis' in globalThis;
}

/** Reads a sentence instead of what is being read. */
export function readAloud(sentence: string, language: string): void {
  if (!canReadAloud()) return;
  speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(sentence);
  spoken.lang = language;
  speechSynthesis.speak(spoken);
}

export function stopReading(): void {
  if (canReadAloud()) speechSynthesis.cancel();
}
