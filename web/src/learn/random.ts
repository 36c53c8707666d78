// Drawing by chance; tests hand in a source that they can repeat.
export type Random = () => number;

/** One of several, of which there must be some. */
export function pick<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('there is nothing to draw from');
  return found;
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}
