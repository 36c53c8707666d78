// A puzzle as the page reads it: one line of a shard, as tools/shipped_puzzle.py writes it.
import { readFen } from '../engine/fen.ts';
import type { Goal } from '../engine/judgement.ts';
import type { Action, Colour, Move, Placement } from '../engine/vocabulary.ts';

/** What a puzzle is about, shown after it was solved. */
export const THEMES = [
  'in1',
  'in2',
  'in3',
  'door',
  'twoexits',
  'walled',
  'ownwall',
  'cut2',
  'takeclose',
  'lasttile',
  'quiet',
  'gift',
  'road',
  'bend',
  'free',
  'face',
  'armour',
  'exit',
  'mustmove',
  'express',
  'lastcube',
  'few',
  'many',
] as const;
export type Theme = (typeof THEMES)[number];

export interface Puzzle {
  readonly id: string;
  readonly fen: string;
  readonly goal: Goal;
  /** The only first move that wins; a puzzle to hold has none. */
  readonly first: Move | null;
  /** All right placements of the first turn. */
  readonly accepted: readonly Placement[];
  /** Where the turn began that let it happen, and its actions. */
  readonly before: string;
  readonly played: readonly Action[];
  readonly rating: number;
  readonly themes: readonly Theme[];
  /** Whether no other first move wins even later; only such a puzzle is rated. */
  readonly isClean: boolean;
}

const isTheme = (word: string): word is Theme => (THEMES as readonly string[]).includes(word);

export function readPuzzle(line: string): Puzzle {
  const [id = '', fen = '', kind, turns, first, accepted = '', before = '', played = '', rating, themes = ''] =
    line.split('\t');
  const words = themes.split(',');
  return {
    id,
    fen,
    goal: { kind: kind === 'hold' ? 'hold' : 'win', turns: Number(turns) },
    first: first ? (first as Move) : null,
    accepted: readPlacements(accepted),
    before,
    played: (played.match(/@...|[a-g][1-9][a-g][1-9]/g) ?? []) as Action[],
    rating: Number(rating),
    themes: words.filter(isTheme),
    isClean: !words.includes('soft'),
  };
}

export function readShard(text: string): Puzzle[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('%'))
    .map(readPuzzle);
}

/** Square by square with their faces: "b9x+,c2^". */
function readPlacements(text: string): Placement[] {
  const groups = text === '' ? [] : text.split(',');
  return groups.flatMap((group) =>
    Array.from(group.slice(2)).map((face) => `@${group.slice(0, 2)}${face}` as Placement),
  );
}

/** Who has to find the answer. */
export function solver(puzzle: Puzzle): Colour {
  return readFen(puzzle.fen).actor;
}
