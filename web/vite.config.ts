import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calls } from '../contract/src/calls.ts';
import { pdfAssetFiles } from './build/pdf-assets-plugin.ts';

const server = process.env.DOSSIER_DEV_SERVER ?? 'http://127.0.0.1:7901';
const paths = Object.values(calls).flatMap((room) => Object.values(room).map((route) => route.path));
/** Bytes and uploads live under paths that the server puts into its answers; everything below them is the server's. */
const trees = ['/files/', '/upload/', '/uploads/', '/msg/', '/external/', '/user/'];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), pdfAssetFiles()],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // One chunk with its setting, so that the setting stands before the first schema is made.
            { name: 'zod', test: /node_modules\/zod\/|ground\/no-eval/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      [...paths.map((path) => `^${path}(\\?|$)`), ...trees.map((tree) => `^${tree}`)].map((rule) => [rule, { target: server }]),
    ),
  },
});
