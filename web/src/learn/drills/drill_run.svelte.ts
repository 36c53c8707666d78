// A drill as it goes: questions without end, what was chosen, how many were right and how many of them quick.
import type { EngineClient } from '../../engine/client.ts';
import { Engine } from '../../engine/engine.ts';
import { readFen } from '../../engine/fen.ts';
import type { Escape } from '../../engine/judgement.ts';
import type { Action, Face, Placement, Square } from '../../engine/vocabulary.ts';
import { shuffled, type Random } from '../random.ts';
import type { Drill } from './drill.ts';
import { escapeAfter, questionAbout, type DrillQuestion } from './questions.ts';
import { selfPlay } from './self_play.ts';

/** An answer within so many seconds is quick. */
const QUICK = 10;

/** `failed`: the engine could not be started. */
export type DrillPhase = 'making' | 'asked' | 'right' | 'wrong' | 'failed';

/** A position in which White, who lost a tile, places first, with all placements that are proven to hold. */
export interface HoldPosition {
  readonly fen: string;
  readonly accepted: readonly Placement[];
}

/** Where such positions come from: hardly any game has one, so they are not looked for here. */
export type HoldSource = () => Promise<HoldPosition>;

/** Why a placement does not do: the tile still gets away, or the opponent's reply shuts the player in. */
export type DrillRefutation =
  { readonly kind: 'escape'; readonly escape: Escape } | { readonly kind: 'reply'; readonly line: readonly Action[] };

export interface DrillOptions {
  readonly random?: Random;
  /** For the drill that asks to hold. */
  readonly holds?: HoldSource | null;
}

export class DrillRun {
  readonly drill: Drill;
  question = $state.raw<DrillQuestion | null>(null);
  phase = $state<DrillPhase>('making');
  problem = $state('');
  right = $state(0);
  quick = $state(0);
  asked = $state(0);
  squares = $state.raw<ReadonlySet<Square>>(new Set());
  faces = $state.raw<ReadonlySet<Face>>(new Set());
  placed = $state.raw<Placement | null>(null);
  refutation = $state.raw<DrillRefutation | null>(null);
  readonly #client: Promise<EngineClient>;
  readonly #engine: Engine;
  readonly #random: Random;
  readonly #holds: HoldSource | null;
  #fens: string[] = [];
  #askedAt = 0;
  #isLeft = false;

  constructor(
    module: WebAssembly.Module,
    drill: Drill,
    client: Promise<EngineClient>,
    { random = Math.random, holds = null }: DrillOptions = {},
  ) {
    this.drill = drill;
    this.#client = client;
    this.#engine = new Engine(module);
    this.#random = random;
    this.#holds = holds;
    void this.next();
  }

  async next(): Promise<void> {
    this.phase = 'making';
    this.squares = new Set();
    this.faces = new Set();
    this.placed = null;
    this.refutation = null;
    const question = await (this.#holds === null ? this.#make() : this.#takeHold(this.#holds)).catch(
      (error: unknown) => {
        this.phase = 'failed';
        this.problem = error instanceof Error ? error.message : String(error);
        return null;
      },
    );
    if (question === null) return;
    this.question = question;
    this.phase = 'asked';
    this.asked += 1;
    this.#askedAt = performance.now();
  }

  /** Looks through a game for something to ask; if there is nothing, through another one. */
  async #make(): Promise<DrillQuestion | null> {
    while (!this.#isLeft) {
      const fen = this.#fens.pop();
      if (fen === undefined) {
        const game = await selfPlay(await this.#client, this.#random, () => !this.#isLeft);
        this.#fens = shuffled(game, this.#random);
        continue;
      }
      const question = questionAbout(this.drill, fen, this.#engine, this.#random);
      if (question === null) continue;
      this.#fens.splice(0, Math.floor(this.#fens.length / 2)); // positions of one game are alike
      return question;
    }
    return null;
  }

  async #takeHold(holds: HoldSource): Promise<DrillQuestion | null> {
    const { fen, accepted } = await holds();
    return { kind: 'hold', fen, cells: readFen(fen).cells, marked: null, answer: accepted };
  }

  tapSquare(square: Square): void {
    if (this.phase !== 'asked') return;
    const squares = new Set(this.squares);
    if (!squares.delete(square)) squares.add(square);
    this.squares = squares;
  }

  tapFace(face: Face): void {
    if (this.phase !== 'asked') return;
    const faces = new Set(this.faces);
    if (!faces.delete(face)) faces.add(face);
    this.faces = faces;
  }

  /** Compares what is marked with the answer. */
  check(): void {
    const { question } = this;
    if (question?.kind === 'squares') this.#end(isSame(this.squares, question.answer));
    else if (question?.kind === 'faces') this.#end(isSame(this.faces, question.answer));
  }

  answerNumber(count: number): void {
    if (this.question?.kind === 'number') this.#end(count === this.question.answer);
  }

  place(placement: Placement): void {
    const { question } = this;
    if (this.phase !== 'asked' || (question?.kind !== 'placement' && question?.kind !== 'hold')) return;
    const isRight = question.answer.includes(placement);
    this.placed = placement;
    this.#end(isRight);
    if (isRight) return;
    if (question.kind === 'hold') void this.#refute(question.fen, placement);
    else {
      const escape = escapeAfter(placement, question.marked, question.fields, this.#engine);
      this.refutation = escape && { kind: 'escape', escape };
    }
  }

  /** Asks how the opponent makes use of a placement; without an answer the right ones are shown all the same. */
  async #refute(fen: string, placement: Placement): Promise<void> {
    try {
      const client = await this.#client;
      const { line } = await client.judge({ fen }, { goal: { kind: 'hold', turns: 1 }, actions: [placement] });
      if (this.placed === placement) this.refutation = { kind: 'reply', line };
    } catch {
      // The engine is gone: nothing is missing but the reason.
    }
  }

  leave(): void {
    this.#isLeft = true;
  }

  #end(isRight: boolean): void {
    if (this.phase !== 'asked') return;
    this.phase = isRight ? 'right' : 'wrong';
    if (!isRight) return;
    this.right += 1;
    if (performance.now() - this.#askedAt <= QUICK * 1000) this.quick += 1;
  }
}

function isSame<T>(chosen: ReadonlySet<T>, answer: readonly T[]): boolean {
  return chosen.size === answer.length && answer.every((one) => chosen.has(one));
}
