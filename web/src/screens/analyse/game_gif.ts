// A line of a study as an animated GIF: each move is drawn along its path one frame before it is made.
import { encodeGif, paletteOf, quantized, type Frame } from '../../analysis/gif.ts';
import type { Study } from '../../analysis/study.svelte.ts';
import { START_ID, type TreeNode } from '../../analysis/tree.ts';
import type { Annotation } from '../../board/annotation.ts';
import { isFace } from '../../board/faces.ts';
import { picture } from '../../board/picture.ts';
import { readFen } from '../../engine/fen.ts';
import type { Action, Face, Square } from '../../engine/vocabulary.ts';

/** Longer lines make files that nobody sends. */
export const MOST_ACTIONS = 200;

const WIDTH = 384;
const DELAY = { about: 500, done: 700, last: 2_500 } as const;
/** A palette from some of the frames is as good as from all of them. */
const SAMPLED = 8;

/** What is about to happen. */
function announced(study: Study, fen: string, action: Action): Annotation[] {
  const { cells, actor } = readFen(fen);
  if (action.startsWith('@'))
    return [{ kind: 'ghost', square: action.slice(1, 3) as Square, face: action.slice(3) as Face, owner: actor }];
  const cell = cells.get(action.slice(2) as Square);
  const target = cell === undefined ? 'empty' : isFace(cell) ? 'barragoon' : 'tile';
  const [squares = []] = study.pathsOf(fen, action);
  return [{ kind: 'path', squares, tone: 'ran', weight: 'full', target }];
}

async function drawn(svg: string): Promise<ImageData> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('the picture could not be drawn');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** How fast it goes, as a multiple of the usual time for each frame. */
const SPEEDS = { slow: 1.7, normal: 1, fast: 0.5 } as const;

export interface GifOptions {
  /** Whether it begins where one is, rather than at the start. */
  readonly isFromHere: boolean;
  readonly speed: keyof typeof SPEEDS;
}

/** What one frame shows. */
interface Scene {
  readonly fen: string;
  readonly annotations: readonly Annotation[];
  readonly delay: number;
}

function scenesOf(study: Study, { isFromHere, speed }: GifOptions): Scene[] {
  const { tree, at } = study;
  const before = isFromHere ? [tree.node(at)] : tree.pathTo(at);
  const line: readonly TreeNode[] = [...before, ...tree.lineFrom(at).slice(1)].slice(0, MOST_ACTIONS + 1);
  const scenes = line.flatMap((node, index): Scene[] => {
    const after = { fen: node.fen, annotations: [], delay: DELAY.done };
    if (index === 0 || node.action === '') return [after];
    const { fen } = tree.node(node.parent ?? START_ID);
    return [{ fen, annotations: announced(study, fen, node.action), delay: DELAY.about }, after];
  });
  return scenes.map((scene, index) => {
    const delay = index === scenes.length - 1 ? DELAY.last : scene.delay;
    return { ...scene, delay: Math.round((delay * SPEEDS[speed]) / 10) * 10 };
  });
}

/** The line through where one is to its end; `progress` hears how much is done, from 0 to 1. */
export async function gameGif(study: Study, options: GifOptions, progress: (done: number) => void): Promise<Blob> {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const draw = ({ fen, annotations }: Scene): Promise<ImageData> =>
    drawn(picture(readFen(fen).cells, study.orientation, colour, annotations));
  const scenes = scenesOf(study, options);
  const step = Math.max(1, Math.floor(scenes.length / SAMPLED));
  const sample: ImageData[] = [];
  for (const scene of scenes.filter((_, index) => index % step === 0)) sample.push(await draw(scene));
  const palette = paletteOf(sample.map(({ data }) => data));
  // Pictures are four times as large as what is kept of them, so each is let go at once.
  const frames: Frame[] = [];
  for (const scene of scenes) {
    frames.push({ pixels: quantized((await draw(scene)).data, palette), delay: scene.delay });
    progress(frames.length / scenes.length);
  }
  const { width, height } = sample[0] ?? { width: 1, height: 1 };
  return new Blob([encodeGif(width, height, palette, frames)], { type: 'image/gif' });
}
