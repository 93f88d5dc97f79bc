import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { buildServer } from '../src/app/server.ts';
import type { Config } from '../src/platform/config.ts';

/** The password of `admin` in every test. */
export const adminPassword = 'admin-pass-1';

/** Where the migrated database with its administrator lies: a folder, or a database of the cluster at `url`. */
export interface Template {
  folder: string;
  url?: string;
  /** Lets the cluster copy a database by its files, at half the cost of copying through its log. */
  strategy: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

/** The configuration of a server, in a folder and maybe on a database. */
export const configFor = (data: string, databaseUrl?: string): Config => ({
  port: 0,
  host: '127.0.0.1',
  data,
  adminPassword,
  databaseUrl,
  trustedProxies: [],
  searchPath: process.env['PATH'] ?? '',
  engines: fileURLToPath(new URL('../../engines', import.meta.url)),
  logLevel: 'info',
});

/** The same cluster, another database. */
const onDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: onDatabase(url, 'postgres') });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const newName = (): string => `dossier_${randomBytes(6).toString('hex')}`;

/** Creates the template: once a run, so that a test file pays for a copy and not for every migration. */
export async function makeTemplate(cluster: string | undefined): Promise<Template> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-template-'));
  let url: string | undefined;
  let strategy = '';
  if (cluster !== undefined) {
    url = onDatabase(cluster, newName());
    await ask(cluster, `create database ${nameOf(url)}`);
    // before PostgreSQL 15 this was the only strategy, and had no name
    const [rows] = await ask(cluster, `select current_setting('server_version_num')::int >= 150000 as named`);
    strategy = rows?.['named'] === true ? 'strategy file_copy' : '';
  }
  const server = await buildServer(configFor(folder, url));
  await server.close();
  return { folder, url, strategy };
}

export async function removeTemplate({ folder, url }: Template): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  if (url !== undefined) await ask(url, `drop database if exists ${nameOf(url)} with (force)`);
}

/** A data folder, and on PostgreSQL a database: a copy of the template's, or an empty one. */
export interface Place {
  config: Config;
  remove(): Promise<void>;
}

/** A fresh data folder with a copy of the template's database. */
export const copyTemplate = (template: Template): Promise<Place> => makePlace(template, true);

/** A fresh data folder with an empty database. */
export const emptyPlace = (template: Template): Promise<Place> => makePlace(template, false);

async function makePlace(template: Template, filled: boolean): Promise<Place> {
  const data = await mkdtemp(join(tmpdir(), 'dossier-test-'));
  const clear = () => rm(data, { recursive: true, force: true });
  if (template.url === undefined) {
    if (filled) await copyFile(join(template.folder, 'dossier.db'), join(data, 'dossier.db'));
    return { config: configFor(data), remove: clear };
  }
  const url = onDatabase(template.url, newName());
  await ask(url, `create database ${nameOf(url)} template ${filled ? nameOf(template.url) : 'template0'} ${template.strategy}`);
  const remove = async () => {
    await clear();
    await ask(url, `drop database if exists ${nameOf(url)} with (force)`);
  };
  return { config: configFor(data, url), remove };
}
