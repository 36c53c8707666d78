// What a player does with the board and the tray; what comes of it is not the board's business.
import type { Face, Heading, Square } from './types.ts';

export type Input =
  | { readonly kind: 'square'; readonly square: Square }
  | { readonly kind: 'face'; readonly face: Face }
  /** 1 to 6, in the order of the symbols. */
  | { readonly kind: 'symbol'; readonly number: number }
  | { readonly kind: 'heading'; readonly heading: Heading }
  /** A quarter turn. */
  | { readonly kind: 'rotate'; readonly counterclockwise?: boolean }
  | { readonly kind: 'commit' }
  /** Undoes the last part of a choice that is not complete. */
  | { readonly kind: 'cancel' };
