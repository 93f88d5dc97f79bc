import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { excalidraw } from './excalidraw-plugin.ts';

const dist = join(dirname(fileURLToPath(import.meta.resolve('@excalidraw/excalidraw'))), '..');

interface Parts {
  transform: { handler: (code: string) => { code: string } };
  buildEnd: (this: { getModuleIds: () => string[]; error: (text: string) => never }) => void;
}

/** The library is built for production from one folder, and for `npm run dev` from another. */
test.each(['prod', 'dev'])('what leads to other servers is found and taken out of the %s files of the library', (folder) => {
  const { transform, buildEnd } = excalidraw() as unknown as Parts;
  const files = readdirSync(join(dist, folder)).filter((name) => name.endsWith('.js'));
  const changed = files.map((name) => transform.handler(readFileSync(join(dist, folder, name), 'utf8')).code).join('\n');
  for (const text of ['https://esm.sh/', 'https://libraries.excalidraw.com']) expect(changed.includes(text)).toBe(false);
  expect(changed).toMatch(/\(\w+\?\.color\?\.background \?\? `hsl\(/);
  const raise = (text: string): never => {
    throw new Error(text);
  };
  buildEnd.call({ getModuleIds: () => ['/@excalidraw/excalidraw/dist/'], error: raise });
});
