// A puzzle on the board: the turn before it is shown, answers are judged by the engine's proofs, wrong ones are answered.
import type { Input } from '../board/input.ts';
import type { EngineClient } from '../engine/client.ts';
import { readFen } from '../engine/fen.ts';
import type { GameEvent } from '../engine/game.ts';
import type { Judgement } from '../engine/judgement.ts';
import { other, type Action, type Colour, type Face, type Placement, type Square } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import { Table, type SeatedPlayer } from '../play/table.svelte.ts';
import { settings } from '../settings/settings.svelte.ts';
import { solver, type Puzzle } from './puzzle.ts';

/**
 * Opening: the turn before is shown. Replying: the opponent's answer is shown. After a wrong, slower or unproven answer
 * everything stays until the person tries again.
 */
export type Phase =
  | 'opening'
  | 'solving'
  | 'judging'
  | 'replying'
  | 'wrong'
  | 'slower'
  | 'unproven'
  | 'solved'
  | 'showing'
  | 'shown'
  | 'failed';

/** A square on which some faces are right. */
export interface RightSquare {
  readonly square: Square;
  readonly right: readonly Face[];
  readonly wrong: readonly Face[];
}

/** The last placement of the person's, among all that were possible. */
export interface Alternatives {
  readonly placement: Placement;
  readonly possible: number;
  readonly right: number;
  readonly squares: readonly RightSquare[];
}

const TO_TRY_AGAIN: ReadonlySet<Phase> = new Set(['wrong', 'slower', 'unproven', 'failed']);

/** Milliseconds between two actions that are shown. */
const PAUSE = 550;
/** Nodes for what is not asked in the middle of an answer. */
const PATIENT = { nodes: 5_000_000 };

/** What is asked of the engine. */
export type Prover = Pick<EngineClient, 'judge' | 'solve' | 'solveEach' | 'legalActions'>;

export interface PuzzleTableOptions {
  readonly module: WebAssembly.Module;
  /** Started when it is first asked. */
  readonly engine: () => Promise<Prover>;
  readonly puzzle: Puzzle;
  /** Whether nothing is shown before and after an answer, because time runs. */
  readonly isQuick?: boolean;
  /** Whether the turn before is not run, only marked on the board. */
  readonly skipsOpening?: boolean;
  /** Whether a hint was taken before, in another visit. */
  readonly wasHinted?: boolean;
  /** A hint was asked for; reported at once, so that a reload does not undo it. */
  readonly onhint?: () => void;
  /** The first result, reported once: 1 for right at once, 0.5 with a hint, 0 otherwise. */
  readonly onresult: (score: number) => void;
}

const isAction = (event: GameEvent): event is Action => event.startsWith('@') || /^[a-g][1-9][a-g][1-9]$/.test(event);
const squareOf = (placement: string): Square => placement.slice(1, 3) as Square;
const faceOf = (placement: string): Face => placement.slice(3) as Face;

export class PuzzleTable extends Table {
  readonly puzzle: Puzzle;
  readonly player: Colour;
  phase = $state<Phase>('opening');
  /** What was said of the last answer. */
  judgement = $state.raw<Judgement | null>(null);
  /** After how many steps the answer that was judged stands. */
  answeredAt = $state(0);
  /** The action that a hint tells, and how much of it. */
  hint = $state.raw<{ readonly action: Action; readonly step: 1 | 2 } | null>(null);
  alternatives = $state.raw<Alternatives | null>(null);
  mistakes = $state(0);
  readonly #engine: () => Promise<Prover>;
  readonly #runsOpening: boolean;
  readonly #isQuick: boolean;
  readonly #onresult: (score: number) => void;
  #turnsLeft: number;
  readonly #onhint: () => void;
  #wasHinted: boolean;
  #hasResult = false;
  /** Where the next try begins, and with how many turns. */
  #retry: { readonly steps: number; readonly turns: number };
  /** Another number as soon as what is under way does not matter any more. */
  #serial = 0;

