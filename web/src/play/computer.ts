// The engine as a player: it chooses actions at its level and answers draw offers.
import type { Analysis } from '../engine/analysis.ts';
import type { EngineClient } from '../engine/client.ts';
import type { GameState } from '../engine/game.ts';
import { LEVEL_ALONE } from '../engine/limit.ts';
import { other, type Action, type Position } from '../engine/vocabulary.ts';
import type { ComputerSeat } from './saved_games.ts';

export class Computer {
  readonly #engine: EngineClient;
  readonly #seat: ComputerSeat;
  #search: Analysis | undefined;

  constructor(engine: EngineClient, seat: ComputerSeat) {
    this.#engine = engine;
    this.#seat = seat;
  }

  /** What it plays depends on the game so far, its level and its seed alone, unless it was given seconds. */
  async choose(state: GameState): Promise<Action | undefined> {
    const { level, seed, ladder = 1, seconds } = this.#seat;
    await this.#engine.newGame();
    const only = dutifulActions(state);
    const limit = seconds === undefined ? LEVEL_ALONE : { seconds };
    const strength = seconds === undefined ? { level, seed, ladder } : null;
    this.#search = this.#engine.analyse(positionOf(state), limit, only.length > 0 ? { only } : {}, strength);
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

/** What the rules allow now, whatever was touched or has to be left included. */
export function legalActions({ moves, placements }: GameState): Action[] {
  return placements.length > 0 ? [...placements] : moves.map(({ start, target }): Action => `${start}${target}`);
}

/** The position with the game that led to it. */
export function positionOf({ start, steps }: GameState): Position {
  return { fen: start, actions: steps.map(({ action }) => action) };
}
