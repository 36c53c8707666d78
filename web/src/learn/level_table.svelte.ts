// A level as it is played: the learner is White, every action is judged, and a wrong one is answered on the board and taken
// back with one tap.
import type { Annotation } from '../board/annotation.ts';
import type { Input } from '../board/input.ts';
import type { EngineClient } from '../engine/client.ts';
import { Engine } from '../engine/engine.ts';
import { readFen, writeFen } from '../engine/fen.ts';
import type { GameEvent, LegalMove } from '../engine/game.ts';
import type { Action, Colour, Path, Position } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import type { Options } from '../play/choice.ts';
import { Table, type SeatedPlayer } from '../play/table.svelte.ts';
import { settings } from '../settings/settings.svelte.ts';
import type { End } from './goals/lost_or_not.ts';
import { isHunt, SPARE_TURNS } from './goals/win.ts';
import { judge } from './judge.ts';
import { annotationsOf } from './annotations.ts';
import type { Goal, Level, Stars } from './level.ts';
import { isTaught } from './levels.ts';
import { earn, leaveUnfinished, unfinished } from './progress.svelte.ts';
import { Question } from './question.svelte.ts';
import { lineAction, provenAction } from './solution.ts';
import { starsFor, type Effort } from './stars.ts';
import { isMove, type Verdict } from './verdict.ts';

/** How long one sees what happened before the answer, in milliseconds. */
const PAUSE = 650;
/** For the opponent's choice where nothing is at stake, or where no proof is left. */
const REPLY_NODES = 20_000;

/** Goals that are about a whole game rather than one rule. */
const PROVEN: ReadonlySet<Goal['kind']> = new Set(['win', 'survive', 'avoid', 'threatenTwo', 'blunder']);

/** How an attempt in a hunt ended without a star. */
export type Failure = 'late' | 'lost' | 'drawn';

/** Where a wrong action is taken back to. */
interface Checkpoint {
  readonly events: readonly GameEvent[];
  readonly turns: number;
}

export class LevelTable extends Table {
  readonly mine: readonly Colour[] = ['white'];
  readonly level: Level;
  verdict = $state.raw<Verdict>({ kind: 'going' });
  /** What a hunt that may no longer succeed came to. */
  failure = $state<Failure | null>(null);
  /** 0: none, 1: which tile or square, 2: the path or the face. */
  hintStep = $state<0 | 1 | 2>(0);
  hinted = $state.raw<{ action: Action; paths: readonly Path[] } | null>(null);
  /** What was answered where something is asked instead of played. */
  readonly question = new Question();
  /** What was earned; 0 until the level is done. */
  earned = $state<Stars>(0);
  /** Why the engine can't judge. */
  problem = $state('');
  /** Whether the last tap asked for a capture that comes in a later level. */
  isUntaught = $state(false);
  /** The learner's actions up to now. */
  played = $state.raw<readonly Action[]>([]);
  #isBusy = $state(false);
  #faults = $state(0);
  #isHinted = $state(false);
  #isShown = $state(false);
  /** Played on after the win was gone: only the end of the game is judged. */
  #isUnjudged = false;
  /** Of a win: how many turns it may take from here. */
  #turns = 0;
  #events: GameEvent[] = [];
  /** One before each of the learner's actions. */
  #checkpoints: Checkpoint[] = [];
  /** The paths by which tiles get away after a wrong answer. */
  escapes = $state.raw<readonly Path[]>([]);
  /** Counts what makes an answer that is on its way void. */
  #generation = 0;
  readonly #client: Promise<EngineClient>;
  readonly #engine: Engine;

  constructor(module: WebAssembly.Module, level: Level, client: Promise<EngineClient>) {
    super(module);
    this.level = level;
    this.#client = client;
    this.#engine = new Engine(module);
    const left = unfinished(level.id);
    this.again();
    if (left) this.#resume(left.events, left.faults, left.isHinted);
  }

  get players(): Readonly<Record<Colour, SeatedPlayer>> {
    const player = (colour: Colour): SeatedPlayer => ({ name: say(colour), isComputer: false });
    return { white: player('white'), brown: player('brown') };
  }

  // -- where it stands ---------------------------------------------------------------------------------------------

  readonly isDone: boolean = $derived(this.earned > 0);

  /** Whether an answer is shown on the board until it is taken back. */
  get isAnswered(): boolean {
    const isJudged = ['wrong', 'slower', 'unproven', 'slipped'].includes(this.verdict.kind);
    return isJudged || this.failure !== null || this.problem !== '';
  }

