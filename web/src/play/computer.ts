// The engine as a player: it chooses actions at its level and answers draw offers.
import type { Analysis } from '../engine/analysis.ts';
import type { EngineClient } from '../engine/client.ts';
import type { GameState } from '../engine/game.ts';
import { other, type Action, type Position } from '../engine/vocabulary.ts';

/** A level ends its search by itself, when its nodes are spent. */
const LEVEL_ALONE = { infinite: true };

export class Computer {
  readonly #engine: EngineClient;
  readonly #level: number;
  readonly #seed: number;
  #search: Analysis | undefined;

  constructor(engine: EngineClient, level: number, seed: number) {
    this.#engine = engine;
    this.#level = level;
    this.#seed = seed;
  }

  /** What it plays depends on the game so far, its level and its seed alone. */
  async choose(state: GameState): Promise<Action | undefined> {
    await this.#engine.setLevel(this.#level, this.#seed);
    await this.#engine.newGame();
    const only = dutifulActions(state);
    this.#search = this.#engine.analyse(positionOf(state), LEVEL_ALONE, only.length > 0 ? { only } : {});
    const [best] = await this.#search.lines;
    return best?.actions[0] ?? legalActions(state)[0];
  }

  /** Whether it accepts the draw that its opponent has offered. */
  async acceptsDraw(state: GameState): Promise<boolean> {
    const { offer } = state;
    if (offer === null) return false;
    return this.#engine.acceptsDraw(positionOf(state), {
      player: other(offer.player),
      onRepetition: offer.duty !== null,
      only: dutifulActions(state),
    });
  }

  /** Ends its search at once: it plays the best that it has found. */
  hurry(): void {
    this.#search?.stop();
  }
}

/** What a duty leaves to play, which is less than the position allows; nothing where there is none. */
function dutifulActions(state: GameState): Action[] {
  return state.duty === null ? [] : legalActions(state);
}

function legalActions({ moves, placements }: GameState): Action[] {
  return placements.length > 0 ? [...placements] : moves.map(({ start, target }): Action => `${start}${target}`);
}

function positionOf({ start, steps }: GameState): Position {
  return { fen: start, actions: steps.map(({ action }) => action) };
}
