// Writing animated GIFs (GIF89a): a palette for all frames, and of each frame only the part that differs from the last.

export type Colour = readonly [red: number, green: number, blue: number];

export interface Frame {
  /** The place in the palette of each pixel, row by row. */
  readonly pixels: Uint8Array;
  /** How long it is seen, in milliseconds. */
  readonly delay: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const MOST_CODES = 4096;

class Bytes {
  readonly #made: number[] = [];

  add(...bytes: readonly number[]): this {
    this.#made.push(...bytes);
    return this;
  }

  text(text: string): this {
    return this.add(...Array.from(text, (letter) => letter.charCodeAt(0)));
  }

  /** Two bytes, the lower one first. */
  word(number: number): this {
    return this.add(number & 255, (number >> 8) & 255);
  }

  take(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#made);
  }
}

/** `palette` has from 2 to 256 colours. */
export function encodeGif(
  width: number,
  height: number,
  palette: readonly Colour[],
  frames: readonly Frame[],
): Uint8Array<ArrayBuffer> {
  const bits = Math.max(2, Math.ceil(Math.log2(palette.length)));
  const made = new Bytes().text('GIF89a').word(width).word(height);
  made.add(0x80 | (bits - 1), 0, 0);
  for (let index = 0; index < 2 ** bits; index += 1) made.add(...(palette[index] ?? [0, 0, 0]));
  made.add(0x21, 0xff, 11).text('NETSCAPE2.0').add(3, 1, 0, 0, 0); // again and again
  let before: Uint8Array | null = null;
  for (const { pixels, delay } of frames) {
    const box = changed(before, pixels, width, height);
    made
      .add(0x21, 0xf9, 4, 1 << 2)
      .word(Math.round(delay / 10))
      .add(0, 0); // what is there stays
    made.add(0x2c).word(box.left).word(box.top).word(box.width).word(box.height).add(0);
    made.add(bits);
    const data = compress(cut(pixels, width, box), bits);
    for (let at = 0; at < data.length; at += 255) {
      const block = data.slice(at, at + 255);
      made.add(block.length, ...block);
    }
    made.add(0);
    before = pixels;
  }
  return made.add(0x3b).take();
}

/** The smallest part that holds every difference; one pixel where there is none. */
function changed(before: Uint8Array | null, now: Uint8Array, width: number, height: number): Box {
  if (before === null) return { left: 0, top: 0, width, height };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < now.length; at += 1) {
    if (before[at] === now[at]) continue;
    const x = at % width;
    const y = Math.floor(at / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function cut(pixels: Uint8Array, width: number, box: Box): Uint8Array {
  const part = new Uint8Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1) {
    const from = (box.top + row) * width + box.left;
    part.set(pixels.subarray(from, from + box.width), row * box.width);
  }
  return part;
}

/** LZW with codes that grow to twelve bits; then it begins anew. */
function compress(pixels: Uint8Array, bits: number): number[] {
  const clear = 1 << bits;
  const out: number[] = [];
  const codes = new Map<number, number>();
  let held = 0;
  let count = 0;
  let size = bits + 1;
  let next = clear + 2;
  const write = (code: number): void => {
    held |= code << count;
    for (count += size; count >= 8; count -= 8) {
      out.push(held & 255);
      held >>>= 8;
    }
  };
  write(clear);
  let prefix = pixels[0] ?? 0;
  for (const pixel of pixels.subarray(1)) {
    const pair = (prefix << 8) | pixel;
    const known = codes.get(pair);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    prefix = pixel;
    if (next < MOST_CODES) {
      if (next === 1 << size) size += 1;
      codes.set(pair, next);
      next += 1;
    } else {
      write(clear);
      codes.clear();
      size = bits + 1;
      next = clear + 2;
    }
  }
  write(prefix);
  write(clear + 1);
  if (count > 0) out.push(held & 255);
  return out;
}

/** The commonest colours of pictures (RGBA), as many as a palette may have. */
export function paletteOf(pictures: readonly Uint8ClampedArray[], most = 64): Colour[] {
  const counts = new Map<number, number>();
  for (const picture of pictures)
    for (let at = 0; at < picture.length; at += 4) {
      const colour = ((picture[at] ?? 0) << 16) | ((picture[at + 1] ?? 0) << 8) | (picture[at + 2] ?? 0);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  const common = [...counts].sort(([, one], [, two]) => two - one).slice(0, most);
  const colours = common.map(([colour]): Colour => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  return colours.length > 1 ? colours : [...colours, [0, 0, 0], [255, 255, 255]];
}

/** Each pixel's nearest colour of a palette. */
export function quantized(picture: Uint8ClampedArray, palette: readonly Colour[]): Uint8Array {
  const nearest = new Map<number, number>();
  const pixels = new Uint8Array(picture.length / 4);
  for (let at = 0; at < pixels.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = picture.subarray(4 * at, 4 * at + 3);
    const colour = (red << 16) | (green << 8) | blue;
    let found = nearest.get(colour);
    if (found === undefined) {
      const distances = palette.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
      found = distances.indexOf(Math.min(...distances));
      nearest.set(colour, found);
    }
    pixels[at] = found;
  }
  return pixels;
}
