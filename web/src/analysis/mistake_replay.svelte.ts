// Replaying one's mistakes on a board of their own: something better is asked for, then it is played on against the best
// reply until the difference can be seen. What was played is not accepted again.
import type { EngineClient } from '../engine/client.ts';
import { readFen } from '../engine/fen.ts';
import { Game } from '../engine/game.ts';
import { tileColour } from '../board/tiles.ts';
import { other, type Action, type Cell, type Colour, type Square } from '../engine/vocabulary.ts';
import { weigh, type Answer, type AnswerJudge } from './answer_weight.ts';
import { mistakenPlayer, type Mistake } from './mistake.ts';
import { Study } from './study.svelte.ts';
import { START_ID, Tree } from './tree.ts';

/** After `same`, `slower` and `wrong` everything stays until the person tries again; `done`: the difference is seen. */
export type MistakeState = 'asking' | 'judging' | 'replying' | 'same' | 'slower' | 'wrong' | 'shown' | 'done';

/** What shows the difference. */
export type Ending = { readonly kind: 'over' | 'tile' | 'turns' } | { readonly kind: 'proof'; readonly turns: number };

/** What the reply to a wrong answer does. */
export type MistakeReason =
  | { readonly kind: 'takes'; readonly square: Square; readonly tile: Cell }
  | { readonly kind: 'wins' | 'escapes' | 'nothing' };

/** After so many turns a person has seen enough. */
const MOST_TURNS = 3;
const PROOF = { turns: 3, nodes: 60_000 } as const;
/** Milliseconds before each action that is shown. */
const PAUSE = 650;

export interface ReplayOptions {
  readonly module: WebAssembly.Module;
  readonly client: () => Promise<Pick<EngineClient, 'analyse' | 'solve' | 'judge' | 'newGame'>>;
  readonly mistakes: readonly Mistake[];
  /** The first answer to a mistake, right or not; a solution that was shown is not. */
  readonly onresult?: (mistake: Mistake, isRight: boolean) => void;
  readonly pause?: number;
}

