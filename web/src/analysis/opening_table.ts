// The opening table: which turns followed a position in the engine's games against itself, and how these games ended.
// The file is a tree of turns (docs/lab.md); its lines are played here once, so that positions are found however they came
// about: in another order of turns, or in the mirror.
import type { Engine } from '../engine/engine.ts';
import type { Action } from '../engine/vocabulary.ts';
import { actionInForm, fenInForm } from '../play/symmetry.ts';

/** How many games each won, and how many nobody. */
export interface Results {
  readonly white: number;
  readonly draws: number;
  readonly brown: number;
}

/** What was played next: the rest of a turn. */
export interface Continuation {
  readonly actions: readonly Action[];
  readonly results: Results;
}

/** Turns that begin with the same move, and their results together. */
export interface MoveGroup {
  readonly move: Action;
  readonly results: Results;
  /** The most played first. */
  readonly continuations: readonly Continuation[];
}

export interface FoundOpening {
  /** Of the games that came to the position. */
  readonly results: Results;
  /** The most played first; none where the table ends. */
  readonly groups: readonly MoveGroup[];
}

/** Where the games come from. */
export interface OpeningSource {
  readonly games: number;
  /** The nodes that the engine had for an action, the fewest first. */
  readonly nodes: readonly number[];
}

type TurnNode = readonly [white: number, draws: number, brown: number, following?: Readonly<Record<string, TurnNode>>];
type TurnTree = Readonly<Record<string, TurnNode>>;

interface TableFile {
  readonly format: number;
  readonly variants: Readonly<
    Record<string, { readonly start: string; readonly games: number; readonly nodes: number; readonly turns: TurnTree }>
  >;
}

const FORMAT = 2;
const MIRROR = 1;
/** So many lines are played before the page may do something else. */
const SLICE = 250;
const NO_GAMES: Results = { white: 0, draws: 0, brown: 0 };

export const gamesOf = ({ white, draws, brown }: Results): number => white + draws + brown;

/** White's share of the points, from 0 to 1. */
export const whiteShare = (results: Results): number =>
  (results.white + results.draws / 2) / Math.max(1, gamesOf(results));

function sum(one: Results, two: Results): Results {
  return { white: one.white + two.white, draws: one.draws + two.draws, brown: one.brown + two.brown };
}

/** Every action has four characters. */
const actionsOf = (turn: string): Action[] => (turn.match(/.{4}/g) ?? []) as Action[];

const mirrored = (turn: string): string =>
  actionsOf(turn)
    .map((action) => actionInForm(action, MIRROR))
    .join('');

export class OpeningTable {
  readonly source: OpeningSource;
  readonly #engine: Engine;
  /** By the position's key: the rests of turns that followed, as text. */
  readonly #followers = new Map<bigint, Map<string, Results>>();
  readonly #reached = new Map<bigint, Results>();

  private constructor(engine: Engine, source: OpeningSource) {
    this.#engine = engine;
    this.source = source;
  }

  /** Reads the file; the engine belongs to the table from then on. */
  static async read(text: string, engine: Engine): Promise<OpeningTable> {
    const { format, variants } = JSON.parse(text) as TableFile;
    if (format !== FORMAT) throw new Error(`the opening table has format ${format}, and ${FORMAT} was expected`);
    const all = Object.values(variants);
    const nodes = [...new Set(all.map((variant) => variant.nodes))].sort((one, two) => one - two);
    const games = all.reduce((count, variant) => count + variant.games, 0);
    const table = new OpeningTable(engine, { games, nodes });
    for (const { start, turns } of all) await table.#addVariant(start, turns);
    return table;
  }

  async #addVariant(start: string, turns: TurnTree): Promise<void> {
    const waiting: { readonly fen: string; readonly tree: TurnTree }[] = [{ fen: start, tree: turns }];
    let played = 0;
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      for (const [turn, [white, draws, brown, following]] of Object.entries(next.tree)) {
        const results = { white, draws, brown };
        if (next.fen === start) this.#reach(this.#keyOf(start), results);
        this.#addTurn(next.fen, turn, results);
        if (following) waiting.push({ fen: this.#engine.fen(), tree: following });
        played += 1;
        if (played % SLICE === 0) await new Promise((resolve) => setTimeout(resolve));
      }
    }
  }

  /** Leaves the engine at the end of the turn. */
  #addTurn(fen: string, turn: string, results: Results): void {
    this.#engine.setPosition(fen);
    actionsOf(turn).forEach((action, place) => {
      this.#follow(this.#engine.key(), turn.slice(4 * place), results);
      this.#engine.play(action);
      this.#reach(this.#engine.key(), results);
    });
  }

  #follow(key: bigint, rest: string, results: Results): void {
    const followers = this.#followers.get(key) ?? new Map<string, Results>();
    followers.set(rest, sum(followers.get(rest) ?? NO_GAMES, results));
    this.#followers.set(key, followers);
  }

  #reach(key: bigint, results: Results): void {
    this.#reached.set(key, sum(this.#reached.get(key) ?? NO_GAMES, results));
  }

  #keyOf(fen: string): bigint {
    this.#engine.setPosition(fen);
    return this.#engine.key();
  }

  /** Null for a position that the table does not know, in the mirror neither. */
  lookUp(fen: string): FoundOpening | null {
    const key = this.#keyOf(fen);
    const mirrorKey = this.#keyOf(fenInForm(fen, MIRROR));
    const isSymmetrical = key === mirrorKey;
    const [here, there] = [this.#reached.get(key), isSymmetrical ? undefined : this.#reached.get(mirrorKey)];
    if (here === undefined && there === undefined) return null;
    const rests = new Map<string, Results>();
    const add = (rest: string, results: Results): void => {
      rests.set(rest, sum(rests.get(rest) ?? NO_GAMES, results));
    };
    for (const [rest, results] of this.#followers.get(key) ?? [])
      add(isSymmetrical && mirrored(rest) < rest ? mirrored(rest) : rest, results);
    if (!isSymmetrical)
      for (const [rest, results] of this.#followers.get(mirrorKey) ?? []) add(mirrored(rest), results);
    return { results: sum(here ?? NO_GAMES, there ?? NO_GAMES), groups: grouped(rests) };
  }
}

function grouped(rests: ReadonlyMap<string, Results>): MoveGroup[] {
  const groups = new Map<Action, Continuation[]>();
  for (const [rest, results] of rests) {
    const actions = actionsOf(rest);
    const [move] = actions;
    if (move === undefined) continue;
    groups.set(move, [...(groups.get(move) ?? []), { actions, results }]);
  }
  const byGames = (one: { results: Results }, two: { results: Results }): number =>
    gamesOf(two.results) - gamesOf(one.results);
  return [...groups]
    .map(([move, continuations]) => ({
      move,
      results: continuations.map(({ results }) => results).reduce(sum),
      continuations: continuations.toSorted(byGames),
    }))
    .sort(byGames);
}
