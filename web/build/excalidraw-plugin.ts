import { createReadStream, existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const fonts = join(dirname(fileURLToPath(import.meta.resolve('@excalidraw/excalidraw'))), 'fonts');
/** The folder of the fonts that the library loads when a text needs them. */
const assets = '/excalidraw';

/** Where the library looks for fonts at last: a server of others. */
const elsewhere = /`https:\/\/esm\.sh\/\$\{[^]{0,200}?\}\/dist\/prod\/`/;
/** Addresses of the library's makers: their libraries, rooms, models and shop. */
const makers = /https?:\/\/(?:[\w-]+\.)*(?:excalidraw\.com|excalidraw-room-persistence\.(?:cloudfunctions\.net|firebaseio\.com))[\w/.-]*/g;
/** The colour of a person, as made of their id: minified, and as it is while developing. */
const colour =
  /`hsl\(\$\{Math\.abs\(\w+\((\w+)\?\.id\|\|\w+\)\)%37\*10\}, 100%, 83%\)`|(?<=\((\w+)\?\.id \|\| \w+\)\);[^`}]{0,120})`hsl\(\$\{hue\}, [^`]{0,60}\)`/;
/** Whether fonts in pictures are cut down by workers. */
const workers = /typeof Worker\s*(?:<"u"|!== "undefined")/;
/**
 * In pictures the library puts fonts that it has cut down to the signs in use, by a program of 1.8 MB that makes functions of texts, which our policy
 * forbids. Instead a picture has those parts of the fonts whole that have signs of it.
 */
const wholeFonts = `
export const Commands = {};
export const toBase64 = (buffer) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result);
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(new Blob([buffer], { type: 'font/woff2' }));
});
export const subsetToBase64 = toBase64;
export const WorkerUrl = undefined;
`;

/** The languages of the product; the library has fifty. */
const ownLocale = /\/locales\/(?:en|zh-CN|es-ES|ja-JP|percentages)-\w+\.js$/;
const noLocale = '\0excalidraw-no-locale';

/** Serves the fonts of Excalidraw from our own server, and takes out of it what leads to others. */
export function excalidraw(): Plugin {
  const changed = new Set<string>();
  return {
    name: 'dossier-excalidraw',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/locales\/[\w-]+\.js$/ },
      handler: (id, importer) => (importer?.includes('/@excalidraw/excalidraw/') && !ownLocale.test(id) ? noLocale : undefined),
    },
    load: {
      filter: { id: [new RegExp(noLocale), /\/@excalidraw\/excalidraw\/dist\/\w+\/subset-(?:shared|worker)\.chunk\.js$/] },
      handler: (id) => (id === noLocale ? 'export default {};' : wholeFonts),
    },
    transform: {
      filter: { id: /@excalidraw\/excalidraw\/dist\/(?:prod|dev)\/[\w-]+\.js/ },
      handler(code) {
        for (const [name, pattern] of Object.entries({ elsewhere, makers, colour, workers }))
          if (code.search(pattern) >= 0) changed.add(name);
        const local = code
          .replace(elsewhere, `(location.origin + ${JSON.stringify(`${assets}/`)})`)
          .replace(makers, '')
          .replace(workers, 'false')
          .replace(colour, (made, minified?: string, person = minified) => `(${person}?.color?.background ?? ${made})`);
        return { code: local, map: null };
      },
    },
    buildEnd(error) {
      const isBuilt = [...this.getModuleIds()].some((id) => id.includes('/@excalidraw/excalidraw/dist/'));
      if (error === undefined && isBuilt && changed.size < 4)
        this.error('Excalidraw has changed: its fonts, links, workers or the colours of people are no longer found in it');
    },
    async generateBundle() {
      for (const family of await readdir(fonts))
        for (const name of await readdir(join(fonts, family)))
          this.emitFile({
            type: 'asset',
            fileName: `${assets.slice(1)}/fonts/${family}/${name}`,
            source: await readFile(join(fonts, family, name)),
          });
    },
    configureServer(server) {
      server.middlewares.use(`${assets}/fonts`, (request, response, next) => {
        const [, path] = /^\/(\w+\/[\w.-]+\.woff2)(?:\?|$)/.exec(request.url ?? '') ?? [];
        const file = path === undefined ? undefined : join(fonts, path);
        if (file === undefined || !existsSync(file)) return next();
        response.setHeader('Content-Type', 'font/woff2');
        createReadStream(file).pipe(response);
      });
    },
  };
}
