// A board to try a rule on: a game that nobody keeps, both colours played by the reader.
import type { GameEvent } from '../../engine/game.ts';
import type { Colour } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import { Table, type Sitter } from '../../play/table.svelte.ts';
import type { Lesson } from './lessons.ts';

export class LessonTable extends Table {
  readonly mine: readonly Colour[] = ['white', 'brown'];
  readonly times = null;
  readonly clockShift = 0;
  readonly mayTakeBack = false;
  readonly confirmWanted = false;
  readonly #lesson: Lesson;
  stage = $state(0);

  constructor(module: WebAssembly.Module, lesson: Lesson) {
    super(module);
    this.#lesson = lesson;
    this.again();
  }

  get sitters(): Readonly<Record<Colour, Sitter>> {
    const sitter = (colour: Colour): Sitter => ({ name: say(colour), computer: false });
    return { white: sitter('white'), brown: sitter('brown') };
  }

  /** From the beginning of the lesson. */
  again(): void {
    const { fen, touchMove, played = [] } = this.#lesson;
    this.rules.begin(withStage(fen, this.stage), touchMove);
    for (const event of played) this.rules.apply(event);
    this.refresh();
    this.motion = null;
  }

  choose(stage: number): void {
    this.stage = stage;
    this.again();
  }

  send(event: GameEvent): void {
    this.rules.apply(event);
    this.refresh();
    if (this.#lesson.alone && this.now.actor === 'brown' && this.now.hands.length === 0) this.#whiteAgain();
  }

  #whiteAgain(): void {
    this.rules.begin(this.state.fen.replace(' b ', ' w '), this.#lesson.touchMove);
    this.refresh();
  }

  takeBack(): void {
    this.again();
  }

  answer(): void {
    // Nobody asks anything here.
  }

  leave(): void {
    // Nothing is kept.
  }
}

function withStage(fen: string, stage: number): string {
  return stage === 0 ? fen : fen.replace(/ 00 (\d+)$/, ` ${stage}0 $1`);
}
