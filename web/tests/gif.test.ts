// GIFs are read again by a decoder of the test's own.
import { expect, test } from 'vitest';
import { encodeGif, paletteOf, quantized, type Colour } from '../src/analysis/gif.ts';

interface Decoded {
  readonly palette: readonly number[];
  readonly frames: readonly Uint8Array[];
  readonly delays: readonly number[];
}

function expand(data: readonly number[], bits: number): number[] {
  const clear = 1 << bits;
  let size = bits + 1;
  let table: number[][] = [];
  const reset = (): void => {
    table = Array.from({ length: clear + 2 }, (_, code) => (code < clear ? [code] : []));
    size = bits + 1;
  };
  reset();
  const out: number[] = [];
  let before: number[] | null = null;
  let held = 0;
  let count = 0;
  for (const byte of data) {
    held |= byte << count;
    count += 8;
    while (count >= size) {
      const code = held & ((1 << size) - 1);
      held >>>= size;
      count -= size;
      if (code === clear) {
        reset();
        before = null;
        continue;
      }
      if (code === clear + 1) return out;
      const entry: number[] | undefined = table[code] ?? (before ? [...before, before[0] ?? 0] : undefined);
      if (!entry) throw new Error('a code that is not there');
      out.push(...entry);
      if (before && table.length < 4096) table.push([...before, entry[0] ?? 0]);
      if (table.length === 1 << size && size < 12) size += 1;
      before = entry;
    }
  }
  throw new Error('no end');
}

function decode(gif: Uint8Array): Decoded {
  const word = (at: number): number => (gif[at] ?? 0) | ((gif[at + 1] ?? 0) << 8);
  const [width, height] = [word(6), word(8)];
  const colours = 2 ** (((gif[10] ?? 0) & 7) + 1);
  const palette = [...gif.subarray(13, 13 + 3 * colours)];
  const frames: Uint8Array[] = [];
  const delays: number[] = [];
  let at = 13 + 3 * colours;
  while (gif[at] !== 0x3b) {
    if (gif[at] === 0x21) {
      if (gif[at + 1] === 0xf9) delays.push(10 * word(at + 4));
      for (at += 2; (gif[at] ?? 0) > 0; at += 1 + (gif[at] ?? 0));
      at += 1;
      continue;
    }
    const [left, top, wide, high] = [word(at + 1), word(at + 3), word(at + 5), word(at + 7)];
    const bits = gif[at + 10] ?? 0;
    const data: number[] = [];
    for (at += 11; (gif[at] ?? 0) > 0; at += 1 + (gif[at] ?? 0))
      data.push(...gif.subarray(at + 1, at + 1 + (gif[at] ?? 0)));
    at += 1;
    const frame = Uint8Array.from(frames.at(-1) ?? new Uint8Array(width * height));
    expand(data, bits).forEach((pixel, index) => {
      frame[(top + Math.floor(index / wide)) * width + left + (index % wide)] = pixel;
    });
    expect(data.length).toBeGreaterThan(0);
    expect(wide * high).toBeGreaterThan(0);
    frames.push(frame);
  }
  return { palette, frames, delays };
}

const PALETTE: readonly Colour[] = [
  [0, 0, 0],
  [255, 0, 0],
  [0, 255, 0],
  [1, 2, 3],
  [9, 9, 9],
];

test.each([1, 2, 7, 60])('frames survive (%i pixels wide)', (width) => {
  const height = 50;
  let state = width;
  const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16;
  const noise = Uint8Array.from({ length: width * height }, () => random() % PALETTE.length);
  const changed = Uint8Array.from(noise);
  changed[Math.floor(changed.length / 2)] = ((noise[Math.floor(changed.length / 2)] ?? 0) + 1) % PALETTE.length;
  const plain = new Uint8Array(width * height).fill(3);
  const pictures = [noise, noise, changed, plain];
  const gif = encodeGif(
    width,
    height,
    PALETTE,
    pictures.map((pixels, index) => ({ pixels, delay: 100 * (index + 1) })),
  );
  const { frames, delays, palette } = decode(gif);
  expect(frames).toEqual(pictures);
  expect(delays).toEqual([100, 200, 300, 400]);
  expect(palette.slice(0, 6)).toEqual([0, 0, 0, 255, 0, 0]);
});

test('a noisy picture fills the table of codes more than once', () => {
  let state = 1;
  const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16;
  const pixels = Uint8Array.from({ length: 200 * 200 }, () => random() % 64);
  const palette = Array.from({ length: 64 }, (_, index): Colour => [index, index, index]);
  expect(decode(encodeGif(200, 200, palette, [{ pixels, delay: 10 }])).frames[0]).toEqual(pixels);
});

test('colours beyond the palette become the nearest', () => {
  const picture = Uint8ClampedArray.from([9, 9, 9, 255, 9, 9, 9, 255, 200, 0, 0, 255, 190, 0, 0, 255, 200, 0, 0, 255]);
  const palette = paletteOf([picture], 2);
  expect(palette).toHaveLength(2);
  expect([...quantized(picture, palette)].map((place) => palette[place]?.[0])).toEqual([9, 9, 200, 200, 200]);
});
