import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { search } from '@dossier/contract/search/search';
import { start as startPostgres } from '../scripts/postgres.mjs';
import { buildServer } from '../server/src/app/server.ts';
import { runScript } from '../server/src/platform/db/open-database.ts';
import { type BenchLibrary, adminPassword, buildLibrary } from './build-library.ts';
import { Person } from './person.ts';
import { buildIndex } from './search.ts';
import { type Child, startScript } from './servers.ts';
import type { Line } from './table.ts';

const firstPort = 7985;
const people = 16;

/** A way to run Dossier: which engine, and how many servers on it. */
interface Deployment {
  title: string;
  engine: 'sqlite' | 'postgres';
  servers: number;
}

const deployments: Deployment[] = [
  { title: 'SQLite', engine: 'sqlite', servers: 1 },
  { title: 'PostgreSQL', engine: 'postgres', servers: 1 },
  { title: 'PostgreSQL, 3 servers', engine: 'postgres', servers: 3 },
];

/** The shares of what people do; the rest are lists. */
interface Mix {
  title: string;
  writes: number;
  searches: number;
  /** Of the calls that SQLite answers, PostgreSQL's share. */
  aim?: string;
}

const mixes: Mix[] = [
  { title: 'reading', writes: 0, searches: 0, aim: '≥ 0.6' },
  { title: 'with 10 % writes', writes: 0.1, searches: 0, aim: '≥ 0.5' },
  { title: 'with 5 % searches', writes: 0, searches: 0.05 },
];

interface Places {
  folders: string[];
  documents: string[];
}

/** A library to measure on, with the ids that people go to. */
interface Library extends Places {
  made: BenchLibrary;
  env: Record<string, string>;
}

async function build(data: string, documents: number, databaseUrl?: string): Promise<Library> {
  const base = { port: 0, host: '127.0.0.1', data, adminPassword, trustedProxies: [], engines: 'engines', logLevel: 'warn' };
  const server = await buildServer({ ...base, searchPath: process.env['PATH'] ?? '', databaseUrl });
  const { services } = server;
  const made = await buildLibrary(services, documents);
  await buildIndex(services, { texts: true });
  // a cluster at work has done so itself
  if (databaseUrl !== undefined) await services.database.write((db) => runScript(db, 'postgres', 'analyze'));
  const some = async (kind: number): Promise<string[]> => {
    const rows = await services.database.read.selectFrom('item').select('id').where('kind', '=', kind).orderBy('id').execute();
    const step = Math.max(1, Math.floor(rows.length / 2000));
    return rows.filter((_, at) => at % step === 0).map(({ id }) => String(id));
  };
  const places = { folders: await some(32), documents: await some(33) };
  await server.close();
  const env = { DOSSIER_DATA: data, DOSSIER_LOG_LEVEL: 'error', ...(databaseUrl !== undefined && { DOSSIER_DATABASE_URL: databaseUrl }) };
  return { made, env, ...places };
}

/** Milliseconds of processor time that a process and what it waited for has taken, from Linux; 0 where there is no /proc. */
function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  } catch {
    return 0;
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return (
          readFileSync(`/proc/${child}/stat`, 'utf8')
            .replace(/^.*\) /, '')
            .split(' ')[1] === String(pid)
        );
      } catch {
        return false;
      }
    });

interface Done {
  kind: string;
  ms: number;
}

/** The same numbers in every run, so that every deployment gets the same calls. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A person with a cabinet of their own, and the documents that they have put there. */
interface AtWork {
  person: Person;
  own: string;
  mine: string[];
  random: () => number;
  seed: number;
}

/** Uploads a document of 20 kB, which no other is equal to. */
async function add({ person, own, mine, random, seed }: AtWork): Promise<void> {
  const bytes = Buffer.alloc(20_000);
  bytes.writeUInt32BE(Math.floor(random() * 2 ** 32));
  bytes.writeUInt32BE(seed, 4);
  const { id, uploadUrl } = await person.call(content.preUpload, {
    parentId: own,
    name: `${mine.length}-${random()}.txt`,
    size: bytes.length,
  });
  await person.upload(uploadUrl, bytes);
  mine.push(id);
}

/** Makes a person's cabinet, before the time is taken. */
async function settle(person: Person, { mix, seed }: { mix: Mix; seed: number }): Promise<AtWork> {
  const given = { name: `${mix.title} ${seed} ${Date.now()}`, moduleType: moduleType.my };
  const { id: own } = await person.call(library.createCabinet, given);
  const one: AtWork = { person, own, mine: [], random: randomFrom(seed), seed };
  if (mix.writes > 0) for (let n = 0; n < 3; n++) await add(one);
  return one;
}

