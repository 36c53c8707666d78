// Glicko-2 ratings, after Mark Glickman's "Example of the Glicko-2 system" (2022), with the letters of that text.

export interface Rating {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

export interface Result {
  readonly rating: number;
  readonly deviation: number;
  /** 1 for a win, 0 for a loss. */
  readonly score: number;
}

const SCALE = 173.7178;
const CENTRE = 1500;
/** How much the volatility may change. */
const TAU = 0.5;
const PRECISION = 0.000001;

const g = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2);

/** The rating after a period with these results. */
export function afterResults(before: Rating, results: readonly Result[]): Rating {
  const mu = (before.rating - CENTRE) / SCALE;
  const phi = before.deviation / SCALE;
  const terms = results.map(({ rating, deviation, score }) => {
    const weight = g(deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (rating - CENTRE) / SCALE)));
    return { weight, expected, score };
  });
  const v = 1 / terms.reduce((sum, { weight, expected }) => sum + weight ** 2 * expected * (1 - expected), 0);
  const sum = terms.reduce((all, { weight, expected, score }) => all + weight * (score - expected), 0);
  const volatility = newVolatility(before.volatility, v * sum, phi, v);
  const wider = Math.sqrt(phi ** 2 + volatility ** 2);
  const newPhi = 1 / Math.sqrt(1 / wider ** 2 + 1 / v);
  return {
    rating: (mu + newPhi ** 2 * sum) * SCALE + CENTRE,
    deviation: newPhi * SCALE,
    volatility,
  };
}

/** Step 5: the root of f, by the Illinois method. */
function newVolatility(sigma: number, delta: number, phi: number, v: number): number {
  const a = Math.log(sigma ** 2);
  const f = (x: number): number => {
    const e = Math.exp(x);
    return (e * (delta ** 2 - phi ** 2 - v - e)) / (2 * (phi ** 2 + v + e) ** 2) - (x - a) / TAU ** 2;
  };
  let A = a;
  let B: number;
  if (delta ** 2 > phi ** 2 + v) B = Math.log(delta ** 2 - phi ** 2 - v);
  else {
    let k = 1;
    while (f(a - k * TAU) < 0) k += 1;
    B = a - k * TAU;
  }
  let fA = f(A);
  let fB = f(B);
  while (Math.abs(B - A) > PRECISION) {
    const C = A + ((A - B) * fA) / (fB - fA);
    const fC = f(C);
    if (fC * fB <= 0) {
      A = B;
      fA = fB;
    } else fA /= 2;
    B = C;
    fB = fC;
  }
  return Math.exp(A / 2);
}
