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
