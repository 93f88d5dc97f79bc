import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { pdfAssets } from '../src/rooms/content/pdf/pdf-assets.ts';

const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
// The script engine of forms is not used: scripts inside a PDF never run.
const unused = /quickjs/i;
const types: Record<string, string> = { wasm: 'application/wasm', js: 'text/javascript' };

/** Serves and copies the data files that PDF.js loads at run time, which no import names. */
export function pdfAssetFiles(): Plugin {
  return {
    name: 'pdf-asset-files',
    async generateBundle() {
      for (const folder of folders) {
        for (const name of await readdir(join(home, folder))) {
          if (unused.test(name)) continue;
          this.emitFile({
            type: 'asset',
            fileName: `${pdfAssets.slice(1)}/${folder}/${name}`,
            source: await readFile(join(home, folder, name)),
          });
        }
      }
    },
    configureServer(server) {
      server.middlewares.use(pdfAssets, (request, response, next) => {
        const [, folder, name] = /^\/(\w+)\/([\w.-]+)$/.exec((request.url ?? '').split('?')[0] ?? '') ?? [];
        const known = folder !== undefined && name !== undefined && folders.includes(folder);
        const file = known ? join(home, folder, name) : undefined;
        if (file === undefined || !existsSync(file)) return next();
        response.setHeader('Content-Type', types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
        createReadStream(file).pipe(response);
      });
    },
  };
}
