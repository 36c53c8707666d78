import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Answer = readonly [status: number, body: object];
/** Who the browser is to the server, which changes with a personal link in another tab. */
let csrf: string;
let asked: string[];
let rejection: Answer | null;

beforeEach(() => {
  vi.resetModules();
  csrf = 'ann';
  asked = [];
  rejection = null;
  vi.stubGlobal('fetch', (path: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
    asked.push(`${method} ${path.replace('/api/v1', '')}`);
    const [status, body] = answer(path, headers['X-CSRF-Token']);
    return Promise.resolve(Response.json(body, { status }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function answer(path: string, shown: string | undefined): Answer {
  if (path.endsWith('/players')) return [200, { player: { name: csrf }, csrf }];
  if (shown !== csrf) return [403, { code: 'csrf', sentence: 'wrong' }];
  return rejection ?? [200, { link: `/me#${csrf}` }];
}

test('who became somebody else in another tab is asked for anew', async () => {
  const { personalLink } = await import('../../src/online/api.ts');
  expect(await personalLink()).toEqual({ link: '/me#ann' });
  csrf = 'ben';
  expect(await personalLink()).toEqual({ link: '/me#ben' });
  expect(asked).toEqual(['POST /players', 'POST /me/link', 'POST /me/link', 'POST /players', 'POST /me/link']);
});

test('what is rejected for another reason, or twice, stays rejected', async () => {
  const { personalLink } = await import('../../src/online/api.ts');
  rejection = [403, { code: 'foreign_origin', sentence: 'not from here' }];
  await expect(personalLink()).rejects.toMatchObject({ code: 'foreign_origin' });
  expect(asked).toHaveLength(2);
  rejection = [403, { code: 'csrf', sentence: 'wrong' }];
  await expect(personalLink()).rejects.toMatchObject({ code: 'csrf' });
  expect(asked).toHaveLength(5);
});

test('a name that can be none is called so', async () => {
  const { rename } = await import('../../src/online/api.ts');
  rejection = [400, { code: 'malformed', sentence: 'a name has letters' }];
  await expect(rename('<>')).rejects.toMatchObject({ code: 'bad_name', message: 'a name has letters' });
});

const TERMS = { variant: 'closed', stages: [0, 0], touch_move: false, take_backs: true, clock: null } as const;

/** A server whose answers to requests that open games come as they are given: null is lost on its way. */
function answerOpening(...answers: (readonly [number, object] | null)[]): string[] {
  const ids: string[] = [];
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    if (path.endsWith('/players')) return Promise.resolve(Response.json({ player: {}, csrf }));
    ids.push((JSON.parse(body) as { id: string }).id);
    const next = answers.shift();
    if (!next) return Promise.reject(new TypeError('the network is gone'));
    return Promise.resolve(Response.json(next[1], { status: next[0] }));
  });
  return ids;
}
const opened = (status: string): readonly [number, object] => [201, { game: 'g', standing: { status } }];

test('a game that is asked for again, because no answer came, is asked for with the same id', async () => {
  const { openGame } = await import('../../src/online/api.ts');
  const ids = answerOpening(null, opened('open'), opened('open'));
  await expect(openGame(TERMS, 'lots', 'lobby')).rejects.toMatchObject({ code: '' });
  await openGame(TERMS, 'lots', 'lobby');
  expect(ids[1]).toBe(ids[0]);
  await openGame(TERMS, 'lots', 'lobby');
  expect(ids[2]).not.toBe(ids[0]);
});

test('two taps at once ask with the same id, for other terms with another', async () => {
  const { openGame } = await import('../../src/online/api.ts');
  const ids = answerOpening(opened('open'), opened('open'), null, null);
  await Promise.all([openGame(TERMS, 'lots', 'lobby'), openGame(TERMS, 'lots', 'lobby')]);
  expect(ids[1]).toBe(ids[0]);
  await expect(openGame(TERMS, 'lots', 'lobby')).rejects.toThrow();
  await expect(openGame(TERMS, 'white', 'lobby')).rejects.toThrow();
  expect(ids[3]).not.toBe(ids[2]);
});

test('what was rejected, or has expired since, is asked for anew', async () => {
  const { openGame } = await import('../../src/online/api.ts');
  const ids = answerOpening([409, { code: 'too_many_open', sentence: 'no' }], opened('withdrawn'), opened('open'));
  await expect(openGame(TERMS, 'lots', 'lobby')).rejects.toMatchObject({ code: 'too_many_open' });
  expect(await openGame(TERMS, 'lots', 'lobby')).toMatchObject({ standing: { status: 'open' } });
  expect(new Set(ids).size).toBe(3);
});
