// A round of the face trainer: twenty questions, what was answered, how fast. A question that went wrong comes again after
// three others.
import { symbolOf, type SymbolName } from '../board/faces.ts';
import type { Face } from '../engine/vocabulary.ts';
import type { TrainerLevel } from './trainer_level.ts';
import { earnTrainer, noteFace } from './progress.svelte.ts';

/** What is asked about a face; no exits means blocked. */
export interface Question<E extends string> {
  readonly face: Face;
  readonly exits: readonly E[];
}

export const ROUND = 20;
/** So many right answers in a row, each within so many seconds, earn the star. */
export const STAR_ROW = 10;
export const STAR_SECONDS = 2.5;
const AGAIN_AFTER = 3;

export interface Answer {
  readonly face: Face;
  readonly isRight: boolean;
  readonly seconds: number;
}

/** `asked`: an answer is due; `wrong`: the true way is shown until somebody goes on; `right`: for a moment. */
export type Phase = 'asked' | 'right' | 'wrong' | 'over';

export class TrainerRound<E extends string, Q extends Question<E>> {
  readonly level: TrainerLevel;
  question: Q;
  phase = $state<Phase>('asked');
  answers = $state.raw<readonly Answer[]>([]);
  /** The exits that were named so far, where there are two. */
  named = $state.raw<readonly E[]>([]);
  readonly #draw: (before: Q | null) => Q;
  readonly #now: () => number;
  #askedAt = 0;
  /** Questions to come again, with the number of the question before which they do. */
  #again: { readonly question: Q; readonly at: number }[] = [];

  constructor(level: TrainerLevel, draw: (before: Q | null) => Q, now = (): number => performance.now()) {
    this.level = level;
    this.#draw = draw;
    this.#now = now;
    this.question = $state.raw(draw(null));
    this.#askedAt = now();
  }

  /** Right answers in a row up to now. */
  readonly row: number = $derived(this.answers.length - 1 - this.answers.findLastIndex(({ isRight }) => !isRight));

  readonly right: number = $derived(this.answers.filter(({ isRight }) => isRight).length);

  /** The middle one of the times of right answers, in seconds. */
  readonly median: number = $derived.by(() => {
    const times = this.answers.filter(({ isRight }) => isRight).map(({ seconds }) => seconds);
    return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
  });

  readonly hasStar: boolean = $derived.by(() => {
    let row = 0;
    return this.answers.some(({ isRight, seconds }) => {
      row = isRight && seconds <= STAR_SECONDS ? row + 1 : 0;
      return row >= STAR_ROW;
    });
  });

  /** The symbol whose right answers took longest. */
  readonly slowest: SymbolName | null = $derived.by(() => {
    const right = this.answers.filter(({ isRight }) => isRight);
    const [slow] = right.toSorted((one, other) => other.seconds - one.seconds);
    return slow === undefined ? null : symbolOf(slow.face);
  });

  /** An exit, or null for blocked. */
  answer(exit: E | null): void {
    if (this.phase !== 'asked') return;
    const { exits } = this.question;
    if (exit === null) this.#end(exits.length === 0);
    else if (!exits.includes(exit)) this.#end(false);
    else {
      this.named = [...new Set([...this.named, exit])];
      if (this.named.length === exits.length) this.#end(true);
    }
  }

  #end(isRight: boolean): void {
    const seconds = (this.#now() - this.#askedAt) / 1000;
    const { question } = this;
    this.answers = [...this.answers, { face: question.face, isRight, seconds }];
    noteFace(symbolOf(question.face), isRight, seconds);
    if (!isRight) this.#again.push({ question, at: this.answers.length + AGAIN_AFTER });
    if (this.hasStar) earnTrainer(this.level);
    this.phase = isRight ? 'right' : 'wrong';
  }

  /** The next question, or the end of the round. */
  next(): void {
    const number = this.answers.length;
    if (number >= ROUND) {
      this.phase = 'over';
      return;
    }
    const due = this.#again.findIndex(({ at }) => at <= number);
    const [again] = due < 0 ? [] : this.#again.splice(due, 1);
    this.question = again?.question ?? this.#draw(this.question);
    this.named = [];
    this.phase = 'asked';
    this.#askedAt = this.#now();
  }
}
