import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findBreaches } from './laws.mjs';

const folders: string[] = [];
const rooms = ['people', 'library', 'home'];

/** A small house that keeps every law; a test adds the files that break one. */
const house = {
  'contract/src/route.ts': `import { z } from 'zod'; export type Shape = z.ZodType;`,
  'contract/src/people.ts': `import type { Shape } from './route.ts'; export interface Person { shape: Shape }`,
  'server/src/main.ts': `import { build } from './app/server.ts'; build();`,
  'server/src/app/server.ts': `import { createFolder } from '../rooms/library/create-folder.ts'; export const build = () => createFolder();`,
  'server/src/ground/db/open.ts': `import { Kysely } from 'kysely'; import { DatabaseSync } from 'node:sqlite'; export const open = () => [Kysely, DatabaseSync];`,
  'server/src/ground/http/serve.ts': `import { fastify } from 'fastify'; export const serve = () => fastify;`,
  'server/src/rooms/people/need-person.ts': `import type { Person } from '@dossier/contract/people'; import { row } from './queries.ts'; export const needPerson = (): Person => row();`,
  'server/src/rooms/people/queries.ts': `import { sql } from 'kysely'; export const row = () => sql as never;`,
  'server/src/rooms/library/create-folder.ts': `import { needPerson } from '../people/need-person.ts'; export const createFolder = () => needPerson();`,
  'server/src/rooms/home/show-home.ts': `export const showHome = () => 1;`,
  'web/src/app/router.ts': `import { page } from '../rooms/people/people-page.tsx'; export const router = page;`,
  'web/src/ground/call.ts': `export const call = () => 1;`,
  'web/src/rooms/people/people-page.tsx': `import { call } from '../../ground/call.ts'; export const page = call;`,
  'web/src/rooms/library/tree.ts': `export const tree = 1;`,
};

const breaches: [law: string, file: string, source: string][] = [
  ['contract-alone', 'contract/src/x.ts', `import { call } from '../../web/src/ground/call.ts'; export const x = call;`],
  [
    'contract-alone',
    'contract/src/x.ts',
    `import type { call } from '../../server/src/ground/http/serve.ts'; export type X = typeof call;`,
  ],
  ['contract-zod-only', 'contract/src/x.ts', `import { sql } from 'kysely'; export const x = sql;`],
  ['contract-zod-only', 'contract/src/x.ts', `import { join } from 'node:path'; export const x = join;`],
  ['contract-zod-only', 'contract/src/x.ts', `import type { Kysely } from 'kysely'; export type X = Kysely<never>;`],
  ['two-sides', 'server/src/app/x.ts', `import { call } from '../../../web/src/ground/call.ts'; export const x = call;`],
  ['two-sides-back', 'web/src/app/x.ts', `import type { build } from '../../../server/src/app/server.ts'; export type X = typeof build;`],
  [
    'ground-below',
    'server/src/ground/x.ts',
    `import { createFolder } from '../rooms/library/create-folder.ts'; export const x = createFolder;`,
  ],
  ['ground-below', 'web/src/ground/x.ts', `import { router } from '../app/router.ts'; export const x = router;`],
  ['rooms-below-app', 'server/src/rooms/people/x.ts', `import { build } from '../../app/server.ts'; export const x = build;`],
  ['rooms-below-app', 'web/src/rooms/people/x.ts', `import { router } from '../../app/router.ts'; export const x = router;`],
  [
    'look-left-people',
    'server/src/rooms/people/x.ts',
    `import { createFolder } from '../library/create-folder.ts'; export const x = createFolder;`,
  ],
  [
    'look-left-library',
    'server/src/rooms/library/x.ts',
    `import type { showHome } from '../home/show-home.ts'; export type X = typeof showHome;`,
  ],
  ['look-left-people', 'web/src/rooms/people/x.ts', `export const x = () => import('../library/tree.ts');`],
  ['private-queries', 'server/src/rooms/library/x.ts', `import { row } from '../people/queries.ts'; export const x = row;`],
  ['private-queries-elsewhere', 'server/src/app/x.ts', `import { row } from '../rooms/people/queries.ts'; export const x = row;`],
  ['sql-in-queries', 'server/src/rooms/people/x.ts', `import { sql } from 'kysely'; export const x = sql;`],
  ['sql-in-queries', 'server/src/rooms/people/x.ts', `import type { Kysely } from 'kysely'; export type X = Kysely<never>;`],
  ['sql-in-queries', 'server/src/ground/x.ts', `import { DatabaseSync } from 'node:sqlite'; export const x = DatabaseSync;`],
  ['http-in-ground', 'server/src/rooms/people/x.ts', `import type { FastifyRequest } from 'fastify'; export type X = FastifyRequest;`],
  ['no-tests-in-code', 'server/src/rooms/people/x.ts', `import { make } from '../../../test/make.ts'; export const x = make;`],
  [
    'no-circles',
    'server/src/rooms/people/queries.ts',
    `import { needPerson } from './need-person.ts'; export const row = () => needPerson();`,
  ],
  ['no-circles', 'contract/src/route.ts', `import type { Person } from './people.ts'; export type Shape = Person | string;`],
  ['no-barrels', 'web/src/app/x.ts', `import { a } from './shell/index.ts'; export const x = a;`],
  ['resolvable', 'web/src/app/x.ts', `import { a } from './nowhere.ts'; export const x = a;`],
];

function build(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-laws-'));
  folders.push(folder);
  const packages = Object.fromEntries(['zod', 'kysely', 'fastify'].map((name) => [`node_modules/${name}/index.js`, 'export {};']));
  const manifest = JSON.stringify({ name: '@dossier/contract', exports: { './*': './src/*.ts' } });
  const supports = {
    'server/test/make.ts': 'export const make = 1;',
    'web/src/app/shell/index.ts': 'export const a = 1;',
    'contract/package.json': manifest,
  };
  for (const [name, source] of Object.entries({ ...packages, ...supports, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  mkdirSync(join(folder, 'node_modules/@dossier'));
  symlinkSync('../../contract', join(folder, 'node_modules/@dossier/contract'));
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('the import laws', () => {
  it('pass a house that keeps them', async () => {
    const { breaches: found, modules } = await findBreaches(build(house), rooms);
    expect(found).toEqual([]);
    expect(modules).toBeGreaterThan(10);
  });

  it.each(breaches)('catch %s in %s: %s', async (law, file, source) => {
    const found = await findBreaches(build({ ...house, [file]: source }), rooms);
    expect(found.breaches.map((breach: string) => breach.split(':')[0])).toEqual([law]);
  });

  it('refuse to pass over an empty tree', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-laws-'));
    folders.push(folder);
    await expect(findBreaches(folder, rooms)).rejects.toThrow('no modules');
  });
});
