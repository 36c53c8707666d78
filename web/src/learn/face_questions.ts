// The questions of the face trainer: a tile runs onto a face; where does it come out? The engine knows, nothing is typed in.
import { HEADINGS, symbolOf, TRAY, type SymbolName } from '../board/faces.ts';
import type { Engine } from '../engine/engine.ts';
import { crossings, MIDDLE } from '../engine/crossings.ts';
import type { Face, Heading, Path } from '../engine/vocabulary.ts';
import { pick, type Random } from './random.ts';
import type { TrainerLevel } from './trainer_level.ts';

export interface FaceQuestion {
  readonly face: Face;
  /** Where the tile is heading when it comes. */
  readonly heading: Heading;
  /** The headings in which it can go on; none if it is blocked. */
  readonly exits: readonly Heading[];
}

const STRAIGHT: readonly SymbolName[] = ['no_way', 'one_way', 'two_ways'];
const TURNS: readonly SymbolName[] = ['left_turn', 'right_turn', 'all_turns'];

/** The heading of a step from one square to the next. */
function headingOfStep([from, to]: Path): Heading {
  const right = (to ?? '').charCodeAt(0) - (from ?? '').charCodeAt(0);
  if (right !== 0) return right > 0 ? 'east' : 'west';
  return (to ?? '') > (from ?? '') ? 'north' : 'south';
}

/** All 64: sixteen faces, each entered with four headings. */
export function faceQuestions(engine: Engine): FaceQuestion[] {
  return TRAY.flatMap((face) => {
    const ways = crossings(engine, face).map((path) => {
      const middle = path.indexOf(MIDDLE);
      return [headingOfStep(path.slice(middle - 1)), headingOfStep(path.slice(middle))] as const;
    });
    return HEADINGS.map((heading) => ({
      face,
      heading,
      exits: ways.filter(([entering]) => entering === heading).map(([, leaving]) => leaving),
    }));
  });
}

/** The questions of a level, or only those about one symbol. */
export function questionsOf(all: readonly FaceQuestion[], level: TrainerLevel, only?: SymbolName): FaceQuestion[] {
  const symbols = level === 1 ? STRAIGHT : level === 2 ? TURNS : [...STRAIGHT, ...TURNS];
  return all.filter(({ face }) => (only === undefined ? symbols.includes(symbolOf(face)) : symbolOf(face) === only));
}

/** Straight on, one turn, two turns, blocked. */
export function kindOf({ heading, exits }: FaceQuestion): 'straight' | 'turn' | 'turns' | 'blocked' {
  if (exits.length === 0) return 'blocked';
  if (exits.length > 1) return 'turns';
  return exits[0] === heading ? 'straight' : 'turn';
}

/**
 * Draws a question: open and blocked ones half and half, since "blocked" is the answer to 44 of 64; among the open ones the
 * kinds in equal parts; among the blocked ones mostly faces that would let the tile through from another side.
 */
export function drawQuestion(
  among: readonly FaceQuestion[],
  before: FaceQuestion | null,
  random: Random = Math.random,
): FaceQuestion {
  const fresh = among.filter(({ face, heading }) => face !== before?.face || heading !== before.heading);
  const open = fresh.filter(({ exits }) => exits.length > 0);
  const blocked = fresh.filter(({ exits }) => exits.length === 0);
  if (blocked.length > 0 && (open.length === 0 || random() < 0.5)) {
    const near = blocked.filter(({ face }) => face !== 'x');
    return pick(near.length > 0 && random() < 0.8 ? near : blocked, random);
  }
  const kinds = [...new Set(open.map(kindOf))];
  const kind = pick(kinds, random);
  return pick(
    open.filter((question) => kindOf(question) === kind),
    random,
  );
}
