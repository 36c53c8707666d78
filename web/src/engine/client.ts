// The engine in a thread of its own, asked from the page: promises for results, an iterator for the lines of a search.
import { Analysis } from './analysis.ts';
import { RequestQueue, type Job, type Environment } from './request_queue.ts';
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
  type Strength,
} from './limit.ts';
import type { Line } from './line.ts';
import type { Results, EngineRequest, Setting } from './worker_protocol.ts';
import { UNSOLVED, type Solving } from './solution.ts';
import type { Action, Path, Position } from './vocabulary.ts';

/** What is asked during a search waits for its end; a page asks an Engine of its own about the rules. */
export class EngineClient {
  readonly #queue: RequestQueue;
  readonly #settings = new Map<Setting['kind'], Setting>();

  constructor(environment: Environment) {
    this.#queue = new RequestQueue(environment);
  }

  fen(position: Position): Promise<string> {
    return this.#ask({ kind: 'fen', position });
  }

  /** The same for equal positions, however they were reached. */
  key(position: Position): Promise<bigint> {
    return this.#ask({ kind: 'key', position });
  }

  /** Empty exactly when the player to move has lost. */
  legalActions(position: Position): Promise<Action[]> {
    return this.#ask({ kind: 'legalActions', position });
  }

  /** How a move can run, one path or two; none if its tile can't make it. */
  paths(position: Position, action: string): Promise<Path[]> {
    return this.#ask({ kind: 'paths', position, action });
  }

  /** The position after an action; an EngineError if it is not legal. */
  async play(position: Position, action: string): Promise<Position> {
    const after = { fen: position.fen, actions: [...(position.actions ?? []), action] };
    await this.fen(after);
    return after;
  }

  perft(position: Position, depth: number): Promise<number> {
    return this.#ask({ kind: 'perft', position, depth });
  }

  evaluate(position: Position): Promise<Evaluation> {
    return this.#ask({ kind: 'evaluate', position });
  }

  /** Makes the transposition table so large; what it held is lost. */
  setHash(megabytes: number): Promise<void> {
    return this.#set({ kind: 'setHash', megabytes });
  }

  /** How much worse than a level game a draw is for whoever acts, in hundredths. */
  setContempt(contempt: number): Promise<void> {
    return this.#set({ kind: 'setContempt', contempt });
  }

  /** Forgets everything that earlier searches learnt. */
  async newGame(): Promise<void> {
    await this.#ask({ kind: 'newGame' });
  }

  /**
   * Searches when all that was asked before is answered: as strong as a level, or as strong as possible. Each search says
   * how strong, as several parts of the page share one engine.
   */
  analyse(position: Position, limit: Limit, options: SearchOptions = {}, strength: Strength | null = null): Analysis {
    checkLimit(limit);
    checkOptions(options);
    return new Analysis((report) => {
      const best = new Map<number, Line>();
      const keep = (line: Line): void => {
        best.set(line.rank, line);
        report(line);
      };
      const request = { kind: 'search', position, limit, options, strength } as const;
      const { answer, stop } = this.#begin(request, () => [...best.values()], keep);
      return { lines: answer, stop };
    });
  }

  /** Proves whether the actor wins by force within so many turns of their own, the one under way included. */
  solve(position: Position, turns: number, limit: SolveLimit = {}): Solving {
    checkSolve(turns, limit);
    const { answer, stop } = this.#begin({ kind: 'solve', position, turns, limit }, () => UNSOLVED);
    return { solution: answer, stop };
  }

  /** The same for each of the actions in `only`, or for each legal one; `nodes` are for each of them. */
  solveEach(position: Position, turns: number, limit: Omit<SolveLimit, 'seconds'> = {}): Promise<ActionVerdict[]> {
    checkSolve(turns, limit);
    return this.#ask({ kind: 'solveEach', position, turns, limit });
  }

  /** Whether an answer reaches its goal, by proof. */
  judge(position: Position, answer: Answer): Promise<Judgement> {
    checkAnswer(answer);
    return this.#ask({ kind: 'judge', position, answer });
  }

  /** Whether the computer accepts a draw that its opponent has offered. It forgets what earlier searches learnt. */
  acceptsDraw(position: Position, decision: DrawDecision): Promise<boolean> {
    return this.#ask({ kind: 'acceptsDraw', position, decision });
  }

  /** Whether its thread has ended or failed: then it answers nothing any more. */
  get isClosed(): boolean {
    return this.#queue.isClosed;
  }

  /** Ends the thread; whoever still waits gets an EngineError. */
  close(): void {
    this.#queue.close(new EngineError('this engine was closed'));
  }

  async #set(setting: Setting): Promise<void> {
    await this.#ask(setting);
    this.#settings.set(setting.kind, setting);
  }

  /** What a thread that replaces another has to be sent first. */
  #again(): Job[] {
    const nobody = (): void => undefined; // it was possible before, so no error can come
    const job = (request: Setting): Job => ({ request, report: nobody, resolve: nobody, reject: nobody });
    return [...this.#settings.values()].map(job);
  }

  /** Asks what can be stopped; `cut` answers where the thread was replaced and nobody else will. */
  #begin<Q extends EngineRequest>(
    request: Q,
    cut: () => Results[Q['kind']],
    report: Job['report'] = () => undefined,
  ): { answer: Promise<Results[Q['kind']]>; stop: () => void } {
    let stop = (): void => undefined;
    const answer = new Promise<Results[Q['kind']]>((resolve, reject) => {
      const job: Job = { request, report, resolve: resolve as Job['resolve'], reject };
      stop = () => {
        if (!this.#queue.stop(job, this.#again())) resolve(cut());
      };
      this.#queue.ask(job);
    });
    return { answer, stop };
  }

  #ask<Q extends EngineRequest>(request: Q): Promise<Results[Q['kind']]> {
    return new Promise((resolve, reject) => {
      const job = { request, report: () => undefined, resolve: resolve as Job['resolve'], reject };
      this.#queue.ask(job);
    });
  }
}