  constructor({
    module,
    engine,
    puzzle,
    isQuick = false,
    skipsOpening = false,
    wasHinted = false,
    onhint = () => undefined,
    onresult,
  }: PuzzleTableOptions) {
    super(module);
    this.puzzle = puzzle;
    this.player = solver(puzzle);
    this.orientation = this.player;
    this.#engine = engine;
    this.#isQuick = isQuick;
    this.#runsOpening = !isQuick && !skipsOpening;
    this.#wasHinted = wasHinted;
    this.#onhint = onhint;
    this.#onresult = onresult;
    this.#turnsLeft = puzzle.goal.turns;
    this.#retry = { steps: puzzle.played.length, turns: puzzle.goal.turns };
    this.rules.begin(puzzle.before);
    this.refresh();
    void this.#open();
  }

  get mine(): readonly Colour[] {
    return this.phase === 'solving' ? [this.player] : [];
  }

  get players(): Readonly<Record<Colour, SeatedPlayer>> {
    const player = (colour: Colour): SeatedPlayer => ({ name: say(colour), isComputer: colour !== this.player });
    return { white: player('white'), brown: player('brown') };
  }

  override get hasTimeToConfirm(): boolean {
    return !this.#isQuick;
  }

  /** Whether the person may still change what they have played in this turn. */
  override get mayTakeBack(): boolean {
    return this.phase === 'solving' && this.steps.length > this.#turnStart();
  }

  /** Whether an answer was given that was not right, and stays to be seen. */
  get mayTryAgain(): boolean {
    return TO_TRY_AGAIN.has(this.phase);
  }

  /** The position that is asked about, and what was played since. */
  get line(): { readonly fen: string; readonly actions: readonly Action[] } {
    const before = this.puzzle.played.length;
    const fen = this.steps[before - 1]?.fen ?? this.state.start;
    return { fen, actions: this.steps.slice(before).map(({ action }) => action) };
  }

  /** All actions by their ids, for links. */
  get actionIds(): readonly Action[] {
    return this.rules.allActions();
  }

  /** In how many turns the win must still come, the one under way included. */
  get turnsLeft(): number {
    return this.#turnsLeft;
  }

  // -- what the person does ----------------------------------------------------------------------------------------

  override input(input: Input): void {
    if (this.mayTryAgain) this.tryAgain();
    else if (this.phase === 'solving' && input.kind === 'cancel' && this.#hasNoChoice()) this.takeBack();
    else if (this.phase === 'solving') super.input(input);
  }

  /** Whether there is nothing to cancel but what was played. */
  #hasNoChoice(): boolean {
    const { choice } = this;
    return choice.phase === 'place' ? choice.square === null && choice.face === null : choice.phase === 'tile';
  }

  send(event: GameEvent): void {
    if (this.phase !== 'solving' || !isAction(event)) return;
    const before = this.state.fen;
    this.#retry = { steps: this.steps.length, turns: this.#turnsLeft };
    this.hint = null;
    this.phase = 'judging';
    this.#play(event);
    this.answeredAt = this.steps.length;
    void this.#judge(before, event);
  }

  override takeBack(): void {
    if (this.mayTakeBack) this.#returnTo(this.#turnStart());
  }

  tryAgain(): void {
    this.#turnsLeft = this.#retry.turns;
    this.#returnTo(this.#retry.steps);
  }

