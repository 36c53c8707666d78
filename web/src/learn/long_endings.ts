// Endings that are too long to prove: they have no goal and no stars, and are played against a level. White acts.

/** Who stands where is all there is to say about them. */
export const LONG_ENDINGS: readonly string[] = [
  '7/1d3z1/7/2x1x2/7/2x1x2/7/1ZD1V2/7 w - 10 00 1',
  '7/2v4/7/1x3x1/7/1x3x1/7/1D2V2/7 w - 10 00 1',
  '7/1d1v3/7/2x1x2/3x3/2x1x2/7/2DVZ2/7 w - 10 00 1',
  '7/2z1d2/7/1x1x1x1/7/1x1x1x1/7/2Z1D2/7 w - 10 00 1',
];
