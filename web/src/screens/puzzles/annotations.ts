// What is drawn on the board of a puzzle: a hint, why an answer is wrong, what else would have won.
import type { Annotation } from '../../board/annotation.ts';
import type { Face, Square } from '../../engine/vocabulary.ts';
import { other } from '../../engine/vocabulary.ts';
import { tileColour } from '../../board/tiles.ts';
import { explain, type Explanation } from '../../puzzles/explanation.ts';
import type { PuzzleTable } from '../../puzzles/puzzle_table.svelte.ts';

/** Why the last answer was wrong; null in every other phase. */
export function explanationOf(table: PuzzleTable): Explanation | null {
  const { judgement, phase, answeredAt, steps, now, player } = table;
  const answer = steps[answeredAt - 1];
  if (phase !== 'wrong' || judgement === null || answer === undefined) return null;
  const opponentTiles = [...now.cells]
    .filter(([, cell]) => tileColour(cell) === other(player))
    .map(([square]) => square);
  return explain({ judgement, answer, replies: steps.slice(answeredAt), cells: now.cells, opponentTiles });
}

export function annotationsOf(table: PuzzleTable, explanation: Explanation | null): readonly Annotation[] {
  if (explanation) return explanation.annotations;
  if (table.phase === 'solved' || table.phase === 'shown') return [...heldTints(table), ...otherPlacements(table)];
  return table.phase === 'solving' && table.hint ? hintAnnotations(table, table.hint) : [];
}

function heldTints({ heldTiles }: PuzzleTable): Annotation[] {
  return heldTiles.map((square) => ({ kind: 'tint', square, tone: 'chosen' }));
}

/** Where else a barragoon would have done, and with how many faces. */
function otherPlacements({ alternatives, player, orientation }: PuzzleTable): Annotation[] {
  if (alternatives === null) return [];
  const { placement, right, possible } = alternatives;
  // From the top: a count stands over the square above it.
  const isAnywhere = right === possible; // a board full of them says nothing
  const shown = alternatives.squares.filter(({ square }) => !isAnywhere || square === placement.slice(1, 3));
  const squares = shown.sort(
    (one, two) => (one.square.charCodeAt(1) - two.square.charCodeAt(1)) * (orientation === 'white' ? -1 : 1),
  );
  return squares.map(({ square, right }) => {
    const isThere = square === placement.slice(1, 3);
    const face = isThere ? (placement.slice(3) as Face) : (right[0] ?? 'x');
    return { kind: 'ghost', square, face, owner: player, count: right.length };
  });
}

function hintAnnotations(table: PuzzleTable, { action, step }: NonNullable<PuzzleTable['hint']>): Annotation[] {
  const isPlacement = action.startsWith('@');
  const square = (isPlacement ? action.slice(1, 3) : action.slice(0, 2)) as Square;
  const tint: Annotation = { kind: 'tint', square, tone: 'chosen' };
  if (step === 1) return [tint];
  if (isPlacement) return [{ kind: 'ghost', square, face: action.slice(3) as Face, owner: table.player }];
  const target = action.slice(2) as Square;
  const move = table.state.moves.find((legal) => legal.start === square && legal.target === target);
  const taken = table.now.cells.get(target);
  const standing = taken === undefined ? 'empty' : tileColour(taken) === null ? 'barragoon' : 'tile';
  const paths = (move?.paths ?? []).slice(0, 1);
  return [
    tint,
    ...paths.map((squares): Annotation => ({
      kind: 'path',
      squares,
      tone: 'may',
      weight: 'full',
      target: standing,
      numbered: true,
    })),
  ];
}
