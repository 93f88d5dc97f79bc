import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { oneEngineTests, pureTests } from './pure-tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pure = pureTests(root);

it('counts as pure what reads texts and files, and nothing that opens a database in any way', () => {
  expect(pure).toContain('server/src/platform/text/names.test.ts');
  // by the test server, by a module of its own, by the use case it imports, through the whole app
  for (const name of ['test/make', 'test/migrate', 'src/platform/db/database', 'src/modules/documents/lists/list-items', 'test/contract'])
    expect(pure).not.toContain(`server/${name}.test.ts`);
  const touching = pure.filter((file) => /openTestServer|inject\(|openDatabase|DATABASE_URL/.test(readFileSync(join(root, file), 'utf8')));
  // they only name it: settings are read, and servers killed that keep their rows in a file, whatever the engine of the run
  expect(touching).toEqual(['server/src/platform/config.test.ts', 'server/test/kill/kill.test.ts', 'server/test/pure-tests.test.ts']);
});

it('names for one engine only conversions, other peers and formats: never rights, trees, lists or the outbox', () => {
  const once = oneEngineTests(root);
  expect(once).toContain('server/src/modules/preview/office-documents.test.ts');
  expect(
    once.filter((file) => /^server\/(?:test\/rights|src\/(?:platform\/(?:db|events)|modules\/(?:access|search\/search)))/.test(file)),
  ).toEqual([]);
  // lists of thumbnails, neighbours in a folder and watermarks come by statements of their own
  for (const name of ['thumbnails', 'views', 'watermarks/watermarks'])
    expect(once).not.toContain(`server/src/modules/preview/${name}.test.ts`);
});
