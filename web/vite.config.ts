// Builds the page into the Python package, from where the server serves it.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

// What lets a search be stopped without losing its table; the server sends the same.
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const SERVER = process.env['BARRAGOON_SERVER'] ?? 'http://127.0.0.1:8000';
const proxy = { '/api': { target: SERVER, ws: true } };

export default defineConfig({
  plugins: [
    svelte(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: false, // main.ts does, as inline scripts are forbidden
      manifest: {
        name: 'Barragoon',
        short_name: 'Barragoon',
        description: 'Play the board game Barragoon',
        display: 'standalone',
        background_color: '#fbf8f1',
        theme_color: '#fbf8f1',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,png,wasm,woff2}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/(api|docs|openapi|health|metrics)/],
      },
    }),
  ],
  build: {
    outDir: '../src/barragoon/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the strict CSP allows no data: addresses
  },
  server: { headers: ISOLATION, proxy },
  preview: { headers: ISOLATION, proxy },
});
