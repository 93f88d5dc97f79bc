import { createReadStream, existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { pdfAssets } from '../src/modules/preview/pdf-assets.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/** The folders by URL path, and their place in the package. */
const folders: Record<string, string> = {
  cmaps: 'cmaps',
  standard_fonts: 'standard_fonts',
  wasm: 'wasm',
  iccs: 'iccs',
  images: 'web/images',
};
const types: Record<string, string> = { wasm: 'application/wasm', js: 'text/javascript', svg: 'image/svg+xml' };

/** Scripts inside a PDF never run, so their engine is left out; of the viewer's images only those of annotations are used. */
function isNeeded(folder: string, name: string): boolean {
  return folder === 'images' ? name.startsWith('annotation-') : !/quickjs/i.test(name);
}

/** Serves and copies the data files that PDF.js loads at run time, which no import names. */
export function pdfAssetFiles(): Plugin {
  return {
    name: 'pdf-asset-files',
    async generateBundle() {
      for (const [folder, path] of Object.entries(folders)) {
        for (const name of await readdir(join(packageFolder, path))) {
          if (!isNeeded(folder, name)) continue;
          this.emitFile({
            type: 'asset',
            fileName: `${pdfAssets.slice(1)}/${folder}/${name}`,
            source: await readFile(join(packageFolder, path, name)),
          });
        }
      }
    },
    configureServer(server) {
      server.middlewares.use(pdfAssets, (request, response, next) => {
        const [, folder = '', name = ''] = /^\/(\w+)\/([\w.-]+)$/.exec((request.url ?? '').split('?')[0] ?? '') ?? [];
        const path = folders[folder];
        const file = path && isNeeded(folder, name) ? join(packageFolder, path, name) : undefined;
        if (file === undefined || !existsSync(file)) return next();
        response.setHeader('Content-Type', types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
        createReadStream(file).pipe(response);
      });
    },
  };
}
