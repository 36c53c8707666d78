// The board's own vocabulary. The texts are those of docs/notation.md, so what the engine says can be handed in as it is.

type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g';
type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
export type Square = `${File}${Rank}`;

export type Colour = 'white' | 'brown';
export type Heading = 'north' | 'east' | 'south' | 'west';

type NoWay = 'x';
type OneWay = '^' | '>' | 'Y' | '<';
type TwoWays = '|' | '-';
type LeftTurn = 'N' | 'E' | 'S' | 'W';
type RightTurn = 'n' | 'e' | 's' | 'w';
type AllTurns = '+';
export type Face = NoWay | OneWay | TwoWays | LeftTurn | RightTurn | AllTurns;
export type Tile = 'Z' | 'D' | 'V' | 'z' | 'd' | 'v';
/** What can stand on a square. */
export type Cell = Face | Tile;

/** What stands where. */
export type Cells = ReadonlyMap<Square, Cell>;

/** All squares from the start to the target, both included. */
export type Path = readonly Square[];

/** What a move to a target does; each kind has a mark of its own. */
export type TargetKind = 'short' | 'full' | 'takes tile' | 'takes barragoon';

/** What just happened and is to be seen: a tile ran along a path, or a barragoon was dropped where the path is null. */
export interface Motion {
  /** Another number for every motion. */
  readonly serial: number;
  readonly target: Square;
  readonly path: Path | null;
  readonly captured: Cell | null;
}
