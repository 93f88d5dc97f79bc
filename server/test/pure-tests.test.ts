import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pureTests } from './pure-tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pure = pureTests(root);

it('takes for pure what reads texts and files, and nothing that opens a database by whatever way', () => {
  expect(pure).toContain('server/src/platform/text/names.test.ts');
  // by the house, by a module of its own, by the deed it imports, through the whole app
  for (const name of ['test/make', 'test/migrate', 'src/platform/db/database', 'src/modules/documents/lists/list-items', 'test/contract'])
    expect(pure).not.toContain(`server/${name}.test.ts`);
  const touching = pure.filter((file) => /openTestServer|inject\(|openDatabase|DATABASE_URL/.test(readFileSync(join(root, file), 'utf8')));
  // they only name it: settings are read, and servers killed that keep their rows in a file, whatever the engine of the run
  expect(touching).toEqual(['server/src/platform/config.test.ts', 'server/test/kill/kill.test.ts', 'server/test/pure-tests.test.ts']);
});
