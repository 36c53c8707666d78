// What the opponent would do if the player to move did nothing: a small search and a proof of a win in one.
import type { EngineClient } from '../engine/client.ts';
import { readFen, writeFen } from '../engine/fen.ts';
import { other, type Action, type Colour } from '../engine/vocabulary.ts';

export interface Threat {
  readonly key: string;
  readonly player: Colour;
  /** The position in which the opponent would be to move. */
  readonly fen: string;
  readonly line: readonly Action[];
  /** Whether it wins at once, as is proven. */
  readonly wins: boolean;
}

const NODES = 20_000;

export class ThreatFinder {
  isOn = $state(false);
  found = $state.raw<Threat | null>(null);
  readonly #client: () => Promise<EngineClient>;
  #asked = '';

  constructor(client: () => Promise<EngineClient>) {
    this.#client = client;
  }

  /** Asks about a position; while something is in hand nobody can do nothing. */
  async look(fen: string, key: string, isOn: boolean): Promise<void> {
    const fields = readFen(fen);
    if (!isOn || fields.hands.length > 0) {
      this.found = null;
      this.#asked = '';
      return;
    }
    if (this.#asked === key) return;
    this.#asked = key;
    const player = other(fields.turn);
    const flipped = writeFen({ ...fields, turn: player });
    const client = await this.#client();
    const { verdict, actions } = await client.solve({ fen: flipped }, 1, { nodes: NODES }).solution;
    await client.newGame();
    const wins = verdict === 'win';
    const [best] = wins ? [] : await client.analyse({ fen: flipped }, { nodes: NODES }).lines;
    if (this.#asked !== key) return;
    this.found = { key, player, fen: flipped, line: wins ? actions : (best?.actions ?? []), wins };
  }
}
