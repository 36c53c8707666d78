import { expect, test } from 'vitest';
import english from '../../src/languages/en.json' with { type: 'json' };
import { fill, LANGUAGES, preferred } from '../../src/languages/language.svelte.ts';

type Messages = Readonly<Record<string, string>>;
const found = import.meta.glob<Messages>('../../src/languages/*.json', { eager: true, import: 'default' });
const languages = Object.entries(found).map(([path, messages]) => ({ name: path.slice(-7, -5), messages }));
const holes = (message: string): string[] => [...message.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

test('every language can be chosen', () => {
  expect(languages.map(({ name }) => name).sort()).toEqual([...LANGUAGES].sort());
});

test.each(languages)(
  '$name has every message of the English, with the same values in it, and no other',
  ({ messages }) => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(english)) {
      expect(messages[key], key).toBeTruthy();
      expect(holes(messages[key] ?? ''), key).toEqual(holes(message));
    }
  },
);

test('values are filled in, and what is missing stays to be seen', () => {
  expect(fill('{count} turns', { count: 3 })).toBe('3 turns');
  expect(fill('{who} moves', {})).toBe('{who} moves');
});

test("the first of the browser's languages that is spoken here is taken", () => {
  expect(preferred(['ja', 'de-CH', 'en'])).toBe('de');
  expect(preferred(['ja'])).toBe('en');
});
