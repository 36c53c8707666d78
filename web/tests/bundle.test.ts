import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { WASM_URL } from '../src/engine/module.ts';

test('the lock file names no download addresses', () => {
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  expect(lock).toContain('"integrity"');
  expect(lock).not.toContain('"resolved"');
});

test('the module is small enough for a page', () => {
  expect(gzipSync(readFileSync(WASM_URL)).length).toBeLessThan(132_000);
});

test('Vite bundles the engine with its worker and its module', async () => {
  const input = fileURLToPath(new URL('../src/engine/browser.ts', import.meta.url));
  const result = (await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  const names = result.output.map(({ fileName }) => fileName);
  expect(names).toContainEqual(expect.stringMatching(/browser_worker-.*\.js$/));
  expect(names).toContainEqual(expect.stringMatching(/barragoon-.*\.wasm$/));
  const [entry] = result.output;
  expect(entry.code).toMatch(/new Worker\(/);
  expect(entry.code).not.toContain('node:');
});
