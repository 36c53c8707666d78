// eslint fails when somebody imports across a layer.
import { readdirSync } from 'node:fs';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import found from '../layers.json' with { type: 'json' };

const layers: Readonly<Record<string, { readonly may: readonly string[] }>> = found;
const folders = Object.keys(layers);
const linter = new ESLint({ cwd: new URL('..', import.meta.url).pathname });

/** A file of each folder whose text is replaced for the test: rules that know types want a file that is there. */
const FILES: Readonly<Record<string, string>> = {
  board: 'squares.ts',
  engine: 'score.ts',
  browser: 'storage.ts',
  sound: 'sounds.ts',
  languages: 'words.ts',
  settings: 'appearance.ts',
  online: 'api.ts',
  play: 'choice.ts',
  puzzles: 'puzzle.ts',
  learn: 'stars.ts',
  analysis: 'tree.ts',
  screens: 'problem_words.ts',
};

/** The imports that eslint rejects in a folder, and by which rules. */
async function rejected(folder: string, imports: readonly string[]): Promise<Map<string | undefined, string | null>> {
  const text = imports.map((imported) => `import '../${imported}';\n`).join('');
  const [result] = await linter.lintText(text, { filePath: `src/${folder}/${FILES[folder] ?? ''}` });
  return new Map((result?.messages ?? []).map(({ line, ruleId }) => [imports[line - 1], ruleId]));
}

test('every folder of src/ is a layer, but for the service worker', () => {
  const entries = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(entries.map(({ name }) => name).sort()).toEqual([...folders, 'offline'].sort());
});

test.each(folders)('%s may import only what its layer allows', async (folder) => {
  const allowed = [folder, ...(layers[folder]?.may ?? [])];
  const files = (names: readonly string[]): string[] => names.map((name) => `${name}/${FILES[name] ?? ''}`);
  const forbidden = [...files(folders.filter((name) => !allowed.includes(name))), 'App.svelte', 'main.ts'];
  const found = await rejected(folder, [...files(allowed), ...forbidden]);
  expect([...found.keys()].sort()).toEqual(forbidden.sort());
  expect(new Set(found.values())).toEqual(new Set(['no-restricted-imports']));
});

test('no layer reaches up', () => {
  for (const [folder, { may }] of Object.entries(layers))
    for (const name of may) expect(folders.indexOf(name), `${folder}: ${name}`).toBeLessThan(folders.indexOf(folder));
});
