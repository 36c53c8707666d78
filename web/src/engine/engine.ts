// The engine in this thread: every call returns when it is done. For a page's own questions about the rules.
import { EngineError } from './errors.ts';
import type { Evaluation } from './evaluation.ts';
import { checkAnswer, type ActionVerdict, type Answer, type Judgement } from './judgement.ts';
import {
  checkLimit,
  checkOptions,
  checkSolve,
  type DrawDecision,
  type Limit,
  type SearchOptions,
  type SolveLimit,
} from './limit.ts';
import { LADDER, MOST_LEVEL } from './ladder.ts';
import { lineOf, type Line, type RawLine } from './line.ts';
import { Instance } from './module.ts';
import type { Solution } from './solution.ts';
import type { SetupProblem } from './setup.ts';
import type { Action, Colour, Move, Path } from './vocabulary.ts';

/** What a search reports, and how it is asked to end, while it runs. */
export interface Watch {
  report?(line: Line): void;
  /** Asked every few hundred nodes. */
  shouldStop?(): boolean;
}

/** How a proof is asked to end. */
type StopWatch = Pick<Watch, 'shouldStop'>;

const MOST_HASH = 512; // a new table is made beside the old one, and the whole memory is 4 GB
const MOST_DEPTH = 64;
const MOST_CONTEMPT = 1_000;
const MOST_SEED = 999_999_999;

/**
 * A position with the game that led to it, ready to be asked about and searched. It begins at the closed start. The first
 * search, or setHash, makes the transposition table (16 MB unless set), the first proof its memory: to ask about the rules
 * needs neither.
 * What can't be done is an EngineError with one sentence, and changes nothing.
 */
export class Engine {
  readonly #instance: Instance;

  constructor(module: WebAssembly.Module) {
    this.#instance = Instance.of(module);
  }

  setPosition(fen: string, actions: readonly string[] = []): void {
    if (fen.includes('\n')) throw new EngineError('a FEN has no line ends');
    this.#instance.ask([fen, ...actions.map(oneLine)].join('\n'), (wasm) => wasm.set_position());
  }

  play(action: string): void {
    this.#instance.ask(oneLine(action), (wasm) => wasm.play());
  }

  fen(): string {
    return this.#instance.ask('', (wasm) => wasm.fen());
  }

  /** The same for equal positions, however they were reached; the same number as in Python. */
  key(): bigint {
    return BigInt.asUintN(
      64,
      this.#instance.call((wasm) => wasm.key()),
    );
  }

  /** Empty exactly when the player to move has lost. */
  legalActions(): Action[] {
    return JSON.parse(this.#instance.ask('', (wasm) => wasm.legal_actions())) as Action[];
  }

  /** The moves that a player's tiles could make if it were that player's turn. */
  movesOf(colour: Colour): Move[] {
    return JSON.parse(this.#instance.ask('', (wasm) => wasm.moves_of(colour === 'white' ? 1 : 0))) as Move[];
  }

  /** How a move can run here, one path or two; none if its tile can't make it, whoever's turn it is. */
  paths(action: string): Path[] {
    return JSON.parse(this.#instance.ask(oneLine(action), (wasm) => wasm.paths())) as Path[];
  }

  /** How many sequences of so many actions there are. */
  perft(depth: number): number {
    require('a count to a depth of', depth, 0, MOST_DEPTH);
    return Number(
      BigInt.asUintN(
        64,
        this.#instance.call((wasm) => wasm.perft(depth)),
      ),
    );
  }

  evaluate(): Evaluation {
    return JSON.parse(this.#instance.ask('', (wasm) => wasm.evaluate())) as Evaluation;
  }

  /** Makes the transposition table so large; what it held is lost. */
  setHash(megabytes: number): void {
    require('a transposition table of so many MB:', megabytes, 1, MOST_HASH);
    this.#instance.ask('', (wasm) => wasm.set_hash(megabytes));
  }

  /** Forgets everything that earlier searches learnt. */
  newGame(): void {
    this.#instance.call((wasm) => {
      wasm.new_game();
    });
  }

  /** How much worse than a level game a draw is for whoever acts, in hundredths. */
  setContempt(contempt: number): void {
    require('a contempt of', contempt, -MOST_CONTEMPT, MOST_CONTEMPT);
    this.#instance.call((wasm) => {
      wasm.set_contempt(contempt);
    });
  }

