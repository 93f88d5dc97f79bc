/**
 * The base of every command: finds Node 26, installs the locked packages, builds the client. Runs before anything is installed and on Node 20, so
 * it uses nothing but Node itself.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { underLock } from './install-lock.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const neededMajor = 26;
const buildStamp = join(root, 'web', 'dist', '.built-from');
const buildSources = [
  'web/src',
  'web/locales',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/build',
  'web/package.json',
  'contract/src',
  'contract/locales',
  'package-lock.json',
];

/** A failure with advice for the user; shown without a stack. */
export class Advice extends Error {}

/** The path of a Node 26: our own process if it is one, otherwise the npm package's; undefined before the install. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  return [`node-${platform}`, `node-bin-${platform}`].map((name) => join(root, 'node_modules', name, 'bin', 'node')).find(existsSync);
}

/** Like findNode, but throws advice where there is none. */
export function needNode() {
  const node = findNode();
  if (node) return node;
  throw new Advice(
    `Dossier runs on Node ${neededMajor}. npm brings it for Linux and macOS on x64 and arm64; this is ${process.platform}-${process.arch} with Node ${process.versions.node}. Install Node ${neededMajor} and start again.`,
  );
}

/** Flags of the server's Node: 8 MB of young generation instead of a size by the machine's memory costs no speed and saves 60 MB; and it may collect garbage once it has started. */
export const serverFlags = ['--max-semi-space-size=8', '--expose-gc'];

/** The environment in which Node 26 and the installed tools are found first; Node's compile cache is kept for the next start. */
export function environment(node = needNode()) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { NODE_COMPILE_CACHE: join(root, '.cache', 'node'), ...process.env, PATH: path };
}

/**
 * Whether everything in the lock file is installed, compared with the list that npm leaves in node_modules at the end of each install: an
 * interrupted install, another branch's or one without the build tools is detected without a stamp of our own.
 */
export function isComplete(lock, installed) {
  return Object.entries(lock).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    return found ? found.link === wanted.link && found.version === wanted.version : wanted.optional === true || wanted.peer === true;
  });
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

function isInstalled() {
  const lock = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  return Boolean(lock && installed && findNode() && isComplete(lock, installed));
}

/** Installs the locked packages, build and test tools included, unless they are installed already. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const waiting = (holder) => console.log(`Waiting for process ${holder}, which installs the packages`);
  await underLock(join(root, '.cache', 'install.lock'), install, waiting);
  needNode();
}

async function install() {
  // by another command meanwhile
  if (isInstalled()) return;
  console.log('Installing the packages (a few minutes the first time)');
  // NODE_ENV=production would make npm leave out the tools that build the client.
  const { code, output } = await run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0)
    throw new Advice(`${tail(output)}\nnpm ci failed. Check the connection to the npm registry and the free disk space, then start again.`);
}

/** Builds the client unless the existing build is from the same sources; true when it built. */
export async function ensureBuilt() {
  if (!existsSync(join(root, 'web', 'index.html'))) return false;
  const sources = hashOf(buildSources);
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === sources) return false;
  console.log('Building the client');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await run(needNode(), [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'web'), env: environment() });
  if (code !== 0) throw new Advice(`${tail(output)}\nThe client could not be built; \`npm run check\` tells more.`);
  writeFileSync(buildStamp, sources);
  return true;
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, join(root, path));
  return hash.digest('hex');
}

function addTo(hash, path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) for (const name of readdirSync(path).toSorted()) addTo(hash, join(path, name));
  else if (found) hash.update(path.slice(root.length)).update(readFileSync(path));
}

const tail = (output) => output.trim().split('\n').slice(-40).join('\n');

/** Runs a program to its end and collects its output. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a program in our place: on our terminal, with our signals, returning its exit code. */
export function become(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  // A terminal sends Ctrl-C to the whole group: passing it on would send a second one.
  const pass = (signal) => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, pass);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Runs a command's main function; advice is shown as it is, an error with its stack. */
export async function main(command) {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    console.error(error instanceof Advice ? error.message : error);
    process.exitCode = 1;
  }
}
