import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** The layers of docs/architecture/page.md: a folder of src/ may import from itself and from those named here. */
const LAYERS = JSON.parse(readFileSync(new URL('layers.json', import.meta.url), 'utf8'));
const layers = Object.entries(LAYERS).map(([folder, { may }]) => {
  const forbidden = Object.keys(LAYERS).filter((other) => other !== folder && !may.includes(other));
  // A folder of the same name within one's own, such as languages/puzzles, is no layer.
  const group = [...forbidden.map((other) => `../**/${other}/**`), '**/App.svelte', '**/main.ts'];
  const message = `${folder}/ may import from ${['itself', ...may].join(', ')} only: see layers.json.`;
  return {
    files: [`src/${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
  };
});

const strict = [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked];

export default defineConfig(
  globalIgnores(['build', 'wasm']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: strict,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    extends: [...strict, svelte.configs.recommended],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
        parser: ts.parser,
        svelteConfig,
      },
    },
    rules: {
      'no-undef': 'off', // TypeScript knows better what there is
      // Seen from here, what components are handed is of any type; svelte-check looks at it.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      // The page has a small router of its own, which follows plain links.
      'svelte/no-navigation-without-resolve': 'off',
      // Sets and maps are made anew when they change.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    rules: {
      // A number in a sentence needs no String() around it.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Short handlers read better without braces.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  ...layers,
  {
    files: ['eslint.config.js'],
    languageOptions: { globals: { URL: 'readonly' } },
  },
  {
    files: ['src/offline/service_worker.js'],
    languageOptions: { globals: { self: 'readonly', caches: 'readonly', fetch: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        performance: 'readonly',
        process: 'readonly',
        Buffer: 'readonly',
        WebAssembly: 'readonly',
        AbortController: 'readonly',
        localStorage: 'readonly', // in what is run in a browser
      },
    },
  },
  {
    // Parts of it run in a browser.
    files: ['benches/steps.mjs'],
    languageOptions: {
      globals: { URL: 'readonly', document: 'readonly', KeyboardEvent: 'readonly', requestAnimationFrame: 'readonly' },
    },
  },
);
