/** One installation at a time: commands that are started together would remove each other's half of it. */
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isGone } from './scratch.mjs';

const askEveryMs = 200;

/** The process that holds a lock; undefined where none does. */
function holderOf(path) {
  try {
    return Number(readlinkSync(path));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a lock was left by a process that has ended; the numbers of processes begin anew in each container. */
const isLeft = (holder) => holder !== undefined && (!(holder > 0) || holder === process.pid || isGone(holder));

/** A symbolic link is made exclusively together with what stands in it: nobody finds a lock whose holder is not written yet. */
function make(path) {
  try {
    symlinkSync(String(process.pid), path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes a lock, also after a process that is gone; false where another process holds it. */
function take(path) {
  if (make(path)) return true;
  if (!isLeft(holderOf(path))) return false;
  // who removes a lock that was left holds another one meanwhile: of two, the slower would remove that of the faster
  const removal = `${path}.left`;
  if (!take(removal)) return false;
  if (isLeft(holderOf(path))) rmSync(path);
  const isTaken = make(path);
  rmSync(removal);
  return isTaken;
}

/** Runs `work` while no other process runs anything under this lock; `waiting` is told once who does. */
export async function underLock(path, work, waiting) {
  mkdirSync(dirname(path), { recursive: true });
  let isTold = false;
  while (!take(path)) {
    const holder = holderOf(path);
    if (!isTold && holder !== undefined) waiting(holder);
    isTold ||= holder !== undefined;
    await wait(askEveryMs);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
