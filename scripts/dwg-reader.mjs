/** The reader of DWG: under a licence of its own, so apart from our packages, in a folder that is no part of the project. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { underLock } from './install-lock.mjs';
import { root, run } from './runtime.mjs';

const dwgReader = '@mlightcad/libredwg-web@0.7.14';
const [, scope, name, version] = /^(@[^/]+)\/([^@]+)@(.+)$/.exec(dwgReader);
/** Where the server looks for it. */
const engines = resolve(root, process.env.DOSSIER_ENGINES ?? 'engines');
/** Programs that read DWG as well. */
const programs = ['ODAFileConverter', 'dwg2dxf'];

export function isInstalled() {
  const manifest = join(engines, 'node_modules', scope, name, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
}

/** Installs it, once for commands that run side by side; what fails is told. */
export async function installDwgReader() {
  const install = async () => {
    if (isInstalled()) return;
    console.log(`Installing ${dwgReader}`);
    const { code, output } = await run('npm', ['install', '--prefix', engines, '--no-audit', '--no-fund', '--ignore-scripts', dwgReader]);
    if (code !== 0) console.log(output.trim().split('\n').slice(-5).join('\n'));
  };
  const waiting = (holder) => console.log(`Waiting for process ${holder}, which installs ${dwgReader}`);
  await underLock(join(root, '.cache', 'engines.lock'), install, waiting);
}

const isOnPath = (program) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** A start that nobody watches goes on by itself. */
const waitMs = 20_000;

/** The answer of who sits at the console; undefined where nobody answers in time. */
async function askAtConsole(question) {
  const console = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await console.question(question, { signal: AbortSignal.timeout(waitMs) });
  } catch {
    process.stdout.write('\n');
    return undefined;
  } finally {
    console.close();
  }
}

/** What an offer needs to know and to do; a test gives its own. */
const here = {
  isWatched: () => process.stdin.isTTY && process.stdout.isTTY,
  canRead: () => isInstalled() || programs.some(isOnPath),
  /** Who has answered once is not asked again. */
  answered: join(root, '.cache', 'dwg-reader-answer'),
  ask: askAtConsole,
  install: installDwgReader,
};

/** Offers to install the reader, where somebody sits at the console and nothing reads DWG yet. */
export async function offerDwgReader({ isWatched, canRead, answered, ask, install } = here) {
  if (!isWatched() || canRead() || existsSync(answered)) return;
  const answer = await ask(
    `Drawings in DWG need a reader, ${dwgReader}, which is under the GPL and no part of Dossier. Install it now? [y/N] `,
  );
  if (answer === undefined) return;
  mkdirSync(dirname(answered), { recursive: true });
  writeFileSync(answered, answer);
  if (/^\s*y(es)?\s*$/i.test(answer)) await install();
}
