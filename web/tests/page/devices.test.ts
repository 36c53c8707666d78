import { expect, test } from 'vitest';
import { LANGUAGES, speak } from '../../src/languages/language.svelte.ts';
import { deviceWords } from '../../src/screens/games/device_words.ts';

test('a device is called by its browser and its system, in every language', async () => {
  const words: Record<string, string> = {};
  for (const language of LANGUAGES) {
    await speak(language);
    words[language] = deviceWords('Firefox on Linux');
    expect(deviceWords('Firefox')).toBe('Firefox');
    expect(deviceWords('')).not.toBe('');
  }
  expect(words).toEqual({
    en: 'Firefox on Linux',
    de: 'Firefox auf Linux',
    fr: 'Firefox sur Linux',
    it: 'Firefox su Linux',
  });
  await speak('en');
});
