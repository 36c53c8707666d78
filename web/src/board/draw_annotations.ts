// The pictures of annotations, as SVG text in the page's colours: the board, small boards and files draw the same.
import type {
  Annotation,
  FadeAnnotation,
  FlagAnnotation,
  GhostAnnotation,
  LabelAnnotation,
  NumberAnnotation,
  PathAnnotation,
  RimAnnotation,
  RingAnnotation,
  TintAnnotation,
} from './annotation.ts';
import drawings from './drawings.json' with { type: 'json' };
import { isFace, swapped } from './faces.ts';
import { direction, pathLine, stepMarks } from './path_line.ts';
import type { Stroke } from './pen.ts';
import { centre, isDark, SIDE, type Point } from './squares.ts';
import type { Cells, Colour, Face, Square } from './types.ts';

/** From the bottom: under all pieces, over the barragoons, over the tiles too. */
export interface AnnotationLayers {
  readonly under: string;
  readonly between: string;
  readonly over: string;
}

const LIT = { ran: '--lit-amber', may: '--lit', takes: '--lit-red', own: '--lit-own' } as const;
const LINE = { full: [9, 15], thin: [5, 10] } as const;
const DASHES: Readonly<Record<Stroke, string>> = {
  plain: '',
  dashed: ' stroke-dasharray="13 15"',
  dotted: ' stroke-dasharray="0.1 17"',
  double: '',
};
/** A double line is a wide one with paper in its middle. */
const DOUBLE = { width: 15, middle: 5 } as const;

/** Where the tip of an arrowhead is, counted from the middle of the target and against the run. */
const TIP = { empty: -10, tile: 28, barragoon: 34 } as const;
const HEAD_LENGTH = 30;
const HEAD_HALF = 20;

/** How much of the line is hidden under its arrowhead, so that no gap is seen. */
const OVERLAP = 4;

export function drawAnnotations(
  annotations: readonly Annotation[],
  cells: Cells,
  orientation: Colour,
): AnnotationLayers {
  const board = new AnnotatedBoard(cells, orientation);
  const all = <K extends Annotation['kind']>(
    kind: K,
    draw: (one: Extract<Annotation, { kind: K }>) => string,
  ): string =>
    annotations
      .filter((one): one is Extract<Annotation, { kind: K }> => one.kind === kind)
      .map(draw)
      .join('');
  return {
    under: all('tint', (tint) => board.tint(tint)) + all('path', (path) => board.line(path)),
    between: all('path', (path) => board.litSigns(path)),
    over:
      all('ring', (ring) => board.ring(ring)) +
      all('fade', (fade) => board.fade(fade)) +
      all('rim', (rim) => board.rim(rim)) +
      all('number', (number) => board.number(number)) +
      all('ghost', (ghost) => board.ghost(ghost)) +
      all('path', (path) => board.head(path)) +
      board.steps(annotations.filter((one): one is PathAnnotation => one.kind === 'path' && one.numbered === true)) +
      board.badges(annotations.filter((one) => one.kind === 'path')) +
      all('flag', (flag) => board.flag(flag)) +
      all('label', (label) => board.label(label)),
  };
}

class AnnotatedBoard {
  readonly #cells: Cells;
  readonly #orientation: Colour;

  constructor(cells: Cells, orientation: Colour) {
    this.#cells = cells;
    this.#orientation = orientation;
  }

  // -- runs --------------------------------------------------------------------------------------------------------

