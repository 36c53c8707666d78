// The engine's lines for the position that is looked at, from a Worker of their own. It rests at its limits, while the
// page is hidden or covered, and when the screen is left.
import type { Analysis } from '../engine/analysis.ts';
import { startEngine } from '../engine/browser.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Line } from '../engine/line.ts';
import { keepText, keptText } from '../browser/storage.ts';
import type { Action } from '../engine/vocabulary.ts';

/** A position with what led to it: a search sees repetitions. */
export interface Looked {
  readonly start: string;
  readonly actions: readonly Action[];
  readonly fen: string;
  readonly key: string;
  /** Whether a barragoon is to be placed: then many lines are needed to cover some squares. */
  readonly isPlacing: boolean;
}

export interface Found {
  readonly key: string;
  readonly lines: readonly Line[];
  readonly depth: number;
  readonly nodes: number;
}

export type LinesState = 'off' | 'searching' | 'resting' | 'failed';

/** Where a search rests; Deeper goes on to five times as much. */
const LIMIT = { nodes: 2_000_000, seconds: 15 } as const;
const DEEPER = 5;
const PLACEMENT_LINES = 24;
/** Whoever holds a key down sees positions go by; a search begins when they stay, in milliseconds. */
const PAUSE = 150;
/** How often new lines are shown at most, in milliseconds. */
const REFRESH = 120;
const MOST_KEPT = 5_000;
/** In GB; with more, the transposition table is twice the usual size, in MB. */
const MUCH_MEMORY = 4;
const LARGE_HASH = 32;
const SWITCH = 'barragoon.lines';

/** While a search goes deeper, an action may still have its old rank as well: the deeper line counts. */
function distinct(lines: readonly Line[]): Line[] {
  const seen = new Set<Action | undefined>();
  return lines.filter(({ actions: [first] }) => !seen.has(first) && seen.add(first));
}

export class EngineLines {
  state = $state<LinesState>('off');
  found = $state.raw<Found | null>(null);
  count = $state(3);
  problem = $state('');
  readonly #module: WebAssembly.Module;
  readonly #kept = new Map<string, Found & { readonly factor: number; readonly count: number }>();
  #client: Promise<EngineClient> | undefined;
  #search: Analysis | undefined;
  #looked: Looked | null = null;
  #factor = 1;
  #begin: ReturnType<typeof setTimeout> | undefined;
  #isCovered = false;
  #isOn: boolean;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#isOn = keptText(SWITCH) === 'on';
    document.addEventListener('visibilitychange', this.#restart);
  }

  get isOn(): boolean {
    return this.state !== 'off';
  }

  /** The switch is remembered. */
  toggle(): void {
    this.#isOn = !this.#isOn;
    keepText(SWITCH, this.#isOn ? 'on' : 'off');
    this.#restart();
  }

  setCount(count: number): void {
    this.count = Math.min(5, Math.max(1, count));
    this.#restart();
  }

  /** Looks at another position. */
  look(looked: Looked | null): void {
    if (looked?.key === this.#looked?.key && looked?.actions.length === this.#looked?.actions.length) return;
    this.#looked = looked;
    this.#factor = 1;
    this.#restart();
  }

  /** What was found about a position that was looked at. */
  knownOf(key: string): Found | null {
    return this.#kept.get(key) ?? null;
  }

  deeper(): void {
    this.#factor = (this.#kept.get(this.#looked?.key ?? '')?.factor ?? this.#factor) * DEEPER;
    this.#restart();
  }

  /** A dialogue covers the board, or no longer. */
  cover(isCovered: boolean): void {
    if (this.#isCovered === isCovered) return;
    this.#isCovered = isCovered;
    this.#restart();
  }

  /** Ends the Worker. */
  close(): void {
    document.removeEventListener('visibilitychange', this.#restart);
    clearTimeout(this.#begin);
    this.#search?.stop();
    this.#looked = null;
    void this.#client?.then((client) => {
      client.close();
    });
  }

  readonly #restart = (): void => {
    clearTimeout(this.#begin);
    this.#search?.stop();
    this.#search = undefined;
    const looked = this.#looked;
    if (!this.#isOn) {
      this.state = 'off';
      this.found = null;
      return;
    }
    const kept = looked === null ? undefined : this.#kept.get(looked.key);
    this.found = kept ?? null;
    const isKnown = kept !== undefined && kept.factor >= this.#factor && kept.count >= this.count;
    if (looked === null || isKnown || this.#isCovered || document.hidden) {
      this.state = 'resting';
      return;
    }
    this.state = 'searching';
    this.#begin = setTimeout(() => void this.#run(looked), PAUSE);
  };

  async #start(): Promise<EngineClient> {
    const client = await startEngine(this.#module);
    const { deviceMemory = 0 } = navigator as Navigator & { deviceMemory?: number };
    if (deviceMemory > MUCH_MEMORY) await client.setHash(LARGE_HASH);
    return client;
  }

  async #run(looked: Looked): Promise<void> {
    try {
      this.#client ??= this.#start();
      const client = await this.#client;
      if (this.#looked !== looked || this.state !== 'searching') return;
      const multipv = looked.isPlacing ? PLACEMENT_LINES : this.count;
      const limit = { nodes: LIMIT.nodes * this.#factor, seconds: LIMIT.seconds * this.#factor };
      const search = client.analyse({ fen: looked.start, actions: looked.actions }, limit, { multipv });
      this.#search = search;
      await this.#follow(search, looked);
    } catch (error) {
      this.#client = undefined; // the next search starts another
      this.problem = error instanceof Error ? error.message : String(error);
      this.state = 'failed';
    }
  }

  async #follow(search: Analysis, looked: Looked): Promise<void> {
    const best = new Map<number, Line>();
    let shownAt = 0;
    const show = (): void => {
      if (this.#search !== search) return;
      const lines = distinct([...best.values()].sort((one, two) => two.depth - one.depth || one.rank - two.rank));
      const depth = Math.max(0, ...lines.map((line) => line.depth));
      const nodes = Math.max(0, ...lines.map((line) => line.nodes));
      this.found = { key: looked.key, lines, depth, nodes };
      shownAt = performance.now();
    };
    for await (const line of search) {
      best.set(line.rank, line);
      if (performance.now() - shownAt > REFRESH) show();
    }
    if (this.#search !== search) return;
    for (const line of await search.lines) best.set(line.rank, line);
    show();
    this.state = 'resting';
    this.#keep(looked);
  }

  #keep({ key }: Looked): void {
    if (this.found === null) return;
    this.#kept.delete(key);
    this.#kept.set(key, { ...this.found, factor: this.#factor, count: this.count });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