  /** Plays as strong as a level of a ladder says, or as strong as possible (null); the seed varies what it gets wrong. */
  setLevel(level: number | null, seed = 0, ladder = LADDER): void {
    require('a ladder of', ladder, 1, LADDER);
    if (level !== null) require('a level of', level, 1, MOST_LEVEL[ladder] ?? 0);
    require('a seed of', seed, 0, MOST_SEED);
    this.#instance.call((wasm) => {
      wasm.set_level(level ?? 0, seed, ladder);
    });
  }

  /** The best lines, best first; none if the game is over or nothing was found in time. */
  search(limit: Limit, options: SearchOptions = {}, watch: Watch = {}): Line[] {
    checkLimit(limit);
    checkOptions(options);
    const only = this.#allowed(options.only ?? []);
    const { depth = 0, nodes = 0, seconds = 0 } = limit;
    let best: Action | undefined;
    const report = (line: Line): void => {
      if (line.rank === 1) best = line.actions[0];
      watch.report?.(line);
    };
    const listener = {
      report: (text: string) => {
        report(lineOf(JSON.parse(text) as RawLine));
      },
      shouldStop: () => watch.shouldStop?.() ?? false,
    };
    const answer = this.#instance.listening(listener, () =>
      this.#instance.ask(only.join('\n'), (wasm) =>
        wasm.search(Math.min(depth, MOST_DEPTH), nodes, seconds, options.multipv ?? 1),
      ),
    );
    const found = (JSON.parse(answer) as RawLine[]).filter((line) => line.depth > 0).map(lineOf);
    // A depth that was cut short may have changed the choice all the same.
    if (found[0] !== undefined && found[0].actions[0] !== best) report(found[0]);
    return found;
  }

  /** Whether the actor wins by force within so many turns of their own, the one under way included. */
  solve(turns: number, limit: SolveLimit = {}, watch: StopWatch = {}): Solution {
    checkSolve(turns, limit);
    const { nodes = 0, seconds = 0, only = [] } = limit;
    const answer = this.#watched(watch, () =>
      this.#instance.ask(this.#allowed(only).join('\n'), (wasm) => wasm.solve(turns, nodes, seconds)),
    );
    return JSON.parse(answer) as Solution;
  }

  /** The same for each of the actions in `only`, or for each legal one; `nodes` are for each of them. */
  solveEach(turns: number, limit: Omit<SolveLimit, 'seconds'> = {}, watch: StopWatch = {}): ActionVerdict[] {
    checkSolve(turns, limit);
    const { nodes = 0, only = [] } = limit;
    const answer = this.#watched(watch, () =>
      this.#instance.ask(this.#allowed(only).join('\n'), (wasm) => wasm.solve_each(turns, nodes)),
    );
    return JSON.parse(answer) as ActionVerdict[];
  }

  /** Whether an answer reaches its goal, by proof; what was proven before plays no part. */
  judge(answer: Answer, watch: StopWatch = {}): Judgement {
    checkAnswer(answer);
    const { goal, actions, nodes = 0 } = answer;
    if (actions.length === 0) throw new EngineError('an answer has at least one action');
    const text = this.#watched(watch, () =>
      this.#instance.ask(actions.map(oneLine).join('\n'), (wasm) =>
        wasm.judge(goal.kind === 'hold' ? 1 : 0, goal.turns, nodes),
      ),
    );
    return JSON.parse(text) as Judgement;
  }

  /** What is wrong with the set-up that a FEN shows; null if it is a position. The engine's own position stays. */
  checkSetup(fen: string): SetupProblem | null {
    return JSON.parse(this.#instance.ask(fen, (wasm) => wasm.check_setup())) as SetupProblem | null;
  }

  /** Whether the computer accepts a draw that its opponent has offered; how strong it plays makes no difference. */
  acceptsDraw({ player, onRepetition, only = [] }: DrawDecision): boolean {
    const text = this.#instance.ask(this.#allowed(only).join('\n'), (wasm) =>
      wasm.accepts_draw(player === 'white' ? 1 : 0, onRepetition ? 1 : 0),
    );
    return text === 'true';
  }

  #watched<T>(watch: StopWatch, act: () => T): T {
    return this.#instance.listening({ report: () => undefined, shouldStop: () => watch.shouldStop?.() ?? false }, act);
  }

  #allowed(only: readonly string[]): readonly string[] {
    const legal = new Set<string>(only.length > 0 ? this.legalActions() : []);
    const other = only.find((action) => !legal.has(action));
    if (other !== undefined) throw new EngineError(`the action ${other} is not legal`);
    return only;
  }
}

// The module takes one action a line; a line end within one would make two of it.
function oneLine(action: string): string {
  if (action.includes('\n')) throw new EngineError(`'${action}' is not an action`);
  return action;
}

function require(what: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new EngineError(`${what} ${value} is not possible: from ${least} to ${most} was expected`);
}