  /** Takes up the puzzle after so many steps: what was said, or is being looked for, is about another position. */
  #returnTo(steps: number): void {
    this.#serial += 1;
    this.judgement = null;
    this.hint = null;
    this.#rewind(steps);
    this.phase = 'solving';
    this.restart();
  }

  /** First the tile or the square, then how it runs or which face. */
  async giveHint(): Promise<void> {
    if (this.mayTryAgain) this.tryAgain();
    if (this.phase !== 'solving') return;
    this.#wasHinted = true;
    this.#onhint();
    this.objection = null;
    if (this.hint) {
      this.hint = { ...this.hint, step: 2 };
      return;
    }
    const serial = this.#serial;
    const [action] = await this.#solution();
    if (serial !== this.#serial) return;
    if (action === undefined) this.phase = 'failed';
    else this.hint = { action, step: 1 };
  }

  /** Plays the solution from here to the end. */
  async show(): Promise<void> {
    if (this.mayTryAgain) this.tryAgain();
    if (this.phase !== 'solving') return;
    this.#tellResult(0);
    this.hint = null;
    const serial = (this.#serial += 1);
    this.phase = 'showing';
    this.restart();
    const actions = await this.#solution();
    for (const action of actions) {
      if (serial !== this.#serial) return;
      this.#play(action);
      await pause(PAUSE * 1.5);
    }
    if (serial !== this.#serial) return;
    this.phase = actions.length > 0 ? 'shown' : 'failed';
    await this.#findAlternatives();
  }

  /** Ends what is under way; whatever is still played here counts for nothing. */
  override leave(): void {
    this.#serial += 1;
    this.#hasResult = true;
  }

  // -- what follows ------------------------------------------------------------------------------------------------

  /** Runs the opponent's turn that let it happen. */
  async #open(): Promise<void> {
    const serial = this.#serial;
    const isShown = settings.motion && this.#runsOpening;
    if (isShown) await pause(PAUSE);
    for (const action of this.puzzle.played) {
      if (serial !== this.#serial) return;
      this.#play(action);
      if (isShown) await pause(PAUSE);
    }
    if (serial !== this.#serial) return;
    this.phase = 'solving';
    this.restart();
  }

  async #judge(before: string, action: Action): Promise<void> {
    const serial = (this.#serial += 1);
    try {
      const goal = { kind: this.puzzle.goal.kind, turns: this.#retry.turns };
      const judgement = await (await this.#engine()).judge({ fen: before }, { goal, actions: [action] });
      const decided = judgement.grade === 'unproven' ? await this.#decide(judgement, before, action) : judgement;
      if (serial === this.#serial) await this.#follow(decided, serial);
    } catch {
      if (serial === this.#serial) this.phase = 'failed';
    }
  }

  /** What the page could not prove in time, the file decides, in the first turn: its right answers are complete. */
  async #decide(judgement: Judgement, before: string, action: Action): Promise<Judgement> {
    const known = this.#knownAnswers(before);
    if (known.length === 0) return judgement;
    if (!known.includes(action)) return { ...judgement, grade: 'wrong', turns: this.#retry.turns, line: [] };
    const engine = await this.#engine();
    const { solution } = engine.solve({ fen: before }, this.#retry.turns, { ...PATIENT, only: [action] });
    return { ...judgement, grade: 'right', line: (await solution).actions.slice(1) };
  }

  async #follow(judgement: Judgement, serial: number): Promise<void> {
    this.judgement = judgement;
    if (judgement.grade === 'slower' || judgement.grade === 'unproven') {
      this.phase = judgement.grade;
      return;
    }
    const isRight = judgement.grade === 'right';
    if (!isRight) {
      this.mistakes += 1;
      this.#tellResult(0);
      if (serial !== this.#serial) return;
    }
    if (isRight && (this.state.outcome !== null || this.puzzle.goal.kind === 'hold')) {
      await this.#finish();
      return;
    }
    for (const action of judgement.line) {
      if (isRight && this.now.actor === this.player) break;
      this.phase = 'replying';
      await pause(PAUSE);
      if (serial !== this.#serial) return;
      this.#play(action);
    }
    this.phase = isRight ? 'solving' : 'wrong';
    this.restart();
  }

  async #finish(): Promise<void> {
    this.phase = 'solved';
    this.restart();
    this.#tellResult(this.#wasHinted ? 0.5 : 1);
    await this.#findAlternatives();
  }

  /** Once, and at once: what is stored can't be lost by going on quickly. */
  #tellResult(score: number): void {
    if (this.#hasResult) return;
    this.#hasResult = true;
    this.#onresult(score);
  }

  #play(action: Action): void {
    const { turn } = this.now;
    this.rules.apply(action);
    this.refresh();
    if (turn === this.player && this.now.turn !== this.player) this.#turnsLeft -= 1;
  }

  #rewind(count: number): void {
    const actions = this.steps.slice(0, count).map(({ action }) => action);
    this.rules.begin(this.puzzle.before);
    for (const action of actions) this.rules.apply(action);
    this.refresh();
  }

  /** After how many steps the turn under way began; one to hold begins in the opponent's. */
  #turnStart(): number {
    const ends = [...this.state.turns].filter(({ end }) => end <= this.steps.length).map(({ end }) => end);
    const isNew = this.now.hands.length === 0;
    const start = isNew ? this.steps.length : (ends.filter((end) => end < this.steps.length).at(-1) ?? 0);
    return Math.max(start, this.puzzle.played.length);
  }

  // -- the solution ------------------------------------------------------------------------------------------------

  /** What wins from here, with the longest defence; nothing if the engine can't be asked. */
  async #solution(): Promise<readonly Action[]> {
    const only = this.#knownAnswers(this.state.fen).slice(0, 1);
    if (this.puzzle.goal.kind === 'hold') return only;
    try {
      const engine = await this.#engine();
      const { solution } = engine.solve({ fen: this.state.fen }, this.#turnsLeft, { ...PATIENT, only });
      const { actions } = await solution;
      return actions.length > 0 ? actions : only;
    } catch {
      return [];
    }
  }

  /** The right answers in a position of the first turn, as the file has them; none elsewhere. */
  #knownAnswers(fen: string): readonly Action[] {
    const { first, accepted, goal, played } = this.puzzle;
    const steps = this.steps.findIndex((step) => step.fen === fen);
    const at = steps < 0 ? 0 : steps + 1;
    if (at === played.length) return first === null ? accepted : [first];
    const isAfterFirst = at === played.length + 1 && this.steps[at - 1]?.action === first;
    return goal.kind === 'win' && isAfterFirst && readFen(fen).actor === this.player ? accepted : [];
  }

  /** Which other placements would have done as well as the last one. */
  async #findAlternatives(): Promise<void> {
    const last = this.steps.at(-1);
    if (!last?.action.startsWith('@') || last.player !== this.player) return;
    const serial = this.#serial;
    const before = this.steps.at(-2)?.fen ?? this.state.start;
    const right = new Set(await this.#rightPlacements(before));
    if (serial !== this.#serial || right.size === 0) return;
    const possible = await (await this.#engine()).legalActions({ fen: before });
    const squares = [...new Set([...right].map(squareOf))].map((square) => {
      const here = possible.filter((action) => action.startsWith('@') && squareOf(action) === square);
      const faces = (isRight: boolean): Face[] => here.filter((action) => right.has(action) === isRight).map(faceOf);
      return { square, right: faces(true), wrong: faces(false) };
    });
    if (serial !== this.#serial) return;
    const placement = last.action as Placement;
    this.alternatives = { placement, possible: possible.length, right: right.size, squares };
  }

  async #rightPlacements(before: string): Promise<readonly Action[]> {
    if (this.puzzle.goal.kind === 'hold') return this.puzzle.accepted;
    const verdicts = await (await this.#engine()).solveEach({ fen: before }, 1);
    return verdicts.filter(({ verdict }) => verdict === 'win').map(({ action }) => action);
  }

  /** The tiles of the loser, when the game is over. */
  get heldTiles(): readonly Square[] {
    if (this.state.outcome?.winner !== this.player) return [];
    const letters = other(this.player) === 'white' ? 'ZDV' : 'zdv';
    return [...this.now.cells].filter(([, cell]) => letters.includes(cell)).map(([square]) => square);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, settings.motion ? milliseconds : 0);
  });
}
