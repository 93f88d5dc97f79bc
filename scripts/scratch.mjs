/** The folder of one test run: all files of its tests lie in it, and are removed with it. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'dossier-test-';
const memory = '/dev/shm';
const needed = 4 * 1024 ** 3;

/**
 * Where the files of a run lie: in memory where there is plenty, since a test that waits for a disk at every commit waits half of its time;
 * who sets TMPDIR has chosen a place.
 */
export const scratchPlace = () => (process.env.TMPDIR === undefined && isRoomy() ? memory : tmpdir());

/** Makes the folder. */
export function makeScratch() {
  const place = scratchPlace();
  sweep(place, prefix);
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Programs are started from it too, which some containers forbid. */
function isRoomy() {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts.map((line) => line.split(' ')).findLast(([, where]) => where === memory)?.[3];
    const { bavail, bsize } = statfsSync(memory);
    return options !== undefined && !options.split(',').includes('noexec') && bavail * bsize >= needed;
  } catch {
    return false;
  }
}

/** Removes the folders of killed runs: those with this prefix and the number of a process that has ended. */
export function sweep(place, start) {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(start))) {
    const [pid] = name.slice(start.length).split('-');
    if (isGone(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

/** Whether no process has this number. */
export function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
