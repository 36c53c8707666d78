// What is wrong with a game file, in words; they are loaded when a file is opened.
import type { RecordError } from '../engine/record.ts';
import { fill, type Language, type Values } from './language.svelte.ts';
import type english from './records/en.json';
import { objectionWords, resultWords } from './words.ts';

export type RecordWords = typeof english;

const LOADERS: Readonly<Record<Language, () => Promise<{ default: RecordWords }>>> = {
  en: () => import('./records/en.json'),
  de: () => import('./records/de.json'),
  fr: () => import('./records/fr.json'),
  it: () => import('./records/it.json'),
};

export async function recordWords(language: Language): Promise<RecordWords> {
  return (await LOADERS[language]()).default;
}

/** A piece of the file may be all of it. */
const MOST = 60;

/** One sentence, with the line in which the error is. */
export function recordErrorWords(words: RecordWords, error: RecordError): string {
  const text = error.text.length > MOST ? `${error.text.slice(0, MOST)}…` : error.text;
  const problem = fill(words[error.code], { text, ...valuesOf(words, error) });
  return fill(words.where, { line: error.line, problem });
}

function valuesOf(words: RecordWords, error: RecordError): Values {
  switch (error.code) {
    case 'not_a_choice':
      return { tag: error.parameters.tag, choices: error.parameters.choices.join(', ') };
    case 'impossible_position':
      return { defects: error.parameters.defects.map((defect) => words[`defect.${defect}`]).join('; ') };
    case 'end_against_position':
      return resultWords(error.parameters.outcome, null);
    case 'illegal_turn': {
      const { objection, player } = error.parameters;
      return {
        objection:
          objection.rule === 'nothing_to_capture'
            ? fill(words.nothing_to_capture, { square: objection.square ?? '' })
            : objectionWords({ ...objection, rule: objection.rule }, player),
      };
    }
    default:
      return error.parameters;
  }
}
