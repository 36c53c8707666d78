// Game files (.bgn) as the engine reads them: every game with its tags, its tree of turns, its end and its errors. The
// text is what is kept; this is the view of it. docs/notation.md describes both.
import type { Objection, Outcome } from './game.ts';
import type { Action, Colour } from './vocabulary.ts';

/** A turn with what was said about it. */
export interface RecordNode {
  /** As files write it: `d2xd5@c4^`. The last one of a line may lack placements. */
  readonly turn: string;
  /** Comments before it and after it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Numeric annotations: 1 is `!`, 2 is `?`. */
  readonly nags: readonly number[];
  /** A draw was offered on the repetition that this turn completed, and declined. */
  readonly declined: boolean;
  /** The numbers of the lines that could have been played instead. */
  readonly variations: readonly number[];
}

export interface RecordLine {
  /** Comments before the first turn. */
  readonly comments: readonly string[];
  readonly nodes: readonly RecordNode[];
  /** The rest of the line, where it could not be read. */
  readonly unread: string;
}

/** The kind of an error. */
export type Fault =
  'bytes' | 'tag' | 'contradiction' | 'text' | 'illegal' | 'number' | 'unclosed' | 'unread' | 'no_result';

/** What each error speaks of, by its code. */
export interface ErrorParameters {
  readonly not_utf8: NoParameters;
  readonly not_a_tag: NoParameters;
  readonly tag_twice: NoParameters;
  readonly not_a_choice: { readonly tag: string; readonly choices: readonly string[] };
  readonly not_stages: NoParameters;
  readonly fen_fields: { readonly count: number };
  readonly fen_ranks: { readonly count: number };
  readonly fen_character: NoParameters;
  readonly fen_rank_too_long: { readonly rank: number };
  readonly fen_rank_too_short: { readonly rank: number; readonly count: number };
  readonly fen_turn: NoParameters;
  readonly fen_hands: NoParameters;
  readonly fen_reserve: NoParameters;
  readonly fen_stages: NoParameters;
  readonly fen_number: NoParameters;
  readonly impossible_position: { readonly defects: readonly Defect[] };
  readonly custom_without_fen: NoParameters;
  readonly variant_against_fen: { readonly variant: string };
  readonly stages_against_fen: { readonly stages: string };
  readonly termination_without_result: NoParameters;
  readonly result_against_tag: { readonly result: string };
  readonly end_against_position: { readonly outcome: Outcome };
  readonly termination_against_result: NoParameters;
  readonly termination_against_position: NoParameters;
  readonly not_a_turn: NoParameters;
  readonly variation_of_nothing: NoParameters;
  readonly no_variation_open: NoParameters;
  readonly annotation_of_nothing: NoParameters;
  readonly not_an_annotation: NoParameters;
  readonly result_in_variation: NoParameters;
  readonly decline_of_nothing: NoParameters;
  readonly illegal_turn: { readonly player: Colour; readonly objection: RecordObjection };
  readonly wrong_number: { readonly number: number };
  readonly variation_not_closed: NoParameters;
  readonly not_closed: { readonly closer: string };
  readonly kept_unread: NoParameters;
  readonly no_result: NoParameters;
  /** Takes the place of the last error of a kind where there are more than a hundred. */
  readonly more_like_these: { readonly count: number };
}

export type NoParameters = Readonly<Record<string, never>>;

/** What keeps a FEN from being a position. */
export type Defect =
  | 'too_many_tiles'
  | 'too_many_barragoons'
  | 'reserve_out_of_range'
  | 'stage_out_of_range'
  | 'number_out_of_range'
  | 'wrong_hands'
  | 'no_tile_lost';

/** Why a turn of a file is not legal: as for an action, or its `x` says that it takes something where nothing is. */
export type RecordObjection = Objection | (Omit<Objection, 'rule'> & { readonly rule: 'nothing_to_capture' });

export type ErrorCode = keyof ErrorParameters;

/** What is wrong, with the piece of text and where it stands; lines and columns count characters from 1. */
export type RecordError = {
  readonly [Code in ErrorCode]: {
    readonly fault: Fault;
    readonly code: Code;
    readonly parameters: ErrorParameters[Code];
    readonly line: number;
    readonly column: number;
    readonly text: string;
  };
}[ErrorCode];

/** Everything that a file says about one game. */
export interface GameRecord {
  /** All tags in the order of writing, with those that follow from the game. */
  readonly tags: readonly (readonly [name: string, value: string])[];
  /** The FEN of the start; null if the file does not say it. */
  readonly start: string | null;
  readonly touch_move: boolean;
  /** What finishes the turn that the start is in the middle of. */
  readonly placements: readonly Action[];
  /** Every line of play; the first is the main line. */
  readonly lines: readonly RecordLine[];
  readonly result: '1-0' | '0-1' | '1/2-1/2' | '*';
  readonly outcome: Outcome | null;
  /** A draw offer that nobody has answered. */
  readonly offer: Colour | 'repetition' | null;
  /** Tag lines that could not be used, as they were. */
  readonly stray: readonly string[];
  readonly errors: readonly RecordError[];
}

export type GameTags = Readonly<Record<string, string>>;

/** Tags as a file writes them. */
export function writeTags(tags: GameTags): string {
  return Object.entries(tags)
    .map(([name, value]) => `[${name} "${escapeText(value)}"]\n`)
    .join('');
}

/** Any text on one line, as it stands between quotation marks. */
export function escapeText(text: string): string {
  return text.replace(ESCAPED, escape);
}

// Half a surrogate pair can't be encoded, so it is escaped like a control character.
const ESCAPED = /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\p{Surrogate}/gu; // eslint-disable-line no-control-regex

function escape(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
