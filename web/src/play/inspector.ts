// Questions about any position of a game, whoever's turn it is: where a tile could go, and what holds one that can't.
import { SQUARES } from '../board/squares.ts';
import { tileColour } from '../board/tiles.ts';
import { Engine } from '../engine/engine.ts';
import { readFen, writeFen } from '../engine/fen.ts';
import { Game, type LegalMove } from '../engine/game.ts';
import { obstaclesOf } from '../engine/obstacles.ts';
import type { Colour, Square } from '../engine/vocabulary.ts';

/** A tile that can't move. */
export interface WalledTile {
  readonly square: Square;
  /** What its paths run into. */
  readonly holders: readonly Square[];
}

export class Inspector {
  readonly #module: WebAssembly.Module;
  #rules: Game | undefined;
  #engine: Engine | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** The moves of the tile on a square. */
  movesFrom(fen: string, square: Square): readonly LegalMove[] {
    const fields = readFen(fen);
    const cell = fields.cells.get(square);
    const colour = cell === undefined ? null : tileColour(cell);
    if (colour === null) return [];
    this.#rules ??= new Game(this.#module);
    // Without placements to come and without an express stage, which would end the game where it still can be asked.
    this.#rules.begin(writeFen({ ...fields, turn: colour, hands: [], stages: [0, 0] }));
    return this.#rules.state().moves.filter(({ start }) => start === square);
  }

  /** A player's tiles that can't move, from the top of the board. */
  walledIn(fen: string, colour: Colour): WalledTile[] {
    this.#engine ??= new Engine(this.#module);
    const engine = this.#engine;
    const { cells } = readFen(fen);
    engine.setPosition(fen);
    const movable = new Set(engine.movesOf(colour).map((move) => move.slice(0, 2)));
    return SQUARES.toReversed()
      .filter((square) => !movable.has(square) && tileColour(cells.get(square) ?? 'x') === colour)
      .map((square) => ({ square, holders: [...obstaclesOf(engine, cells, square)] }));
  }
}