  line({ squares, tone, weight, target, dashed = false, stroke, arrow = true }: PathAnnotation): string {
    const kind = stroke ?? (dashed ? 'dashed' : 'plain');
    const [usual, casing] = LINE[weight];
    const width = kind === 'double' ? DOUBLE.width : usual;
    const cut = arrow ? TIP[target] + HEAD_LENGTH - OVERLAP : 0;
    const line = pathLine(squares, this.#orientation, { cut });
    const shared = `d="${line}" fill="none" stroke-linejoin="round" stroke-linecap="round"`;
    const dashes = DASHES[kind];
    const start = arrow || dashed ? '' : this.#at(squares[0], `<circle r="9" fill="var(--${tone})"/>`);
    return (
      `<path class="casing" ${shared} stroke="var(--paper)" stroke-width="${casing + width - usual}"${dashes}/>` +
      `<path class="line ${tone}" ${shared} stroke="var(--${tone})" stroke-width="${width}"${dashes}${faded(weight)}/>` +
      (kind === 'double' ? `<path ${shared} stroke="var(--paper)" stroke-width="${DOUBLE.middle}"/>` : '') +
      start
    );
  }

  /** Each crossed barragoon shows its own sign in the light of the run: the sign is the middle of the path. */
  litSigns({ squares, tone, arrow = true }: PathAnnotation): string {
    return squares
      .slice(1, -1)
      .map((square) => {
        const cell = this.#cells.get(square);
        if (cell === undefined || !isFace(cell)) return '';
        const rim = `<rect x="-43.5" y="-43.5" width="87" height="87" rx="14" fill="none" stroke="var(--${tone})" stroke-width="5"/>`;
        return this.#at(square, this.#face(cell).replaceAll('--sign', LIT[tone]) + (arrow ? rim : ''));
      })
      .join('');
  }

  head({ squares, tone, weight, target, arrow = true }: PathAnnotation): string {
    const [before, last] = squares.slice(-2).map((square) => centre(square, this.#orientation));
    const square = squares.at(-1);
    if (!arrow || !before || !last || !square) return '';
    const mark = target === 'empty' || weight === 'thin' ? '' : this.#at(square, drawings.targets[`takes ${target}`]);
    const { x, y } = direction(before, last);
    const along = (distance: number, aside = 0): string =>
      `${last.x - x * distance - y * aside} ${last.y - y * distance + x * aside}`;
    const base = TIP[target] + HEAD_LENGTH;
    const triangle = `M${along(TIP[target])}L${along(base, HEAD_HALF)}L${along(base, -HEAD_HALF)}z`;
    const edge = `stroke="var(--paper)" stroke-width="6" stroke-linejoin="round" paint-order="stroke"`;
    // The paper shows through where a thin run is paler, not what lies under the head.
    return (
      `${mark}<path d="${triangle}" fill="var(--paper)" ${edge}/>` +
      `<path class="head" d="${triangle}" fill="var(--${tone})"${faded(weight)}/>`
    );
  }

  /** The numbers of the steps; two paths share some. */
  steps(paths: readonly PathAnnotation[]): string {
    const [first] = paths;
    if (first === undefined) return '';
    const ways = paths.map(({ squares }) => squares);
    const heads = new Set(paths.map(({ squares, arrow = true }) => (arrow ? squares.at(-1) : undefined)));
    return stepMarks(ways, this.#orientation, (square) => this.#cells.has(square) || heads.has(square))
      .map(
        ({ x, y, number }) =>
          `<g transform="translate(${x} ${y})"><circle class="step" r="15" fill="var(--${first.tone})" ` +
          `stroke="var(--paper)" stroke-width="2.5"/>${drawings.steps[String(number) as '1']}</g>`,
      )
      .join('');
  }

  /** The names of the lines, each at a place of its own. */
  badges(paths: readonly PathAnnotation[]): string {
    const taken = new Set<string>();
    return paths
      .map(({ squares, tone, badge }) => {
        if (badge === undefined) return '';
        const places = this.#badgePlaces(squares);
        const place = places.find(({ x, y }) => !taken.has(`${x},${y}`)) ?? places[0];
        if (!place) return '';
        taken.add(`${place.x},${place.y}`);
        return disc(place, badge, tone);
      })
      .join('');
  }

  /** In an empty square on the way, otherwise on the edge of the first square. */
  #badgePlaces(squares: readonly Square[]): Point[] {
    const empty = squares.slice(1, -1).filter((square) => !this.#cells.has(square));
    const [from, to] = squares.slice(0, 2).map((square) => centre(square, this.#orientation));
    const edge = from && to ? [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }] : [];
    return [...empty.map((square) => centre(square, this.#orientation)), ...edge];
  }

  // -- single squares ----------------------------------------------------------------------------------------------

  ghost({ square, face, owner, isOpponent = false, badge, count }: GhostAnnotation): string {
    const colour = isOpponent ? (owner === 'brown' ? '--brown-disc' : '--white-rim') : '--may';
    const isThere = this.#cells.get(square) === face;
    const edge = isOpponent ? ' stroke-dasharray="2 11" stroke-linecap="round"' : '';
    return this.#at(
      square,
      `<rect x="-50" y="-50" width="100" height="100" rx="17" fill="${isThere ? 'none' : 'var(--paper)'}" ` +
        `stroke="var(--paper)" stroke-width="2"/><g opacity="${isThere ? 1 : 0.6}">${isThere ? '' : this.#face(face)}</g>` +
        `<rect class="ghost-rim" x="-45" y="-45" width="90" height="90" rx="15" fill="none" stroke="var(${colour})" ` +
        `stroke-width="6"${edge}/>` +
        (badge === undefined ? '' : tag({ x: 39, y: -39 }, badge, colour)) +
        (count === undefined ? '' : tag({ x: 0, y: badge === undefined ? -46 : 46 }, `×${count}`, colour)),
    );
  }

  flag({ square, number, isReached = false }: FlagAnnotation): string {
    if (isReached) {
      const tick = `<path d="M-8 0L-2 7L9 -7" fill="none" stroke="var(--paper)" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;
      const round = `<circle r="19" fill="var(--may)" stroke="var(--paper)" stroke-width="3"/>`;
      return this.#at(square, `<g transform="translate(37 -37)">${round}${tick}</g>`);
    }
    // On what stands there the flag is small, so that it can be seen which it is.
    const size = this.#cells.has(square) ? ' transform="translate(30 -26) scale(0.72)"' : '';
    return this.#at(
      square,
      `<g class="flag"${size}><path d="M-20 -33V36" stroke="var(--ink-on-board)" stroke-width="7" stroke-linecap="round"/>` +
        `<path d="M-16 -33H30L20 -14.5L30 4H-16z" fill="var(--may)" stroke="var(--paper)" stroke-width="3" ` +
        `stroke-linejoin="round" paint-order="stroke"/>${words(String(number), { x: 3, y: -14 }, 24)}</g>`,
    );
  }

  ring({ square, stroke }: RingAnnotation): string {
    const circle = (colour: string, width: number): string =>
      `<circle r="43" fill="none" stroke="var(${colour})" stroke-width="${width}" stroke-linecap="round"${DASHES[stroke]}/>`;
    const width = stroke === 'double' ? DOUBLE.width - 3 : 7;
    const middle = stroke === 'double' ? circle('--paper', DOUBLE.middle - 1) : '';
    return this.#at(square, `<g class="ring">${circle('--paper', width + 4)}${circle('--own', width)}${middle}</g>`);
  }

  tint({ square, tone, strength = 1 }: TintAnnotation): string {
    const full = `x="${-SIDE / 2}" y="${-SIDE / 2}" width="${SIDE}" height="${SIDE}"`;
    if (tone === 'chosen') return this.#at(square, `<rect ${full} fill="var(--chosen)"/>`);
    if (tone === 'lost') return this.#at(square, `<rect ${full} fill="var(--takes)" opacity="0.34"/>`);
    if (tone === 'heat') {
      // A dot grows with the value, so colour alone says nothing.
      const colour = strength < 0 ? '--takes' : '--may';
      const size = Math.min(1, Math.abs(strength));
      const round = `<circle r="${(6 + 34 * size).toFixed(1)}" fill="var(${colour})" opacity="${(0.25 + 0.45 * size).toFixed(2)}"/>`;
      return this.#at(square, round);
    }
    const [fill, edge] = tone === 'good' ? ['--chosen', '--may'] : ['--takes', '--takes'];
    return this.#at(
      square,
      `<rect ${full} fill="var(${fill})"${tone === 'bad' ? ' opacity="0.34"' : ''}/>` +
        `<rect x="-47" y="-47" width="94" height="94" fill="none" stroke="var(${edge})" stroke-width="4"/>`,
    );
  }

  label({ square, text, discs }: LabelAnnotation): string {
    const place = this.#cells.has(square) ? { x: 32, y: 32 } : { x: 0, y: 0 };
    return this.#at(square, discs ? smallTiles(place, discs) : tag(place, text, '--ink-on-board'));
  }

  rim({ square, tone, width }: RimAnnotation): string {
    const [half, stroke] = width === 'wide' ? [45.5, 7] : [44.5, 5];
    const cell = this.#cells.get(square);
    const shape =
      cell === undefined || isFace(cell)
        ? `<rect x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}" rx="16"`
        : `<circle r="${half - 1}"`;
    // Bright amber rather than that of a run: it has to be seen on black.
    const colour = tone === 'ran' ? '--last' : `--${tone}`;
    return this.#at(
      square,
      `${shape} class="rim ${tone}" fill="none" stroke="var(${colour})" stroke-width="${stroke}"/>`,
    );
  }

  number({ square, number }: NumberAnnotation): string {
    const round = `<circle r="17" fill="var(--ink-on-board)" stroke="var(--paper)" stroke-width="3"/>`;
    const text = words(String(number), { x: 0, y: 0 }, 24);
    return this.#at(square, `<g class="number" transform="translate(37 -37)">${round}${text}</g>`);
  }

  /** The ground of the square over what stands there; pieces of the board need not know. */
  fade({ square }: FadeAnnotation): string {
    const ground = isDark(square) ? '--dark' : '--light';
    const full = `x="${-SIDE / 2}" y="${-SIDE / 2}" width="${SIDE}" height="${SIDE}"`;
    return this.#at(square, `<rect class="fade" ${full} fill="var(${ground})" opacity="0.78"/>`);
  }

  #face(face: Face): string {
    return drawings.cells[this.#orientation === 'brown' ? swapped(face) : face];
  }

  #at(square: Square | undefined, inside: string): string {
    if (square === undefined) return '';
    const { x, y } = centre(square, this.#orientation);
    return `<g transform="translate(${x} ${y})">${inside}</g>`;
  }
}

const faded = (weight: PathAnnotation['weight']): string => (weight === 'thin' ? ' opacity="0.7"' : '');

/** A letter in a disc: the name of a line. */
function disc({ x, y }: Point, text: string, tone: string): string {
  const round = `<circle r="18" fill="var(--${tone})" stroke="var(--paper)" stroke-width="3.5"/>`;
  return `<g class="badge" transform="translate(${x} ${y})">${round}${words(text, { x: 0, y: 0 }, 22)}</g>`;
}

function smallTiles({ x, y }: Point, colours: readonly Colour[]): string {
  const width = 26;
  const left = x - ((colours.length - 1) * width) / 2;
  return colours
    .map(
      (colour, index) =>
        `<circle cx="${left + index * width}" cy="${y}" r="11" fill="var(--${colour}-disc)" ` +
        `stroke="var(--${colour}-rim)" stroke-width="4"/>`,
    )
    .join('');
}

/** Words on a small plate: numbers of placements, counts, labels. */
function tag({ x, y }: Point, text: string, colour: string): string {
  const width = Math.max(30, 16 + 13 * Array.from(text).length);
  const plate =
    `<rect x="${-width / 2}" y="-16" width="${width}" height="32" rx="7" fill="var(${colour})" stroke="var(--paper)" ` +
    `stroke-width="3"/>`;
  return `<g class="tag" transform="translate(${x} ${y})">${plate}${words(text, { x: 0, y: 0 }, 24)}</g>`;
}

function words(text: string, { x, y }: Point, size: number): string {
  const safe = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return (
    `<text x="${x}" y="${y}" dy="0.35em" text-anchor="middle" font-size="${size}" font-weight="700" ` +
    `fill="var(--paper)">${safe}</text>`
  );
}
