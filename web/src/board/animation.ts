// How pieces move: a tile runs along its path, a barragoon drops and settles. Positions are in units of the picture.
import type { Point } from './squares.ts';

const SHORTEST = 120;
const LONGEST = 200;

const moved = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;

/** Runs from the first point to the last through all of them. */
export async function glide(piece: Element, points: readonly Point[]): Promise<void> {
  const duration = Math.min(LONGEST, SHORTEST + 20 * points.length);
  const run = piece.animate(
    points.map((point) => ({ transform: moved(point) })),
    { duration, easing: 'ease-in-out' },
  );
  await run.finished.catch(() => undefined); // cancelled when the piece is taken away
}

export function drop(piece: Element, at: Point): void {
  const sizes: readonly (readonly [number, number])[] = [
    [1.3, 0.2],
    [0.95, 1],
    [1, 1],
  ];
  piece.animate(
    sizes.map(([size, opacity]) => ({ transform: `${moved(at)} scale(${size})`, opacity })),
    { duration: LONGEST, easing: 'ease-out' },
  );
}
