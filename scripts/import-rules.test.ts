import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findBreaches } from './import-rules.mjs';

const folders: string[] = [];
const tiers = [['users'], ['access', 'messages'], ['documents']];

/** A small project without violations; a test adds the file that breaks one rule. */
const project = {
  'contract/src/core/route.ts': `import { z } from 'zod'; export type Shape = z.ZodType;`,
  'contract/src/users/users.ts': `import type { Shape } from '../core/route.ts'; export interface Person { shape: Shape }`,
  'packages/formats/src/csv/read-csv.ts': `export const readCsv = () => 1;`,
  'server/migrations/all.ts': `export const migrations = [];`,
  'server/src/main.ts': `import { build } from './app/server.ts'; build();`,
  'server/src/app/server.ts': `import { createFolder } from '../modules/documents/folders.ts'; export const build = () => createFolder();`,
  'server/src/platform/db/open.ts': `import { Kysely } from 'kysely'; import { DatabaseSync } from 'node:sqlite'; export const open = () => [Kysely, DatabaseSync];`,
  'server/src/platform/http/serve.ts': `import { fastify } from 'fastify'; export const serve = () => fastify;`,
  'server/src/modules/users/users.ts': `import type { Person } from '@dossier/contract/users/users'; import { row } from './rows/users.queries.ts'; export const requirePerson = (): Person => row();`,
  'server/src/modules/users/rows/users.queries.ts': `import { sql } from 'kysely'; export const row = () => sql as never;`,
  'server/src/modules/access/grants.ts': `export const grant = () => 1;`,
  'server/src/modules/messages/letters.ts': `export const letter = () => 1;`,
  'server/src/modules/messages/live/stream.ts': `export const stream = () => 1;`,
  'server/src/modules/documents/folders.ts': `import { requirePerson } from '../users/users.ts'; export const createFolder = () => requirePerson();`,
  'web/src/app/router.ts': `import { page } from '../modules/users/users-page.tsx'; export const router = page;`,
  'web/src/platform/call.ts': `export const call = () => 1;`,
  'web/src/modules/users/users-page.tsx': `import { call } from '../../platform/call.ts'; export const page = call;`,
  'web/src/modules/documents/tree.ts': `export const tree = 1;`,
};

const breaches: [rule: string, file: string, source: string][] = [
  ['contract-alone', 'contract/src/x.ts', `import { call } from '../../web/src/platform/call.ts'; export const x = call;`],
  [
    'contract-alone',
    'contract/src/x.ts',
    `import type { serve } from '../../server/src/platform/http/serve.ts'; export type X = typeof serve;`,
  ],
  ['contract-zod-only', 'contract/src/x.ts', `import { sql } from 'kysely'; export const x = sql;`],
  ['contract-zod-only', 'contract/src/x.ts', `import { join } from 'node:path'; export const x = join;`],
  ['contract-zod-only', 'contract/src/x.ts', `import type { Kysely } from 'kysely'; export type X = Kysely<never>;`],
  ['formats-alone', 'packages/formats/src/x.ts', `import { call } from '../../../web/src/platform/call.ts'; export const x = call;`],
  ['two-sides', 'server/src/app/x.ts', `import { call } from '../../../web/src/platform/call.ts'; export const x = call;`],
  ['two-sides-back', 'web/src/app/x.ts', `import type { build } from '../../../server/src/app/server.ts'; export type X = typeof build;`],
  ['platform-below', 'server/src/platform/x.ts', `import { grant } from '../modules/access/grants.ts'; export const x = grant;`],
  ['platform-below', 'web/src/platform/x.ts', `import { router } from '../app/router.ts'; export const x = router;`],
  ['platform-below', 'server/src/platform/x.ts', `import { migrations } from '../../migrations/all.ts'; export const x = migrations;`],
  ['modules-below-app', 'server/src/modules/users/x.ts', `import { build } from '../../app/server.ts'; export const x = build;`],
  ['modules-below-app', 'web/src/modules/users/x.ts', `import { router } from '../../app/router.ts'; export const x = router;`],
  ['lower-tiers-users', 'server/src/modules/users/x.ts', `import { grant } from '../access/grants.ts'; export const x = grant;`],
  [
    'lower-tiers-access',
    'server/src/modules/access/x.ts',
    `import type { letter } from '../messages/letters.ts'; export type X = typeof letter;`,
  ],
  ['lower-tiers-users', 'web/src/modules/users/x.ts', `export const x = () => import('../documents/tree.ts');`],
  ['module-face', 'server/src/modules/documents/x.ts', `import { stream } from '../messages/live/stream.ts'; export const x = stream;`],
  ['module-face-elsewhere', 'server/src/app/x.ts', `import { stream } from '../modules/messages/live/stream.ts'; export const x = stream;`],
  ['module-face', 'server/src/modules/documents/x.ts', `import { row } from '../users/rows/users.queries.ts'; export const x = row;`],
  ['sql-in-queries', 'server/src/modules/users/x.ts', `import { sql } from 'kysely'; export const x = sql;`],
  ['sql-in-queries', 'server/src/modules/users/x.ts', `import type { Kysely } from 'kysely'; export type X = Kysely<never>;`],
  ['sql-in-queries', 'server/src/platform/x.ts', `import { DatabaseSync } from 'node:sqlite'; export const x = DatabaseSync;`],
  ['http-in-platform', 'server/src/modules/users/x.ts', `import type { FastifyRequest } from 'fastify'; export type X = FastifyRequest;`],
  ['no-tests-in-code', 'server/src/modules/users/x.ts', `import { make } from '../../../test/make.ts'; export const x = make;`],
  [
    'no-circles',
    'server/src/modules/users/rows/users.queries.ts',
    `import { requirePerson } from '../users.ts'; export const row = () => requirePerson();`,
  ],
  ['no-circles', 'contract/src/core/route.ts', `import type { Person } from '../users/users.ts'; export type Shape = Person | string;`],
  ['no-barrels', 'web/src/app/x.ts', `import { a } from './shell/index.ts'; export const x = a;`],
  ['resolvable', 'web/src/app/x.ts', `import { a } from './nowhere.ts'; export const x = a;`],
];

function build(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-imports-'));
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

const rulesBrokenBy = async (files: Record<string, string>) =>
  (await findBreaches(build({ ...project, ...files }), tiers)).breaches.map((breach: string) => breach.split(':')[0]);

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('the import rules', () => {
  it('pass a project without violations', async () => {
    const { breaches: found, modules } = await findBreaches(build(project), tiers);
    expect(found).toEqual([]);
    expect(modules).toBeGreaterThan(10);
  });

  it.each(breaches)('catch %s in %s: %s', async (rule, file, source) => expect(await rulesBrokenBy({ [file]: source })).toEqual([rule]));

  it('refuse an empty tree', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-imports-'));
    folders.push(folder);
    await expect(findBreaches(folder, tiers)).rejects.toThrow('no source files');
  });
});
