// What a player does with the board and the tray; what comes of it is not the board's business.
import type { Face, Heading, Square } from '../engine/vocabulary.ts';

export type Input =
  | { readonly kind: 'square'; readonly square: Square }
  | { readonly kind: 'face'; readonly face: Face }
  /** 1 to 6, in the order of the symbols. */
  | { readonly kind: 'symbol'; readonly number: number }
  | { readonly kind: 'heading'; readonly heading: Heading }
  | { readonly kind: 'rotate'; readonly back?: boolean }
  | { readonly kind: 'commit' }
  /** One step back. */
  | { readonly kind: 'back' };
