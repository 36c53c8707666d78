// A board to try a rule on: a game that nobody keeps, both colours played by the reader.
import { readFen, writeFen } from '../../engine/fen.ts';
import type { GameEvent } from '../../engine/game.ts';
import { COLOURS, type Colour } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import { Table, type SeatedPlayer } from '../../play/table.svelte.ts';
import type { Lesson } from './lessons.ts';

export class LessonTable extends Table {
  readonly mine = COLOURS;
  readonly #lesson: Lesson;
  /** White's express stage. */
  stage = $state(0);

  constructor(module: WebAssembly.Module, lesson: Lesson) {
    super(module);
    this.#lesson = lesson;
    this.again();
  }

  get players(): Readonly<Record<Colour, SeatedPlayer>> {
    const player = (colour: Colour): SeatedPlayer => ({ name: say(colour), isComputer: false });
    return { white: player('white'), brown: player('brown') };
  }

  /** From the beginning of the lesson. */
  again(): void {
    const { fen, touchMove, played = [] } = this.#lesson;
    const fields = readFen(fen);
    this.rules.begin(writeFen({ ...fields, stages: [this.stage, fields.stages[1]] }), touchMove);
    for (const event of played) this.rules.apply(event);
    this.refresh();
    this.lastStep = null;
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
    this.rules.begin(writeFen({ ...this.now, turn: 'white' }), this.#lesson.touchMove);
    this.refresh();
  }
}