  /** Whether the judge or the opponent is at work. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** The learner's moves so far; a turn has one. */
  readonly moves: number = $derived(this.played.filter(isMove).length);

  get #effort(): Effort {
    const { goal } = this.level;
    const [faults, isHinted, isShown] = [this.#faults, this.#isHinted, this.#isShown];
    return { goal, played: this.played, faults, isHinted, isShown };
  }

  /** The level's position and what was played, for who wants to look at it with the engine; null where nothing is proven. */
  get line(): { readonly fen: string; readonly actions: readonly Action[] } | null {
    if (!PROVEN.has(this.level.goal.kind)) return null;
    return { fen: this.state.start, actions: this.steps.map(({ action }) => action) };
  }

  /** All actions by their ids, for links. */
  get actionIds(): readonly Action[] {
    return this.rules.allActions();
  }

  /** The stars that can still be earned. */
  readonly possible: Stars = $derived(starsFor(this.#effort));

  override get isOver(): boolean {
    return super.isOver || this.isDone;
  }

  override get isYours(): boolean {
    return super.isYours && !this.#isBusy && !this.isAnswered;
  }

  /** What is drawn on the board besides the pieces. */
  readonly annotations: readonly Annotation[] = $derived(annotationsOf(this));

  // -- what the learner does ---------------------------------------------------------------------------------------

  /** Captures are neither marked nor made before they are taught. */
  override get options(): Options {
    const options = super.options;
    return { ...options, moves: options.moves.filter(({ kind }) => isTaught(kind, this.level.id)) };
  }

  override input(input: Input): void {
    if (this.isAnswered) {
      const isTap = input.kind === 'square' && this.verdict.kind !== 'slipped' && this.failure === null;
      if (isTap || input.kind === 'cancel') this.retry();
      return;
    }
    if (this.isDone || this.#isBusy) return;
    const { kind } = this.level.goal;
    this.isUntaught = this.#asksForUntaught(input);
    if (kind === 'lostOrNot' || this.isUntaught) return;
    if (kind === 'tapAll') this.#tap(input);
    else super.input(input);
  }

  #asksForUntaught(input: Input): boolean {
    const { choice, state } = this;
    if (choice.phase !== 'target' || input.kind !== 'square') return false;
    const move = state.moves.find(({ start, target }) => start === choice.start && target === input.square);
    return move !== undefined && !isTaught(move.kind, this.level.id);
  }

  send(event: GameEvent): void {
    if (this.#isBusy || this.isDone || this.isAnswered) return;
    const before = this.#position();
    const move = this.state.moves.find(({ start, target }) => event === `${start}${target}`) ?? null;
    if (!event.startsWith('touch ')) this.#checkpoints.push({ events: [...this.#events], turns: this.#turns });
    this.#apply(event);
    this.hintStep = 0;
    this.hinted = null;
    if (isMove(event) || event.startsWith('@')) void this.#judge(before, event as Action, move);
    else if (this.state.outcome) this.#answer({ kind: 'wrong', fault: 'level', line: [] }); // a draw was agreed
  }

  /** From the beginning; the stars that were lost stay lost only until then. */
  again(): void {
    this.#faults = 0;
    this.#isHinted = false;
    this.#isShown = false;
    this.earned = 0;
    this.question.reset();
    this.#checkpoints = [];
    const { goal } = this.level;
    this.#restore({ events: [], turns: goal.kind === 'win' ? goal.turns : 0 });
    this.lastStep = null;
    leaveUnfinished({ id: this.level.id, events: [], faults: 0, isHinted: false });
  }

  /** Back to before the wrong answer. */
  retry(): void {
    if (!this.isAnswered) return;
    if (this.failure === null) this.#stepBack();
    else this.again();
  }

  /** Takes back the last action of the learner's. */
  undo(): void {
    if (this.isDone) return;
    if (this.isAnswered) this.retry();
    else if (!this.#isBusy) this.#stepBack();
  }

  #stepBack(): void {
    const checkpoint = this.#checkpoints.pop();
    if (checkpoint === undefined) return;
    this.#restore(checkpoint);
    this.lastStep = null;
    this.#keep();
  }

  /** After the win was gone: goes on without a judge, and the end of the game decides. */
  playOn(): void {
    if (this.verdict.kind !== 'slipped') return;
    this.#isUnjudged = true;
    this.verdict = { kind: 'going' };
    this.restart();
    void this.#goOn();
  }

  async hint(): Promise<void> {
    if (this.isDone || this.isAnswered || this.#isBusy || this.hintStep === 2) return;
    const action = await this.#solution();
    if (action === null) return;
    this.#isHinted = true;
    this.objection = null; // it would stand where the hint is said
    this.isUntaught = false;
    const move = this.state.moves.find(({ start, target }) => action === `${start}${target}`);
    this.hinted = { action, paths: move?.paths ?? [] };
    this.hintStep = this.hintStep === 0 ? 1 : 2;
    this.#keep();
  }

  /** Plays the next action of a solution, with its reply. */
  async show(): Promise<void> {
    this.retry();
    const action = await this.#solution();
    if (action === null) return;
    this.#isShown = true;
    this.send(action);
  }

  /** Whether a solution can be shown at all. */
  get hasSolution(): boolean {
    return this.level.goal.kind === 'win' || this.level.line !== undefined;
  }

  /** Says how a position ends. */
  choose(end: End): void {
    if (this.isDone) return;
    if (this.question.choose(end, this.state, this.#engine)) this.#finish();
    else this.#faults += 1;
  }

  /** Looks whether the marked squares are all, and all of them right. */
  check(): void {
    const { goal } = this.level;
    if (goal.kind !== 'tapAll' || this.isDone) return;
    if (this.question.checkTaps(goal, this.state)) {
      this.#finish();
      return;
    }
    this.#faults += 1;
    const [surplus] = this.question.taps?.surplus ?? [];
    this.objection = surplus === undefined ? null : this.rules.explain(`${goal.of}${surplus}`);
  }

  override leave(): void {
    this.#generation += 1;
  }

  // -- judging -----------------------------------------------------------------------------------------------------

  async #judge(before: Position, action: Action, move: LegalMove | null): Promise<void> {
    const generation = this.#generation;
    this.#isBusy = true;
    this.restart();
    try {
      const verdict = this.#isUnjudged ? ({ kind: 'going' } as const) : await this.#verdictOn(before, action, move);
      if (generation !== this.#generation) return;
      this.#keep();
      await this.#take(verdict);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      if (generation === this.#generation) {
        this.#isBusy = false;
        this.restart();
      }
    }
  }

  async #verdictOn(before: Position, action: Action, move: LegalMove | null): Promise<Verdict> {
    const { level, state, played } = this;
    const [client, turns] = [await this.#client, this.#turns];
    const attempt = { level, goal: level.goal, before, action, move, state, played, turns, client };
    return judge({ ...attempt, rules: this.#engine });
  }

  async #take(verdict: Verdict): Promise<void> {
    switch (verdict.kind) {
      case 'going':
        this.verdict = verdict;
        await this.#goOn();
        break;
      case 'right':
        this.verdict = { kind: 'going' };
        await this.#perform(verdict.line);
        this.#turns = this.now.hands.length > 0 ? verdict.turns : verdict.turns - 1;
        this.#endHunt();
        break;
      case 'done':
        this.#finish();
        await this.#perform(verdict.line ?? []);
        break;
      case 'slower':
      case 'unproven':
        this.verdict = verdict;
        break;
      case 'slipped':
        this.#answer(verdict);
        break;
      case 'wrong':
        await this.#perform(verdict.line);
        this.#answer(verdict);
    }
  }

  /** Whether a hunt is over: won, or in a way that earns nothing. */
  #endHunt(): boolean {
    const { goal } = this.level;
    const { outcome } = this.state;
    if (goal.kind !== 'win') return false;
    const most = goal.turns + (isHunt(goal) ? SPARE_TURNS : 0);
    if (outcome?.winner === 'white' && this.moves <= most) this.#finish();
    else if (outcome) this.failure = outcome.winner === 'white' ? 'late' : outcome.winner === null ? 'drawn' : 'lost';
    else if (this.moves >= most && this.now.hands.length === 0) this.failure = 'late';
    else return false;
    return true;
  }

  /** Lets the opponent act where that is due and no proof has said how. */
  async #goOn(): Promise<void> {
    const generation = this.#generation;
    while (!this.#endHunt() && this.state.outcome === null && this.now.actor !== 'white') {
      this.#isBusy = true;
      const client = await this.#client;
      const [line] = await client.analyse(this.#position(), { nodes: REPLY_NODES }).lines;
      const action = line?.actions[0];
      if (action === undefined || generation !== this.#generation) return;
      await this.#perform([action]);
      if (generation !== this.#generation) return;
    }
    this.#isBusy = false;
    this.restart();
    await this.#judgeAfterReply();
  }

  /** A turn that the opponent's placement has ended is judged after it. */
  async #judgeAfterReply(): Promise<void> {
    const last = this.state.steps.at(-1);
    if (this.level.goal.kind !== 'try' || last?.player !== 'brown' || this.now.hands.length > 0) return;
    const verdict = await this.#verdictOn(this.#position(), last.action, null);
    if (verdict.kind === 'done') this.#finish();
  }

  /** Plays actions one by one, so that they can be seen. */
  async #perform(line: readonly Action[]): Promise<void> {
    const generation = this.#generation;
    for (const action of line) {
      await new Promise((resolve) => setTimeout(resolve, settings.motion ? PAUSE : PAUSE / 2));
      if (generation !== this.#generation) return;
      this.#apply(action);
    }
    this.#keep();
  }

  #answer(verdict: Extract<Verdict, { kind: 'wrong' | 'slipped' }>): void {
    this.#faults += 1;
    this.verdict = verdict;
    if (verdict.kind === 'wrong')
      this.escapes = (verdict.escapes ?? []).slice(0, 3).flatMap(({ paths }) => paths.slice(0, 1));
    this.#keep();
  }

  #finish(): void {
    const stars = this.possible;
    earn(this.level.id, stars); // before anything is shown
    this.verdict = { kind: 'done' };
    this.earned = stars;
    this.hintStep = 0;
    this.restart();
  }

  // -- the game ----------------------------------------------------------------------------------------------------

  #position(): Position {
    return { fen: this.state.start, actions: this.state.steps.map(({ action }) => action) };
  }

  #apply(event: GameEvent): void {
    const { actor } = this.now;
    this.rules.apply(event);
    this.#events.push(event);
    this.refresh();
    if (actor === 'white' && !event.includes(' ')) this.played = [...this.played, event as Action];
    if (this.level.alone && this.now.actor === 'brown' && this.now.hands.length === 0) {
      this.rules.begin(writeFen({ ...readFen(this.state.fen), turn: 'white' }));
      this.state = { ...this.rules.state(), steps: [] };
      this.restart();
    }
  }

  /** Takes the level up again after some of its events. */
  #restore({ events, turns }: Checkpoint): void {
    this.#generation += 1;
    this.#isBusy = false;
    this.#isUnjudged = false;
    this.#turns = turns;
    this.#events = [];
    this.escapes = [];
    this.isUntaught = false;
    this.verdict = { kind: 'going' };
    this.failure = null;
    this.problem = '';
    this.question.taps = null;
    this.hintStep = 0;
    this.hinted = null;
    this.played = [];
    this.rules.begin(this.level.fen, this.level.touchMove);
    for (const event of this.level.played ?? []) this.rules.apply(event);
    this.refresh();
    for (const event of events) this.#apply(event);
  }

  /** Takes up what was left in the middle; if it no longer fits, the level begins anew. */
  #resume(events: readonly GameEvent[], faults: number, isHinted: boolean): void {
    const { goal } = this.level;
    try {
      this.#restore({ events, turns: goal.kind === 'win' ? goal.turns : 0 });
    } catch {
      this.again();
      return;
    }
    this.#faults = faults;
    this.#isHinted = isHinted;
    if (goal.kind === 'win') this.#turns = Math.max(1, goal.turns - this.moves + (this.now.hands.length > 0 ? 1 : 0));
    this.lastStep = null;
    this.#keep(); // it may be left again before anything is done
    void this.#goOn();
  }

