// A game of a file action by action, as the engine reads and writes it; a file itself has it turn by turn.
import { escapeText, type GameRecord } from './record.ts';
import type { Action } from './vocabulary.ts';

/** A position of a tree and what was said about it. */
export interface TreeEntry {
  /** The place of its parent in the list; null for the start, which is the first. */
  readonly parent: number | null;
  /** Empty for the start. */
  readonly action: Action | '';
  /** Comments before the action's turn and after the action. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Numeric annotations: 1 is `!`, 2 is `?`. */
  readonly nags: readonly number[];
  /** A draw was offered on the repetition that this action completed, and declined. */
  readonly declined: boolean;
  /** What follows in the file and could not be read. */
  readonly unread: readonly string[];
}

export interface RecordTree {
  readonly record: GameRecord;
  /** Parents come before their children, and what was played before what could have been. */
  readonly nodes: readonly (TreeEntry & { readonly fen: string; readonly key: string })[];
}

/** A tree as the engine is handed it; record_tree.hpp describes the lines. */
export function writeTree(entries: readonly TreeEntry[]): string {
  return entries.flatMap(linesOf).join('\n');
}

function linesOf({ parent, action, before, after, nags, declined, unread }: TreeEntry): string[] {
  return [
    ...(parent === null ? [] : [['node', parent, action, ...nags].join(' ')]),
    ...before.map((text) => `before ${escapeText(text)}`),
    ...after.map((text) => `after ${escapeText(text)}`),
    ...unread.map((text) => `unread ${escapeText(text)}`),
    ...(declined ? ['declined'] : []),
  ];
}
