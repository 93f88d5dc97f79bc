import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.wasm']);
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a brotli and a gzip copy beside each built file that shrinks, so that the server never compresses the same bytes twice. */
export function compressPlugin(): Plugin {
  let folder = '';
  return {
    name: 'dossier-compress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((file) => texts.has(extname(file))).map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < 1024) return;
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  await writeFile(`${path}.br`, await brotli(bytes, options));
  await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }));
}
