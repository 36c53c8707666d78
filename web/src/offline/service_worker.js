// Keeps the page in the browser, so that it starts without the net. offline_plugin.ts fills in the first three lines.
const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
const PUZZLES = ['__PUZZLES__'];

/** What only the server can answer. */
const SERVER = /^\/(?:api|docs|openapi|health|metrics)/;

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(FILES);
    // Who saves data gets the puzzles that are opened, not all of them.
    if (!self.navigator.connection?.saveData) await cache.addAll(PUZZLES);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || SERVER.test(pathname)) return;
  // Every address of the page is the same file.
  const file = request.mode === 'navigate' ? '/index.html' : pathname;
  event.respondWith(
    caches.match(file).then((kept) => kept ?? (PUZZLES.includes(file) ? keepPuzzles(file) : fetch(request))),
  );
});

async function keepPuzzles(file) {
  const cache = await caches.open(VERSION);
  await cache.add(file);
  return cache.match(file);
}
