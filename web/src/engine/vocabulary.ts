// The words of the game, written as in docs/notation.md and in Python.

export type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g';
export type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
export type Square = `${File}${Rank}`;

type NoWay = 'x';
type OneWay = '^' | '>' | 'Y' | '<';
type TwoWays = '|' | '-';
type LeftTurn = 'N' | 'E' | 'S' | 'W';
type RightTurn = 'n' | 'e' | 's' | 'w';
type AllTurns = '+';
export type Face = NoWay | OneWay | TwoWays | LeftTurn | RightTurn | AllTurns;

export type Tile = 'Z' | 'D' | 'V' | 'z' | 'd' | 'v';
export type Cell = Face | Tile;
export type Heading = 'north' | 'east' | 'south' | 'west';
export type Colour = 'white' | 'brown';

export const COLOURS: readonly Colour[] = ['white', 'brown'];

export function other(colour: Colour): Colour {
  return colour === 'white' ? 'brown' : 'white';
}

export type Move = `${Square}${Square}`;
export type Placement = `@${Square}${Face}`;
export type Action = Move | Placement;

/** How a tile runs: all squares from the start to the target, both included. */
export type Path = readonly Square[];

/**
 * A FEN and the actions that were played from there. The actions matter to a search, which sees repetitions by them.
 * Texts that come from outside are checked by the engine, so any string may be asked about.
 */
export interface Position {
  readonly fen: string;
  readonly actions?: readonly string[];
}

/** The closed start, as the engine has it. */
export const START: Position = { fen: '1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 24 00 1' };