  #keep(): void {
    if (this.isDone) return;
    const events = (this.isAnswered ? this.#checkpoints.at(-1)?.events : undefined) ?? this.#events;
    const [faults, isHinted] = [this.#faults, this.#isHinted];
    leaveUnfinished({ id: this.level.id, events: [...events], faults, isHinted });
  }

  /** An action that solves what is left: by proof, from the level's line or by a search. Null if nobody waits for it. */
  async #solution(): Promise<Action | null> {
    const { level, played, state } = this;
    const { goal, line } = level;
    if (goal.kind === 'win') {
      const generation = this.#generation;
      const action = await provenAction(await this.#client, this.#position(), goal, this.#turns);
      return generation === this.#generation ? action : null;
    }
    if (line === undefined) return null;
    const found = lineAction(this.#engine, level, played, state.fen);
    return found === 'restart' ? this.#restartLine(line) : found;
  }

  /** The line begins where the level begins, so that has to be taken up there. */
  #restartLine(line: readonly Action[]): Action | null {
    this.#checkpoints = [];
    this.#restore({ events: [], turns: 0 });
    this.lastStep = null;
    return line[0] ?? null;
  }

  #tap(input: Input): void {
    if (input.kind === 'commit') this.check();
    if (input.kind !== 'square' || this.fields.cells.has(input.square)) return;
    this.question.tap(input.square);
    this.objection = null;
  }
}
