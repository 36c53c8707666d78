import { expect, test } from 'vitest';
import english from '../../src/languages/en.json' with { type: 'json' };
import { fill, LANGUAGES, preferred, regional } from '../../src/languages/language.svelte.ts';

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

const analysis = import.meta.glob<Messages>('../../src/languages/analysis/*.json', { eager: true, import: 'default' });

test.each(Object.entries(analysis))('%s has every message of the analysis, and no other', (_, messages) => {
  const expected = analysis['../../src/languages/analysis/en.json'] ?? {};
  expect(Object.keys(analysis)).toHaveLength(LANGUAGES.length);
  expect(Object.keys(messages)).toEqual(Object.keys(expected));
  for (const [key, message] of Object.entries(expected))
    expect(holes(messages[key] ?? ''), key).toEqual(holes(message));
});

const french = import.meta.glob<unknown>('../../src/languages/**/fr.json', { eager: true, import: 'default' });

test.each(Object.entries(french))('%s begins no line with a mark of punctuation', (_, messages) => {
  const loose = JSON.stringify(messages).match(/[^"]{0,20} [?!;:»]|« [^"]{0,20}/g);
  expect(loose, 'with a space that breaks').toBeNull();
});

test('values are filled in, and what is missing stays to be seen', () => {
  expect(fill('{count} turns', { count: 3 })).toBe('3 turns');
  expect(fill('{who} moves', {})).toBe('{who} moves');
});

test("the first of the browser's languages that is spoken here is taken", () => {
  expect(preferred(['ja', 'de-CH', 'en'])).toBe('de');
  expect(preferred(['ja'])).toBe('en');
});

test("dates are written as in the reader's country, if the page speaks the reader's language", () => {
  expect(regional('en', ['de-CH', 'en-GB', 'en'])).toBe('en-GB');
  expect(regional('fr', ['en-GB'])).toBe('fr');
});

/** What a message says at its longest, in the banner of a game. */
function longest(messages: Messages, key: string): string {
  const among = (...keys: string[]): string =>
    keys.map((name) => messages[name] ?? '').reduce((best, name) => (name.length > best.length ? name : best));
  const colour = among('white', 'brown');
  const heading = among('heading.north', 'heading.east', 'heading.south', 'heading.west');
  const face = among('symbol.one_way', 'symbol.two_ways', 'symbol.left_turn', 'symbol.right_turn', 'symbol.all_turns');
  return fill(messages[key] ?? '', {
    ...{ player: colour, other: colour, owner: colour, mover: colour },
    ...{ square: 'd6', face, entering: heading, leaving: heading },
    ...{ tile: among('tile.2', 'tile.3', 'tile.4'), full: 4, short: 3, distance: 12 },
  });
}

// The banner is as wide as the narrowest phones, 360 pixels: so many letters were seen to fit.
const HINT = 46;
const SENTENCE = 38;
const OBJECTION = 76;

const hints = Object.keys(english).filter((key) =>
  /^(first\.|symbol\.|place\.(face|hold)$|task\.(target\.hint|watching|touch|claim|unkept)$)/.test(key),
);
const hinted = Object.keys(english).filter((key) =>
  /^task\.(move|target|lost|last|took|again|waits)(\.you)?$|^place\.(square|pick)$/.test(key),
);

test.each(languages)('$name keeps a sentence and its hint to a line each on a small phone', ({ messages }) => {
  const step = `${fill(messages['task.step'] ?? '', { step: 2, steps: 3 })} · `;
  for (const key of hints) {
    const hint = (/^(place|symbol)/.test(key) ? step : '') + longest(messages, key);
    expect(hint.length, hint).toBeLessThanOrEqual(HINT);
  }
  for (const key of hinted) {
    const sentence = longest(messages, key);
    expect(sentence.length, sentence).toBeLessThanOrEqual(SENTENCE);
  }
});

test.each(languages)(
  '$name tells targets by their shape, and that a game begins with the free seat',
  ({ messages }) => {
    expect(messages['task.target.hint']).not.toMatch(/\b(red|rot|rouge|rosso)\b/i);
    const seat = { en: 'free seat', de: 'freie Platz', fr: 'place libre', it: 'posto libero' };
    expect(Object.values(seat).some((words) => messages['friend.wait']?.includes(words))).toBe(true);
  },
);

test.each(languages)('$name objects and rejects in two lines at most on a small phone', ({ messages }) => {
  for (const key of Object.keys(english).filter((name) => /^(objection|rejected|task\.capture)\./.test(name))) {
    const objection = longest(messages, key);
    expect(objection.length, objection).toBeLessThanOrEqual(OBJECTION);
  }
});