export class MistakeReplay {
  readonly mistakes: readonly Mistake[];
  /** The board on which it happens. */
  readonly study: Study;
  index = $state(0);
  state = $state<MistakeState>('asking');
  /** What was judged last, and what came of it. */
  action = $state.raw<Action | null>(null);
  answer = $state.raw<Answer | null>(null);
  why = $state.raw<MistakeReason | null>(null);
  ending = $state.raw<Ending | null>(null);
  /** Whether the mistake itself is asked about, or what follows. */
  isFirst = $state(true);
  /** How many mistakes were put right at the first try. */
  solved = $state(0);
  readonly #options: ReplayOptions;
  /** Another number as soon as what is under way does not matter any more. */
  #serial = 0;
  #asked = START_ID;
  #turns = 0;
  #winIn: number | null = null;
  #hasResult = false;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.mistakes = options.mistakes;
    const { fen } = options.mistakes[0] ?? { fen: '' };
    this.study = new Study(options.module, emptyTree(options.module, fen));
    this.study.intercept = (action) => {
      // Without the engine nothing is judged; the next answer may find another one.
      void this.#judge(action).catch(() => {
        if (this.state === 'judging') this.retry();
      });
    };
    this.#begin();
  }

  get current(): Mistake | null {
    return this.mistakes[this.index] ?? null;
  }

  get player(): Colour {
    return this.current ? mistakenPlayer(this.current) : 'white';
  }

  /** Where one is to answer, or has to do something else first. */
  get mayTryAgain(): boolean {
    return this.state === 'same' || this.state === 'slower' || this.state === 'wrong';
  }

  retry(): void {
    this.#serial += 1;
    this.study.go(this.#asked);
    this.#ask();
  }

  next(): void {
    this.#serial += 1;
    this.index += 1;
    if (this.current !== null) this.#begin();
  }

  /** Shows what the engine would have played. */
  async show(): Promise<void> {
    const { current } = this;
    if (current === null) return;
    const serial = ++this.#serial;
    this.#report(false);
    this.study.go(START_ID);
    this.state = 'shown';
    const best = current.best.length > 0 ? current.best : await this.#bestOf(current.fen);
    await this.#play(best, serial, () => true);
  }

  /** Shows what was wrong with what was played. */
  async showReason(): Promise<void> {
    const { current } = this;
    if (current === null || !this.isFirst) return;
    const serial = ++this.#serial;
    this.study.go(START_ID);
    this.action = current.action;
    this.state = 'judging';
    const answer = await weigh(await this.#judgeOf(), current.fen, current.action, current.missedWin);
    if (serial === this.#serial) await this.#refute(current.action, answer, serial);
  }

  close(): void {
    this.#serial += 1;
    this.index = this.mistakes.length;
  }

  #begin(): void {
    const { current } = this;
    if (current === null) return;
    this.study.replace(emptyTree(this.#options.module, current.fen));
    this.study.orientation = this.player;
    this.isFirst = true;
    this.#hasResult = false;
    this.#turns = 0;
    this.#winIn = current.missedWin;
    this.ending = null;
    this.#ask();
  }

  #ask(): void {
    this.state = 'asking';
    this.action = null;
    this.answer = null;
    this.why = null;
    this.#asked = this.study.at;
  }

  #report(isRight: boolean): void {
    if (this.#hasResult || this.current === null) return;
    this.#hasResult = true;
    if (isRight) this.solved += 1;
    this.#options.onresult?.(this.current, isRight);
  }

  async #judge(action: Action): Promise<void> {
    const { current } = this;
    if (current === null || this.state !== 'asking') return;
    const serial = ++this.#serial;
    this.action = action;
    if (this.isFirst && action === current.action) {
      this.state = 'same';
      return;
    }
    this.state = 'judging';
    const answer = await weigh(await this.#judgeOf(), this.study.node.fen, action, this.#winIn);
    if (serial !== this.#serial) return;
    this.answer = answer;
    if (answer.grade === 'slower') this.state = 'slower';
    else if (answer.grade === 'wrong') {
      this.#report(false);
      await this.#refute(action, answer, serial);
    } else {
      this.#report(true);
      this.isFirst = false;
      await this.#goOn(action, answer.line, serial);
    }
  }

  /** The answer is played and what follows it, until it is the person's turn again. */
  async #goOn(action: Action, line: readonly Action[], serial: number): Promise<void> {
    const before = this.study.fields.turn;
    this.study.play(action);
    const isTurnOver = before === this.player && this.study.fields.turn !== this.player;
    if (isTurnOver) this.#turns += 1;
    if (isTurnOver && this.#winIn !== null) this.#winIn = Math.max(1, this.#winIn - 1);
    await this.#reply(line, serial);
    if (serial !== this.#serial) return;
    this.ending = await this.#endingHere(serial);
    if (serial !== this.#serial) return;
    if (this.ending === null) this.#ask();
    else this.state = 'done';
  }

  async #reply(line: readonly Action[], serial: number): Promise<void> {
    const isTheirs = (): boolean => this.study.state.outcome === null && this.study.fields.actor !== this.player;
    if (!isTheirs()) return;
    this.state = 'replying';
    await this.#play(line, serial, isTheirs);
    // A line may end before the opponent's turn does.
    while (isTheirs() && serial === this.#serial) {
      const more = await this.#bestOf(this.study.node.fen);
      if (more.length === 0) return;
      await this.#play(more, serial, isTheirs);
    }
  }

  /** Plays actions one after the other, as long as they shall be. */
  async #play(line: readonly Action[], serial: number, isWanted: () => boolean): Promise<void> {
    for (const action of line) {
      if (!isWanted()) return;
      await rest(this.#options.pause ?? PAUSE);
      if (serial !== this.#serial) return;
      this.study.play(action);
    }
  }

  /** What shows the difference here; null while nothing does. */
  async #endingHere(serial: number): Promise<Ending | null> {
    const { study, current } = this;
    if (study.state.outcome !== null || current === null) return { kind: 'over' };
    const { fen } = study.node;
    const { turn, hands } = readFen(fen);
    if (this.#turns === 0 || turn !== this.player || hands.length > 0) return null;
    if (balance(fen, this.player) > balance(current.fen, this.player)) return { kind: 'tile' };
    if (this.#winIn === null) {
      const client = await this.#options.client();
      const { verdict, turns } = await client.solve({ fen }, PROOF.turns, { nodes: PROOF.nodes }).solution;
      if (serial !== this.#serial) return null;
      if (verdict === 'win') return { kind: 'proof', turns };
    }
    return this.#turns >= MOST_TURNS ? { kind: 'turns' } : null;
  }

  /** A wrong answer is answered on the board. */
  async #refute(action: Action, answer: Answer, serial: number): Promise<void> {
    this.answer = answer;
    const { player } = this;
    this.study.play(action);
    const { cells } = this.study.fields;
    this.why = whyOf(answer, cells, player);
    this.state = 'wrong';
    let isOver = false;
    await this.#play(answer.line, serial, () => {
      // The reply is one turn of the opponent's.
      const { turn, hands } = this.study.fields;
      isOver ||= this.study.state.outcome !== null || (turn === player && hands.length === 0);
      return !isOver;
    });
  }

  async #bestOf(fen: string): Promise<readonly Action[]> {
    const client = await this.#options.client();
    const [best] = await client.analyse({ fen }, { nodes: 50_000 }).lines;
    return best?.actions ?? [];
  }

  async #judgeOf(): Promise<AnswerJudge> {
    const client = await this.#options.client();
    return { client, engine: this.study.engine };
  }
}

function emptyTree(module: WebAssembly.Module, fen: string): Tree {
  return Tree.begin(new Game(module), fen);
}

function whyOf({ line, isLost, escapes }: Answer, cells: ReadonlyMap<Square, Cell>, player: Colour): MistakeReason {
  const taken = line.find((action) => {
    const cell = action.startsWith('@') ? undefined : cells.get(action.slice(2) as Square);
    return cell !== undefined && tileColour(cell) === player;
  });
  const square = taken?.slice(2) as Square | undefined;
  const tile = square === undefined ? undefined : cells.get(square);
  if (square !== undefined && tile !== undefined) return { kind: 'takes', square, tile };
  if (escapes.length > 0) return { kind: 'escapes' };
  return { kind: isLost ? 'wins' : 'nothing' };
}

/** How many tiles more than the opponent a player has. */
function balance(fen: string, player: Colour): number {
  const tiles = [...readFen(fen).cells.values()].map((cell) => tileColour(cell));
  const count = (colour: Colour): number => tiles.filter((one) => one === colour).length;
  return count(player) - count(other(player));
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
