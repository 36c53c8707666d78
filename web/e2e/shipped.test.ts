// What a browser, a search engine and a phone's home screen look for: head, manifest, robots, caches, compression.
import { expect, inject, test } from 'vitest';
import { Visitor } from './visitor.ts';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}
interface Manifest {
  readonly name: string;
  readonly short_name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly background_color: string;
  readonly theme_color: string;
  readonly icons: readonly Icon[];
}

const get = (path: string): Promise<Response> => fetch(new URL(path, inject('address')));

test('the page introduces itself', async () => {
  const html = await (await get('/')).text();
  expect(html).toMatch(/^<!doctype html>/i);
  expect(html).toMatch(/<html lang="en">/);
  expect(html).toMatch(/<title>[^<]+<\/title>/);
  expect(html).toMatch(/<meta\s+name="description"\s+content="[^"]{30,160}"/);
  expect(html).toMatch(/<meta name="theme-color" content="#[0-9a-f]{6}"/);
  expect(html).toMatch(/<meta name="viewport" content="width=device-width, initial-scale=1/);
  expect(html).not.toMatch(/user-scalable|maximum-scale/);
  expect(html).toContain('rel="manifest"');
  expect(html).toContain('rel="apple-touch-icon"');
});

test('it can be installed', async () => {
  const response = await get('/manifest.webmanifest');
  expect(response.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await response.json()) as Manifest;
  expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' });
  for (const words of [manifest.name, manifest.short_name]) expect(words).toBeTruthy();
  for (const colour of [manifest.background_color, manifest.theme_color]) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(pictures.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes } of pictures) {
    const picture = Buffer.from(await (await get(src)).arrayBuffer());
    // Width and height stand at the head of a PNG.
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const robots = await get('/robots.txt');
  expect(robots.headers.get('content-type')).toContain('text/plain');
  expect(await robots.text()).toContain('Disallow: /api/');
});

test('files are sent small, and those with a hash once', async () => {
  const visitor = await Visitor.arrive('/icon.svg', { serviceWorkers: 'block' });
  visitor.errors.length = 0; // a picture alone has no icon
  const seen = new Map<string, Record<string, string>>();
  visitor.page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/')) seen.set(pathname, response.headers());
  });
  for (const path of ['/', '/lobby', '/games', '/rules']) {
    await visitor.go(path);
    await visitor.page.waitForLoadState('networkidle');
  }
  expect([...seen.keys()].some((path) => path.endsWith('.wasm'))).toBe(true);
  for (const [path, headers] of seen) {
    if (!/\.(?:woff2|png)$/.test(path)) expect.soft(headers['content-encoding'], path).toBe('gzip');
    expect
      .soft(headers['cache-control'], path)
      .toMatch(path.startsWith('/assets/') ? /max-age=31536000, immutable/ : /no-cache/);
  }
  await visitor.leave();
});
