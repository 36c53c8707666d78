// "Prove it": whether a player wins by force within one turn, two, three … Its own Worker answers, so that lines and
// proofs don't wait for each other. A proof is of the position; it knows nothing of repetitions.
import { startEngine } from '../engine/browser.ts';
import type { EngineClient } from '../engine/client.ts';
import { EngineError } from '../engine/errors.ts';
import { readFen, writeFen } from '../engine/fen.ts';
import type { Solution, Solving } from '../engine/solution.ts';
import { other, type Action, type Colour, type Square } from '../engine/vocabulary.ts';

/** What is known of a position; it stays with it. */
export interface Proof {
  readonly player: Colour;
  /** How many turns a forced win takes; null if none is known. */
  readonly win: number | null;
  /** The winner's proven actions, and the answers after which it takes longest. */
  readonly line: readonly Action[];
  /** Within how many turns there is no win for sure. */
  readonly noneWithin: number;
  readonly isRunning: boolean;
  readonly nodes: number;
}

/** How many faces on a square keep a proven win. */
export interface PlacementCount {
  readonly square: Square;
  readonly right: number;
  readonly all: number;
}

/** Which placements keep a proven win. */
export interface PlacementProof {
  readonly squares: readonly PlacementCount[];
  readonly right: number;
  readonly all: number;
  /** How many could not be decided. */
  readonly unknown: number;
}

/** What is asked about: a position, and in it the actor's win. */
interface Asked {
  readonly fen: string;
  readonly key: string;
  readonly actor: Colour;
}

const MOST_NODES = 5_000_000;
const MOST_TURNS = 8;
/** For each of some six hundred placements. */
const PLACEMENT_NODES = 20_000;

/** The position with the other player to move, for what they would have; null while something is in hand. */
export function otherToMove({ fen, key, actor }: Asked): Asked | null {
  const fields = readFen(fen);
  if (fields.hands.length > 0) return null;
  return { fen: writeFen({ ...fields, turn: other(fields.turn) }), key, actor: other(actor) };
}

const nameOf = (key: string, player: Colour): string => `${key} ${player}`;

export class Prover {
  readonly #module: WebAssembly.Module;
  #proofs = $state.raw<ReadonlyMap<string, Proof>>(new Map());
  #placements = $state.raw<ReadonlyMap<string, PlacementProof>>(new Map());
  #client: Promise<EngineClient> | undefined;
  #isClosed = false;
  #running: { readonly key: string; solving: Solving | null } | null = null;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** The Worker, for what else is judged: the one that runs, or another if it has failed. */
  get client(): Promise<EngineClient> {
    this.#client = this.#runningClient(this.#client);
    return this.#client;
  }

  async #runningClient(last: Promise<EngineClient> | undefined): Promise<EngineClient> {
    const client = await last?.catch(() => undefined); // whoever asked for it knows
    if (this.#isClosed) throw new EngineError('this engine was closed');
    return client === undefined || client.isClosed ? startEngine(this.#module) : client;
  }

  proofOf(key: string, player: Colour): Proof | null {
    return this.#proofs.get(nameOf(key, player)) ?? null;
  }

  placementsOf(key: string): PlacementProof | null {
    return this.#placements.get(key) ?? null;
  }

  /** Works on a position until it is decided or the nodes are spent; asked again, it ends. */
  async prove({ fen, key: position, actor }: Asked): Promise<void> {
    const key = nameOf(position, actor);
    if (this.#running !== null) {
      const isSame = this.#running.key === key;
      this.stop();
      if (isSame) return;
    }
    const job = { key, solving: null as Solving | null };
    this.#running = job;
    let proof: Proof = { player: actor, win: null, line: [], noneWithin: 0, isRunning: true, nodes: 0 };
    this.#note(key, proof);
    try {
      const client = await this.client;
      for (let turns = 1; turns <= MOST_TURNS && this.#running === job; turns += 1) {
        job.solving = client.solve({ fen }, turns, { nodes: MOST_NODES - proof.nodes });
        const solution = await job.solving.solution;
        proof = { ...after(proof, solution), nodes: proof.nodes + solution.nodes };
        this.#note(key, proof);
        if (solution.verdict !== 'no win' || proof.nodes >= MOST_NODES) break;
      }
      this.#note(key, { ...proof, isRunning: false });
    } catch (error) {
      this.#forget(key);
      throw error;
    } finally {
      if (this.#running === job) this.#running = null;
    }
  }

  /** Whether one placement alone keeps a win that is proven, or how many do. */
  async countPlacements({ fen, key }: Pick<Asked, 'fen' | 'key'>, turns: number): Promise<void> {
    const client = await this.client;
    const verdicts = await client.solveEach({ fen }, turns, { nodes: PLACEMENT_NODES });
    const counts = new Map<Square, { right: number; all: number }>();
    for (const { action, verdict } of verdicts) {
      const square = action.slice(1, 3) as Square;
      const { right, all } = counts.get(square) ?? { right: 0, all: 0 };
      counts.set(square, { right: right + Number(verdict === 'win'), all: all + 1 });
    }
    const proof: PlacementProof = {
      squares: [...counts].map(([square, count]) => ({ square, ...count })),
      right: verdicts.filter(({ verdict }) => verdict === 'win').length,
      all: verdicts.length,
      unknown: verdicts.filter(({ verdict }) => verdict === 'unknown').length,
    };
    this.#placements = new Map(this.#placements).set(key, proof);
  }

  stop(): void {
    const job = this.#running;
    this.#running = null;
    job?.solving?.stop();
  }

  close(): void {
    this.stop();
    this.#isClosed = true;
    this.#client
      ?.then((client) => {
        client.close();
      })
      .catch(() => undefined); // there is none to close
  }

  #forget(key: string): void {
    const proofs = new Map(this.#proofs);
    proofs.delete(key);
    this.#proofs = proofs;
  }

  #note(key: string, proof: Proof): void {
    this.#proofs = new Map(this.#proofs).set(key, proof);
  }
}

function after(proof: Proof, { verdict, turns, actions }: Solution): Proof {
  if (verdict === 'win') return { ...proof, win: turns, line: actions };
  return { ...proof, noneWithin: Math.max(proof.noneWithin, turns) };
}
