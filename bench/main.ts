import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/runtime.mjs';
import { buildServer } from '../server/src/app/server.ts';
import { measureBesideHostile } from './beside-hostile.ts';
import { measureBrowser } from './browser.ts';
import { type BenchLibrary, adminPassword, buildLibrary } from './build-library.ts';
import { measureLargeDownload, measureSmallDownload } from './downloads.ts';
import { measureEditing } from './editing.ts';
import { fillCompany } from './fill-company.ts';
import { measureFirstPages } from './first-pages.ts';
import { measureLists } from './lists.ts';
import { measureRights } from './rights.ts';
import { measureScale } from './scale.ts';
import { buildIndex, measureSearch } from './search.ts';
import { memoryOf, startScript } from './servers.ts';
import { type Line, table } from './table.ts';
import { measureThumbnails } from './thumbnails.ts';
import { measureLarge, measureUploads, signIn } from './transfers.ts';
import { measureViewer } from './viewer.ts';

const port = 7980;
const wanted = new Set(process.argv.slice(2).filter((word) => !word.startsWith('--')));
const isWanted = (section: string): boolean => wanted.size === 0 || wanted.has(section);
const flag = (name: string, fallback: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);

async function prepare(data: string, documents: number, company = false): Promise<BenchLibrary> {
  const config = {
    port: 0,
    host: '127.0.0.1',
    data,
    adminPassword,
    trustedProxies: [],
    searchPath: process.env['PATH'] ?? '',
    engines: 'engines',
    logLevel: 'warn',
  };
  const server = await buildServer(config);
  const made = await buildLibrary(server.services, documents);
  if (company) await fillCompany(server.services);
  await buildIndex(server.services, { texts: isWanted('search') });
  await server.close();
  return made;
}

const documents = flag('documents', 100_000);
const data = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
const lines: Line[] = [];
if (wanted.has('scale')) {
  const only = process.argv.find((word) => word.startsWith('--deployment='))?.split('=')[1] ?? '';
  console.log(table(await measureScale(data, { documents, seconds: flag('seconds', 10), only })));
  process.exit(0);
}
try {
  // the server checks for the client when it starts
  if (['preview', 'browser', 'edit', 'viewer'].some(isWanted)) await ensureBuilt();
  console.log('Building the library …');
  const made = await prepare(join(data, 'own'), documents);
  const env = { DOSSIER_PORT: String(port), DOSSIER_DATA: join(data, 'own') };
  // any start but the very first finds Node's compile cache
  await (await startScript('../server/src/main.ts', [], env)).stop();
  const server = await startScript('../server/src/main.ts', [], env);
  const pid = server.process.pid ?? 0;
  lines.push({ work: 'cold start to ready', ours: `${(server.started / 1000).toFixed(2)} s`, floor: '–', ratio: '–', aim: '≤ 1.5 s' });
  lines.push({ work: 'memory at rest', ours: `${memoryOf(pid).toFixed(0)} MB`, floor: '–', ratio: '–', aim: '≤ 180 MB' });
  const token = await signIn(port, made);
  if (isWanted('lists')) lines.push(...(await measureLists(port, token, made)));
  if (wanted.has('rights')) {
    console.log('Building one ten times as large, with 20,000 people …');
    const large = await prepare(join(data, 'larger'), documents * 10, true);
    lines.push(...(await measureRights({ port, token, made }, { data: join(data, 'larger'), made: large })));
  }
  if (isWanted('search')) lines.push(...(await measureSearch(port, token)));
  if (isWanted('browser')) lines.push(...(await measureBrowser(port, token, made)));
  const caller = { port, token };
  if (isWanted('edit')) lines.push(...(await measureEditing(caller, pid)));
  const scratch = join(data, 'scratch');
  mkdirSync(scratch);
  if (isWanted('preview')) lines.push(...(await measureThumbnails(caller)));
  if (isWanted('viewer')) lines.push(...(await measureViewer(caller, scratch)));
  if (isWanted('downloads')) lines.push(await measureSmallDownload(caller, scratch));
  // the disk's floor runs on every core, so does the server beside it
  server.unpin();
  if (isWanted('preview')) {
    console.log('Opening first pages …');
    lines.push(...(await measureFirstPages(caller, scratch)));
  }
  if (isWanted('preview') || isWanted('hostile')) {
    console.log('Opening hostile files …');
    lines.push(...(await measureBesideHostile(caller, { made, pid })));
  }
  if (isWanted('uploads')) lines.push(...(await measureUploads(caller, scratch)));
  if (isWanted('large')) {
    const large = await measureLarge(caller, scratch, flag('large', 1024) * 2 ** 20);
    lines.push(large.line, await measureLargeDownload(caller, { ...large, scratch }));
  }
  lines.push({ work: 'memory under load', ours: `${memoryOf(pid).toFixed(0)} MB`, floor: '–', ratio: '–', aim: '≤ 400 MB' });
  await server.stop();
} finally {
  rmSync(data, { recursive: true, force: true });
}
const text = table(lines);
console.log(text);
if (process.argv.includes('--write')) {
  const machine = `${cpus().length} cores, Node ${process.version}`;
  writeFileSync(
    new URL('../docs/performance.md', import.meta.url),
    `# Performance\n\n\`npm run bench\`, ${machine}. Ratios count, times depend on the machine.\n\n${text}\n`,
  );
}
process.exit(0);
