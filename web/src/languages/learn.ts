// The words of Learn, loaded when it is opened.
import type english from './learn/en.json';
import { fill, type Language, type Values } from './language.svelte.ts';

export interface LevelWords {
  readonly title: string;
  /** What is asked for, in one sentence above the board. */
  readonly goal: string;
  /** What was learnt. */
  readonly done: string;
  /** What helps after a wrong answer, where the rules or the proof don't say it. */
  readonly wrong?: string;
}

export type FrameKey = keyof (typeof english)['frame'];

export interface LearnWords {
  readonly frame: Readonly<Record<FrameKey, string>>;
  readonly levels: Readonly<Record<string, LevelWords>>;
}

const LOADERS: Readonly<Record<Language, () => Promise<{ default: LearnWords }>>> = {
  en: () => import('./learn/en.json'),
  de: () => import('./learn/de.json'),
  fr: () => import('./learn/fr.json'),
  it: () => import('./learn/it.json'),
};

export async function learnWords(language: Language): Promise<LearnWords> {
  return (await LOADERS[language]()).default;
}

/** Says a sentence of Learn's frame. */
export type Say = (key: FrameKey, values?: Values) => string;

export function sayer({ frame }: LearnWords): Say {
  return (key, values = {}) => fill(frame[key], values);
}

/** The endgames of group 6 that were written; those after them come from games and share their words. */
const WRITTEN_ENDGAMES = 12;

/** The words of a level; `turns` is in how many one wins there. */
export function levelWords({ levels, frame }: LearnWords, id: string, turns = 0): LevelWords {
  const number = Number(id.split('.')[1]) - WRITTEN_ENDGAMES;
  return (
    levels[id] ?? {
      title: fill(frame['mined.title'], { number }),
      goal: fill(frame['mined.goal'], { turns }),
      done: fill(frame['mined.done'], { turns }),
    }
  );
}
