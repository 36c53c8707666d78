// A board to try a rule on: a game that nobody keeps, both colours played by the reader.
import { isFace } from '../../board/faces.ts';
import { isShown, WHOLE } from '../../board/squares.ts';
import { readFen, writeFen } from '../../engine/fen.ts';
import type { GameEvent, GameState, LegalMove, Step } from '../../engine/game.ts';
import { COLOURS, type Colour, type Square } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import { Table, type SeatedPlayer } from '../../play/table.svelte.ts';
import type { Lesson } from './lessons.ts';

/** What came of a turn; after a win that was missed, a move that is still there. */
export type LessonResult = { readonly isRight: true } | { readonly isRight: false; readonly escape: LegalMove | null };

export class LessonTable extends Table {
  readonly mine = COLOURS;
  readonly #lesson: Lesson;
  /** White's express stage. */
  stage = $state(0);
  /** Whether the last turn was what the lesson asks for; null where nothing is asked. */
  result = $state.raw<LessonResult | null>(null);

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
    this.result = null;
  }

  /** Tiles stay where they can be seen. */
  protected override readState(): GameState {
    const state = super.readState();
    const { crop = WHOLE } = this.#lesson;
    const moves = state.moves.filter(({ target }) => isShown(target, crop));
    const placements = state.placements.filter((placement) => isShown(placement.slice(1, 3) as Square, crop));
    return { ...state, moves, placements };
  }

  choose(stage: number): void {
    this.stage = stage;
    this.again();
  }

  send(event: GameEvent): void {
    const before = this.now;
    this.rules.apply(event);
    this.refresh();
    this.#judge(before.cells);
    if (this.#lesson.alone && this.now.actor === 'brown' && this.now.hands.length === 0) this.#whiteAgain();
  }

  /** Looks at a turn of White's that has just ended. */
  #judge(before: ReadonlyMap<Square, string>): void {
    const { aim } = this.#lesson;
    const step = this.steps.findLast(({ action }) => !action.startsWith('@'));
    if (aim === undefined || step?.player !== 'white' || this.now.hands.length > 0) return;
    const isRight = this.#reaches(aim, step, before);
    this.result = isRight ? { isRight } : { isRight, escape: this.state.moves[0] ?? null };
  }

  #reaches(
    aim: NonNullable<Lesson['aim']>,
    { captured = '', paths = [] }: Step,
    before: ReadonlyMap<Square, string>,
  ): boolean {
    switch (aim) {
      case 'crosses':
        return paths.some((path) => path.slice(1, -1).filter((square) => before.has(square)).length > 1);
      case 'takes_tile':
        return captured !== '' && !isFace(captured);
      case 'takes_barragoon':
        return captured !== '' && isFace(captured);
      case 'wins':
        return this.state.outcome?.winner === 'white';
    }
  }

  #whiteAgain(): void {
    this.rules.begin(writeFen({ ...this.now, turn: 'white' }), this.#lesson.touchMove);
    this.refresh();
  }
}
