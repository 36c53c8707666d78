// The page's puzzle files: an index, and shards of puzzles in the order of their ratings, each loaded when it is needed.
import { puzzleOfDay } from './days.ts';
import { readShard, type Puzzle, type Theme } from './puzzle.ts';

export interface Shard {
  readonly name: string;
  readonly count: number;
  /** The ratings in it. */
  readonly least: number;
  readonly most: number;
}

export interface PuzzleIndex {
  readonly version: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly themes: Readonly<Partial<Record<Theme | 'soft', number>>>;
  readonly shards: readonly Shard[];
  readonly days: Readonly<Partial<Record<'win 2' | 'win 3', readonly string[]>>>;
}

/** How a file is read; another one in tests. */
export type ReadFile = (name: string) => Promise<string>;

async function fetchFile(name: string): Promise<string> {
  const response = await fetch(`/puzzles/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.text();
}

export class PuzzleFiles {
  readonly #read: ReadFile;
  readonly #kept = new Map<string, Promise<unknown>>();

  constructor(read: ReadFile = fetchFile) {
    this.#read = read;
  }

  index(): Promise<PuzzleIndex> {
    return this.#once('index.json', (text) => JSON.parse(text) as PuzzleIndex);
  }

  shard({ name }: Shard): Promise<Puzzle[]> {
    return this.#once(name, readShard);
  }

  /** All puzzles with ratings from one to another. */
  async between(least: number, most: number): Promise<Puzzle[]> {
    const { shards } = await this.index();
    const wanted = shards.filter((shard) => shard.least <= most && shard.most >= least);
    const found = (await Promise.all(wanted.map((shard) => this.shard(shard)))).flat();
    return found.filter(({ rating }) => rating >= least && rating <= most);
  }

  async all(): Promise<Puzzle[]> {
    return this.between(-Infinity, Infinity);
  }

  /** Null if there is no such puzzle; the shard that it may be in is read first. */
  async find(id: string, likely = 1): Promise<Puzzle | null> {
    const { shards } = await this.index();
    const first = shards[likely - 1];
    for (const shard of first ? [first, ...shards] : shards) {
      const found = (await this.shard(shard)).find((puzzle) => puzzle.id === id);
      if (found) return found;
    }
    return null;
  }

  async ofDay(day: number): Promise<Puzzle | null> {
    const slot = puzzleOfDay(day, await this.index());
    return slot === null ? null : this.find(slot.id, slot.shard);
  }

  /** Read and understood once; what failed is tried again next time. */
  #once<T>(name: string, understand: (text: string) => T): Promise<T> {
    const kept = this.#kept.get(name) as Promise<T> | undefined;
    if (kept) return kept;
    const reading = this.#read(name).then(understand);
    this.#kept.set(name, reading);
    reading.catch(() => this.#kept.delete(name));
    return reading;
  }
}

/** The files of this page. */
export const puzzleFiles = new PuzzleFiles();
