import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calls } from '../contract/src/calls.ts';
import { bareCalls } from './build/bare-calls-plugin.ts';
import { editorChunks } from './build/editor-chunks-plugin.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { excalidraw } from './build/excalidraw-plugin.ts';
import { firstPieces } from './build/first-pieces-plugin.ts';
import { fontPreload } from './build/font-preload-plugin.ts';
import { pdfAssetFiles } from './build/pdf-assets-plugin.ts';
import { quietIcons } from './build/quiet-icons-plugin.ts';
import { serviceWorker } from './build/service-worker-plugin.ts';
import { shareGroups, sharePages } from './build/share-pages-plugin.ts';
import { texts } from './build/texts-plugin.ts';

const server = process.env.DOSSIER_DEV_SERVER ?? 'http://127.0.0.1:7901';
const paths = Object.values(calls).flatMap((room) => Object.values(room).map((route) => route.path));
/** Bytes and uploads live under paths that the server puts into its answers; everything below them is the server's. */
const trees = ['/file/', '/files/', '/upload/', '/uploads/', '/msg/', '/external/', '/user/', '/idp/', '/wx/', '/edit/room'];

const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What the shell and the viewers both have at first, apart from the toolkit: pages of a PDF are seen without that. */
const tools = new RegExp(
  [
    'platform/ui/(hotkeys|tool-button|tool-menu|lazy-theme|empty|file-icon)',
    'icons/es/components/AntdIconLight',
    'icons(-svg)?/es/(icons|asn)/(ArrowLeft|BgColors|Border|Close|ColumnWidth|Compress|Down|Download|Ellipsis|Enter|FilePdf|Filter|Fullscreen|FullscreenExit|Gateway|InfoCircle|Left|Menu|MenuUnfold|Printer|Right|RotateLeft|RotateRight|Search|ShareAlt|Swap|Up|ZoomIn|ZoomOut)Outlined',
    'icons(-svg)?/es/(icons|asn)/FilterFilled',
    'modules/preview/viewer/pdf-download',
    'modules/notifications/live-stream',
    'modules/documents/edit-states',
    'contract/src/preview/preview-token.ts',
  ].join('|'),
);

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    texts(),
    bareCalls(),
    react(),
    quietIcons(),
    pdfAssetFiles(),
    excalidraw(),
    sharePages(),
    fontPreload(),
    firstPieces(),
    editorChunks(),
    serviceWorker(),
    compressPlugin(),
  ],
  // In development the toolkit is bundled ahead, past the plugins above.
  optimizeDeps: { rolldownOptions: { plugins: [quietIcons(), excalidraw()] } },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // the editors of Word documents and workbooks are megabytes; what each page loads is held to by `editorChunks`
    chunkSizeWarningLimit: 6000,
    rolldownOptions: {
      input: { main: page('index.html'), share: page('share.html') },
      // The parts of the kit do nothing when they are loaded, but do not say so.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@(rc-component|ant-design)\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          // A group takes along all that its modules import and no group before it has taken: a handful of chunks instead of a hundred crumbs.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 9 },
            // One chunk with its setting, so that the setting stands before the first schema is made; only the settings of the site need it.
            { name: 'zod', test: /node_modules\/zod\/|platform\/no-eval|contract\/src\/core\/site-settings/, priority: 9 },
            ...shareGroups,
            {
              name: 'start',
              test: /app\/(routing\/router|menu-keys|theme\/document-theme|load-failure)\.tsx?$|platform\/error-log|identity\/sign-in\/sign-in-page\.tsx/,
              priority: 8,
            },
            // Fields of the shell stand in no form; without this the shell would take along what makes forms.
            {
              name: 'form',
              test: /@rc-component\/(async-validator\/|form\/es\/((index|Field|Form|List)\.js|hooks\/|utils\/))/,
              priority: 8,
              includeDependenciesRecursively: false,
            },
            { name: 'shell', test: /app\/(shell\/shell|app-providers)\.tsx/, priority: 7 },
            { name: 'tools', test: tools, priority: 8 },
            {
              name: 'viewer',
              test: /modules\/preview\/(viewer-page|viewer-address|view-request|reader|viewer\/(?!windows|viewer-details|document-fallbacks|rendition-status)|pdf\/pdf-state)/,
              priority: 6,
            },
            { name: 'list', test: /modules\/documents\/(list\/area-page|sidebar-tree)\.tsx/, priority: 6 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      [...paths.map((path) => `^${path}(\\?|$)`), ...trees.map((tree) => `^${tree}`)].map((rule) => [rule, { target: server, ws: true }]),
    ),
  },
});
