// Builds the page into the Python package, from where the server serves it.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { offline } from './offline_plugin.ts';

// What lets a search be stopped without losing its table; the server sends the same.
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const SERVER = process.env['BARRAGOON_SERVER'] ?? 'http://127.0.0.1:8000';
const proxy = { '/api': { target: SERVER, ws: true } };

export default defineConfig({
  plugins: [svelte(), offline()],
  build: {
    outDir: '../src/barragoon/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the strict CSP allows no data: addresses
  },
  // The opening table lies with the documents.
  server: { headers: ISOLATION, proxy, fs: { allow: ['.', '../docs/theory'] } },
  preview: { headers: ISOLATION, proxy },
});
