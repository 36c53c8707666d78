// Again: puzzles that were missed come back after 1, 3, 7, 21 and 60 days, each time in another of their four forms.
import { nextForm, type Form } from '../play/symmetry.ts';

/** After how many days a puzzle of each box comes back. */
export const BOXES = [1, 3, 7, 21, 60] as const;
/** How many a day are enough. */
export const MOST_A_DAY = 20;

export interface AgainItem {
  readonly id: string;
  /** From 0 on. */
  readonly box: number;
  /** The day on which it is due. */
  readonly due: number;
  readonly form: Form;
  /** The puzzle itself, if it is none of the page's: one from a game of the person's own. */
  readonly line?: string;
}

/** Whether it is a mistake of a game, which is replayed in Analyse: no proof judges it, but a search. */
export function isMistake({ line }: Pick<AgainItem, 'line'>): boolean {
  return line?.startsWith('mistake\t') ?? false;
}

export interface AgainStack {
  readonly items: readonly AgainItem[];
  /** How many were answered on which day. */
  readonly answered: { readonly day: number; readonly count: number };
}

export const NO_STACK: AgainStack = { items: [], answered: { day: 0, count: 0 } };

/** Puts a missed puzzle on the stack; one that is there begins anew. */
export function missed(stack: AgainStack, id: string, today: number, line?: string): AgainStack {
  const old = stack.items.find((item) => item.id === id);
  const item: AgainItem = {
    id,
    box: 0,
    due: today + BOXES[0],
    form: nextForm(old?.form ?? 0),
    ...(line === undefined ? {} : { line }),
  };
  return { ...stack, items: [...stack.items.filter((one) => one.id !== id), item] };
}

/** A puzzle of the stack was answered: it goes to the next box, back to the first, or is done. */
export function answered(stack: AgainStack, id: string, isRight: boolean, today: number): AgainStack {
  const count = stack.answered.day === today ? stack.answered.count + 1 : 1;
  const items = stack.items.flatMap((item) => {
    if (item.id !== id) return [item];
    const box = isRight ? item.box + 1 : 0;
    const days = BOXES[box];
    return days === undefined ? [] : [{ ...item, box, due: today + days, form: nextForm(item.form) }];
  });
  return { items, answered: { day: today, count } };
}

/** What is due today, the longest overdue first. */
export function dueItems({ items, answered: { day, count } }: AgainStack, today: number): AgainItem[] {
  const left = MOST_A_DAY - (day === today ? count : 0);
  const due = items.filter((item) => item.due <= today).sort((one, two) => one.due - two.due);
  return due.slice(0, Math.max(0, left));
}
