// Help that a person asks for in a game at this device: a hint in two steps, and the opponent's threats. Loaded when it
// is first asked for.
import { drawThreat } from '../../analysis/line_drawing.ts';
import { nextThreats, type NextThreats } from '../../analysis/next_threats.ts';
import type { Annotation } from '../../board/annotation.ts';
import type { EngineClient } from '../../engine/client.ts';
import { readFen, writeFen } from '../../engine/fen.ts';
import { Game } from '../../engine/game.ts';
import { engineClient, engineModule } from '../../engine/page_engine.ts';
import { other, type Action, type Colour, type Face, type Square } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import { faceWords, tileWords } from '../../languages/words.ts';
import { findHint, type Hint } from '../../play/hint.ts';
import type { Table } from '../../play/table.svelte.ts';

/** For the proof that the opponent would win. */
const NODES = 60_000;

interface GivenHint extends Hint {
  /** The position that it is for. */
  readonly fen: string;
  /** First what to look at, then what to do. */
  readonly step: 1 | 2;
}

interface FoundThreats extends NextThreats {
  readonly fen: string;
  readonly by: Colour;
  /** A win of the opponent that is proven, and the position in which it would begin. */
  readonly win: { readonly fen: string; readonly line: readonly Action[] } | null;
}

export class Help {
  readonly #table: Table;
  readonly #rules: Game;
  readonly #client: EngineClient;
  #hint = $state.raw<GivenHint | null>(null);
  #threats = $state.raw<FoundThreats | null>(null);
  isThinking = $state(false);
  /** The position that a hint is looked for, and how that is ended. */
  #search: { readonly fen: string; readonly end: AbortController } | null = null;

  constructor(table: Table, module: WebAssembly.Module, client: EngineClient) {
    this.#table = table;
    this.#rules = new Game(module);
    this.#client = client;
  }

  static async for(table: Table): Promise<Help> {
    const [module, client] = await Promise.all([engineModule(), engineClient()]);
    return new Help(table, module, client);
  }

  // -- hints ---------------------------------------------------------------------------------------------------------

  /** The hint for the position on the board, as far as it was given. */
  get hint(): GivenHint | null {
    const { state, isYours, isPast } = this.#table;
    return this.#hint?.fen === state.fen && isYours && !isPast ? this.#hint : null;
  }

  /** The next step of a hint; the first one is counted. */
  async ask(): Promise<void> {
    const { state, isYours, isPast } = this.#table;
    if (!isYours || isPast || this.isThinking) return;
    if (this.hint) {
      this.#hint = { ...this.hint, step: 2 };
      return;
    }
    this.isThinking = true;
    const end = new AbortController();
    this.#search = { fen: state.fen, end };
    try {
      const tools = { client: this.#client, rules: this.#table.engine, signal: end.signal };
      const found = await findHint(state, tools);
      // Something may have been done meanwhile.
      if (found === null || this.#table.state.fen !== state.fen) return;
      this.#hint = { ...found, fen: state.fen, step: 1 };
      this.#table.noteHint?.();
    } finally {
      this.isThinking = false;
      this.#search = null;
    }
  }

  /** The game has gone on: a hint that is still looked for would only keep the computer waiting. */
  follow(): void {
    if (this.#search !== null && this.#search.fen !== this.#table.state.fen) this.#search.end.abort();
  }

  // -- threats -------------------------------------------------------------------------------------------------------

  /** What the opponent could do next, on the position on the board. */
  get threats(): FoundThreats | null {
    const { state, isYours, isPast } = this.#table;
    return this.#threats?.fen === state.fen && isYours && !isPast ? this.#threats : null;
  }

  async lookForThreats(): Promise<void> {
    const { state, you, isYours } = this.#table;
    if (you === null || !isYours || this.#threats?.fen === state.fen) return;
    const by = other(you);
    const { fen } = state;
    const asked = { rules: this.#rules, engine: this.#table.engine };
    this.#threats = { fen, by, win: null, ...nextThreats(asked, fen, by) };
    const fields = readFen(fen);
    if (fields.hands.length > 0) return;
    const flipped = writeFen({ ...fields, turn: by });
    const { verdict, actions } = await this.#client.solve({ fen: flipped }, 1, { nodes: NODES }).solution;
    const threats = this.#threats;
    if (verdict === 'win' && threats.fen === fen) this.#threats = { ...threats, win: { fen: flipped, line: actions } };
  }

  /** No longer shown. */
  hideThreats(): void {
    this.#threats = null;
  }

  // -- as they are said and drawn ------------------------------------------------------------------------------------

  get sentence(): string {
    if (this.isThinking) return say('hint.thinking');
    if (this.hint) return this.#hintWords(this.hint);
    return this.threats ? this.#threatWords(this.threats) : '';
  }

  get annotations(): Annotation[] {
    const { hint } = this;
    if (hint) return hint.step === 1 ? [{ kind: 'tint', square: hint.square, tone: 'good' }] : this.#solution(hint);
    return this.threats ? this.#drawThreats(this.threats) : [];
  }

  #hintWords({ kind, square, wins, step, action }: GivenHint): string {
    if (step === 2) {
      if (!action.startsWith('@')) return say('hint.move', { start: action.slice(0, 2), target: action.slice(2) });
      const face = faceWords(action.slice(3) as Face, this.#table.orientation);
      return say('hint.face', { square: action.slice(1, 3), face });
    }
    if (wins) return say('hint.win', { square });
    const cell = this.#table.now.cells.get(square);
    return say(`hint.${kind}`, { square, tile: cell === undefined ? '' : tileWords(cell) });
  }

  #threatWords({ by, captures, walls, win }: FoundThreats): string {
    const player = this.#table.nameOf(by);
    if (win) return say('threats.win', { player });
    const list = (squares: Iterable<Square>): string => [...new Set(squares)].join(', ');
    const taken = list(captures.map(({ move }) => move.target));
    const walled = list(walls.map(({ tile }) => tile));
    const parts = [
      taken === '' ? '' : say('threats.take', { player, squares: taken }),
      walled === '' ? '' : say('threats.wall', { player, squares: walled }),
    ];
    return parts.filter((part) => part !== '').join('. ');
  }

  #solution({ action }: Hint): Annotation[] {
    const { state, now } = this.#table;
    if (action.startsWith('@')) {
      const [square, face] = [action.slice(1, 3) as Square, action.slice(3) as Face];
      return [{ kind: 'ghost', square, face, owner: now.actor }];
    }
    const move = state.moves.find(({ start, target }) => action === `${start}${target}`);
    const [squares] = move?.paths ?? [];
    if (move === undefined || squares === undefined) return [];
    const target = move.kind === 'takes tile' ? 'tile' : move.kind === 'takes barragoon' ? 'barragoon' : 'empty';
    return [{ kind: 'path', squares, tone: 'may', weight: 'full', target, numbered: true }];
  }

  #drawThreats({ captures, walls, win }: FoundThreats): Annotation[] {
    const { engine } = this.#table;
    if (win)
      return drawThreat(win, (fen, move) => {
        engine.setPosition(fen);
        return engine.paths(move);
      });
    const runs = captures.map(({ move, isGuarded }): Annotation => {
      const weight = isGuarded ? 'thin' : 'full';
      return { kind: 'path', squares: move.paths[0] ?? [], tone: 'takes', weight, target: 'tile' };
    });
    return [...runs, ...walls.map(({ tile }): Annotation => ({ kind: 'tint', square: tile, tone: 'bad' }))];
  }
}
