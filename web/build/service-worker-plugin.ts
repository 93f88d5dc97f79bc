import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, build } from 'vite';
import { pdfAssets } from '../src/modules/preview/pdf-assets.ts';

const source = (name: string): string => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

/** The folder of the reader of documents that are kept offline: `src/service-worker` keeps what `files.json` in it lists. */
const readerFolder = 'offline';
const pdfLibrary = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'build');
/** PDF.js as it comes, under names that do not change. */
const libraryFiles: Record<string, string> = {
  [`${readerFolder}/pdf.js`]: 'pdf.min.mjs',
  [`${readerFolder}/pdf.worker.js`]: 'pdf.worker.min.mjs',
};

/**
 * Builds the service worker: one script without imports, at the root of the site, which its scope follows from. It carries a name of this build, so
 * that browsers see a change with each build. Beside it the reader of documents that are kept offline, which is no part of the client either.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'dossier-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        // without licences, which have no extension and are not served
        const assets = Object.keys(bundle).filter((name) => name.startsWith(`${pdfAssets.slice(1)}/`) && extname(name) !== '');
        const reader = `${readerFolder}/reader.js`;
        const script = await bundled('offline-reader/reader.ts', {});
        this.emitFile({ type: 'asset', fileName: reader, source: script });
        // the names of these files stay: what is in them counts
        const hash = createHash('sha256').update(script);
        for (const [fileName, name] of Object.entries(libraryFiles)) {
          const bytes = await readFile(join(pdfLibrary, name));
          hash.update(bytes);
          this.emitFile({ type: 'asset', fileName, source: bytes });
        }
        const files = [reader, ...Object.keys(libraryFiles), ...assets].map((name) => `/${name}`);
        this.emitFile({ type: 'asset', fileName: `${readerFolder}/files.json`, source: JSON.stringify(files) });
        const names = Object.keys(bundle).toSorted().join(' ');
        const buildName = JSON.stringify(hash.update(names).digest('hex').slice(0, 16));
        const worker = await bundled('service-worker/service-worker.ts', { buildName });
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: worker });
      },
    },
  };
}

/** One script without imports. */
async function bundled(entry: string, define: Record<string, string>): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    define,
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: source(entry), formats: ['iife'], name: 'worker', fileName: 'worker' },
    },
  });
  const outputs = Array.isArray(made) ? made : [made];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((part) => part.type === 'chunk');
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) throw new Error(`${entry} is not one script`);
  return chunk.code;
}