/** One person's work until the time is over: reads anywhere, and writes in the cabinet of their own. */
async function work(one: AtWork, { library: place, mix, until }: { library: Places; mix: Mix; until: number }): Promise<Done[]> {
  const done: Done[] = [];
  const { person, mine, random } = one;
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const timed = async (kind: string, call: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await call();
    done.push({ kind, ms: performance.now() - begun });
  };
  while (performance.now() < until) {
    const draw = random();
    const choice = random();
    if (draw < mix.writes) {
      if (choice < 0.4 || mine.length < 3) await timed('upload', () => add(one));
      else if (choice < 0.8) await timed('rename', () => person.call(library.update, { id: any(mine), name: `${random()}.txt` }));
      else await timed('delete', () => person.call(library.delete, { objIds: [mine.pop() ?? ''] }));
    } else if (draw < mix.writes + mix.searches)
      await timed('search', () =>
        person.call(search.search, {
          keyword: any(['合同', '预算', 'quality', 'report', '验收 采购']),
          in: 'content',
          pageSize: 30,
        } as never),
      );
    else if (choice < 0.6) await timed('list', () => person.call(library.items, { parentId: any(place.folders), pageNo: 1, pageSize: 30 }));
    else if (choice < 0.7) await timed('tree', () => person.call(library.tree, { parentId: any(place.folders) }));
    else if (choice < 0.85) await timed('path', () => person.call(library.ancestors, { id: any(place.documents) }));
    else await timed('details', () => person.call(library.documentDetail, { id: any(place.documents) }));
  }
  return done;
}

const at = (list: readonly number[], part: number): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * part)] ?? 0;

interface Measured {
  rate: number;
  kinds: Map<string, number[]>;
  /** Milliseconds of processor time a call: of the servers, and of PostgreSQL. */
  own: number;
  database: number;
}

async function measure(
  servers: Child[],
  place: Library,
  { mix, seconds, postmaster }: { mix: Mix; seconds: number; postmaster: number },
): Promise<Measured> {
  const atWork = Array.from({ length: people }, (_, n) => new Person(firstPort + (n % servers.length)));
  try {
    for (const person of atWork) {
      const given = { loginName: place.made.loginName, password: place.made.password, loginModel: 1 as const };
      person.token = (await person.call(session.login, given)).sessionId;
    }
    const used = () => ({
      own: servers.reduce((sum, { process: child }) => sum + processorTime(child.pid ?? 0), 0),
      database: postmaster === 0 ? 0 : [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + processorTime(pid), 0),
    });
    const settled = (seed: number) => Promise.all(atWork.map((person, n) => settle(person, { mix, seed: seed + n })));
    const run = (all: AtWork[], length: number) => {
      const until = performance.now() + length * 1000;
      return Promise.all(all.map((one) => work(one, { library: place, mix, until })));
    };
    await run(await settled(1000), Math.min(3, seconds));
    const ready = await settled(1);
    const before = used();
    const begun = performance.now();
    const done = (await run(ready, seconds)).flat();
    const spent = (performance.now() - begun) / 1000;
    const after = used();
    const kinds = new Map<string, number[]>();
    for (const { kind, ms } of done) kinds.set(kind, [...(kinds.get(kind) ?? []), ms]);
    return {
      rate: done.length / spent,
      kinds,
      own: (after.own - before.own) / done.length,
      database: (after.database - before.database) / done.length,
    };
  } finally {
    for (const person of atWork) person.leave();
  }
}

const words = ({ rate, kinds, own, database }: Measured): string => {
  const times = [...kinds].map(([kind, list]) => `${kind} ${at(list, 0.5).toFixed(1)} / ${at(list, 0.95).toFixed(1)}`);
  return `${rate.toFixed(0)} calls/s; ${own.toFixed(2)} + ${database.toFixed(2)} ms of processor a call; p50 / p95 in ms: ${times.join(', ')}`;
};

/** 16 people at once on each deployment, one after the other on the same library. */
export async function measureScale(
  data: string,
  { documents, seconds, only }: { documents: number; seconds: number; only: string },
): Promise<Line[]> {
  const cluster = await startPostgres({ durable: true });
  const lines: Line[] = [];
  try {
    const libraries = new Map<string, Library>();
    const floors = new Map<string, number>();
    for (const { title, engine, servers: count } of deployments.filter((each) => each.title.includes(only))) {
      if (!libraries.has(engine)) {
        console.log(`Building the library on ${title} …`);
        libraries.set(engine, await build(join(data, engine), documents, engine === 'postgres' ? cluster.url : undefined));
      }
      const place = libraries.get(engine) as Library;
      const servers: Child[] = [];
      for (let n = 0; n < count; n++) {
        servers.push(await startScript('../server/src/main.ts', [], { ...place.env, DOSSIER_PORT: String(firstPort + n) }));
        servers.at(-1)?.unpin();
      }
      for (const mix of mixes) {
        const got = await measure(servers, place, { mix, seconds, postmaster: engine === 'postgres' ? (cluster.pid ?? 0) : 0 });
        if (engine === 'sqlite') floors.set(mix.title, got.rate);
        const floor = floors.get(mix.title);
        const line = {
          work: `${people} people ${mix.title}, ${title}`,
          ours: words(got),
          floor: floor === undefined ? '–' : `${floor.toFixed(0)}/s (SQLite)`,
          ratio: floor === undefined ? '–' : (got.rate / floor).toFixed(2),
          aim: engine === 'sqlite' ? '–' : (mix.aim ?? '–'),
        };
        console.log(`${line.work}: ${line.ours}`);
        lines.push(line);
      }
      for (const server of servers) await server.stop();
    }
    return lines;
  } finally {
    await cluster.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
