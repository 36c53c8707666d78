// A board as a picture that needs nothing of the page: for files.
import type { Annotation } from './annotation.ts';
import { drawAnnotations } from './draw_annotations.ts';
import type { Cell, Colour, Square } from './types.ts';
import drawings from './drawings.json' with { type: 'json' };
import { isFace, swapped } from './faces.ts';
import { centre, FILES, HEIGHT, isDark, RANKS, SIDE, SQUARES, WIDTH, type Point } from './squares.ts';

const FRAME = 34;

/** SVG text in the page's colours. */
export function picture(
  cells: ReadonlyMap<Square, Cell>,
  orientation: Colour,
  colour: (name: string) => string,
  annotations: readonly Annotation[] = [],
): string {
  const at = (square: Square, inside: string): string => {
    const { x, y } = centre(square, orientation);
    return `<g transform="translate(${x} ${y})">${inside}</g>`;
  };
  const seen = (cell: Cell): Cell => (isFace(cell) && orientation === 'brown' ? swapped(cell) : cell);
  const layers = drawAnnotations(annotations, cells, orientation);
  const standing = (wanted: boolean): string[] =>
    [...cells]
      .filter(([, cell]) => isFace(cell) === wanted)
      .map(([square, cell]) => at(square, drawings.cells[seen(cell)]));
  const size = [WIDTH + 2 * FRAME, HEIGHT + 2 * FRAME] as const;
  const half = SIDE / 2;
  const parts = [
    `<rect x="${-FRAME}" y="${-FRAME}" width="${size[0]}" height="${size[1]}" rx="9" fill="var(--frame)"/>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="var(--light)"/>`,
    ...SQUARES.filter(isDark).map((square) =>
      at(square, `<rect x="${-half}" y="${-half}" width="${SIDE}" height="${SIDE}" fill="var(--dark)"/>`),
    ),
    ...FILES.map((file) => {
      const { x } = centre(`${file}1` as Square, orientation);
      return `<g transform="translate(${x} ${HEIGHT + FRAME / 2})">${drawings.letters[file as 'a']}</g>`;
    }),
    ...RANKS.map((rank) => {
      const { y } = centre(`a${rank}` as Square, orientation);
      return `<g transform="translate(${-FRAME / 2} ${y})">${drawings.letters[rank as '1']}</g>`;
    }),
    layers.under,
    ...standing(true),
    layers.between,
    ...standing(false),
    layers.over,
  ];
  const view = `viewBox="${-FRAME} ${-FRAME} ${size[0]} ${size[1]}" width="${size[0]}" height="${size[1]}"`;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" ${view}>${parts.join('')}</svg>`;
  return drawn.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colour(name));
}

/** A part of a picture, given in its own units. */
export function cropped(svg: string, { x, y }: Point, size: number): string {
  return svg.replace(/viewBox="[^"]*" width="\d+" height="\d+"/, `viewBox="${x} ${y} ${size} ${size}"`);
}

/** The same picture as PNG. */
export async function pixels(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((made) => {
        if (made) resolve(made);
        else reject(new Error('the picture could not be drawn'));
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
