// What is proven of a position, in words.
import type { PlacementProof, Proof } from '../../analysis/prover.svelte.ts';
import { tell } from '../../languages/analysis.svelte.ts';
import { say } from '../../languages/language.svelte.ts';

export interface ProofWords {
  readonly result: string;
  readonly isProven: boolean;
  /** What is not decided. */
  readonly open: string;
}

export function proofWords({ player, win, noneWithin, isRunning, nodes }: Proof): ProofWords {
  const name = say(player);
  if (win !== null) {
    const result =
      win === 1 ? tell('prove.wins.one', { player: name }) : tell('prove.wins', { player: name, turns: win });
    return { result, isProven: true, open: '' };
  }
  const none =
    noneWithin === 1 ? tell('prove.none.one') : noneWithin > 1 ? tell('prove.none', { turns: noneWithin }) : '';
  const next = noneWithin + 1;
  const millions = Math.max(1, Math.round(nodes / 1e6));
  const open = isRunning ? tell('prove.looking', { turns: next }) : tell('prove.undecided', { turns: next, millions });
  return none === '' ? { result: open, isProven: false, open: '' } : { result: none, isProven: true, open };
}

/** How many placements win, and on how many squares. */
export function placementWords({ squares, right, all, unknown }: PlacementProof): string {
  const count = squares.filter((square) => square.right > 0).length;
  const words = right === 1 ? tell('prove.only.one', { all }) : tell('prove.only.some', { right, all, squares: count });
  return unknown === 0 ? words : `${words} ${tell('prove.only.unknown', { count: unknown })}`;
}
