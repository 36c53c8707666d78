// The engine as a player: it chooses actions at its level and answers draw offers.
import type { Analysis } from '../engine/analysis.ts';
import type { EngineClient } from '../engine/client.ts';
import { readFen } from '../engine/fen.ts';
import type { GameState } from '../engine/game.ts';
import type { Score } from '../engine/score.ts';
import type { Action, Position } from '../engine/vocabulary.ts';

/** A depth that no level reaches: its nodes are spent before. */
const LEVEL_ALONE = { depth: 64 };

/** How far to look before answering a draw offer: about as far as level 8 does, for a weak level is no fool. */
const JUDGEMENT = { nodes: 20_000 };

/** The same as in the terminal: hundredths at which a draw is welcome, and turns after which a game is long. */
const CLEARLY_WORSE = -300;
const ABOUT_LEVEL = 200;
const LONG_GAME = 80;

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
    // A duty may forbid what the position alone allows.
    const only = state.duty === null ? [] : legalActions(state);
    this.#search = this.#engine.analyse(positionOf(state), LEVEL_ALONE, only.length > 0 ? { only } : {});
    const [best] = await this.#search.lines;
    return best?.actions[0] ?? legalActions(state)[0];
  }

  async acceptsDraw(state: GameState): Promise<boolean> {
    await this.#engine.setLevel(null);
    const [best] = await this.#engine.analyse(positionOf(state), JUDGEMENT).lines;
    if (best === undefined) return false;
    // The score is the actor's; the offer came from the opponent, who may be the actor.
    const own = state.offer !== null && readFen(state.fen).actor !== state.offer.player;
    return welcomesDraw(own ? best.score : turned(best.score), state.offer?.duty != null, state.turns.length);
  }

  /** Ends its search at once: it plays the best that it has found. */
  hurry(): void {
    this.#search?.stop();
  }
}

function legalActions({ moves, placements }: GameState): Action[] {
  return placements.length > 0 ? [...placements] : moves.map(({ start, target }): Action => `${start}${target}`);
}

function positionOf({ start, steps }: GameState): Position {
  return { fen: start, actions: steps.map(({ action }) => action) };
}

function turned(score: Score): Score {
  if ('win' in score) return { loss: score.win };
  return 'loss' in score ? { win: score.loss } : { cp: -score.cp };
}

/** When clearly worse, or about level in a long game or on a repetition. */
export function welcomesDraw(score: Score, repeated: boolean, turns: number): boolean {
  if ('win' in score) return false;
  if ('loss' in score || score.cp <= CLEARLY_WORSE) return true;
  return score.cp <= ABOUT_LEVEL && (repeated || turns >= LONG_GAME);
}
