import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codes } from '@dossier/contract/codes';
import type { Failure } from '../../ground/confined/job.ts';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { workFolder } from '../renditions/shelf.ts';

/** A PDF for one person, or why there is none. */
export type Paper = { ok: true; path: string; size: number; changed: number } | { ok: false; reason: Failure };

/** So long a finished one waits to be fetched; who comes later gets one with a mark of then. */
const keptMs = 3 * 60_000;
/** So many of one session are made at once, or wait to be fetched: each may take as much of the disk as a document. */
const mostAtOnce = 4;
const mostKept = 12;

interface Job {
  session: string;
  running: boolean;
  promise: Promise<Paper>;
}

const jobs = new WeakMap<House, Map<string, Job>>();

function jobsOf(house: House): Map<string, Job> {
  const known = jobs.get(house) ?? new Map<string, Job>();
  jobs.set(house, known);
  return known;
}

/** By which ticket a PDF is asked for, and who must not ask for too many at once. */
export interface PaperFor {
  look: string;
  session: string;
}

/** The PDF that is being made or was just made for a ticket, or a new one. Its making never rejects. */
export function paperFor(house: House, of: PaperFor, make: () => Promise<Buffer | Failure>): Promise<Paper> {
  const all = jobsOf(house);
  const known = all.get(of.look);
  if (known !== undefined) return known.promise;
  const own = [...all.values()].filter((job) => job.session === of.session);
  if (own.length >= mostKept || own.filter((job) => job.running).length >= mostAtOnce) throw new Refusal(codes.tooManyRequests);
  const job: Job = { session: of.session, running: true, promise: Promise.resolve({ ok: false, reason: 'crashed' }) };
  all.set(of.look, job);
  job.promise = makePaper(house, { make, forget: () => void all.delete(of.look) }).finally(() => void (job.running = false));
  return job.promise;
}

interface Making {
  make: () => Promise<Buffer | Failure>;
  forget: () => void;
}

async function makePaper(house: House, { make, forget }: Making): Promise<Paper> {
  const { folder, done } = await workFolder(house);
  const clear = async (): Promise<void> => {
    forget();
    await done().catch((error: unknown) => house.log.warn({ err: error }, 'a PDF for one person stays behind'));
  };
  try {
    const made = await make();
    if (typeof made === 'string') {
      await clear();
      return { ok: false, reason: made };
    }
    const path = join(folder, 'paper.pdf');
    await writeFile(path, made);
    const timer = setTimeout(() => void clear(), keptMs);
    timer.unref();
    house.stopping.addEventListener('abort', () => clearTimeout(timer), { once: true });
    // what a closing house leaves behind goes with its next sweep, and at once where it can
    house.stopping.addEventListener('abort', () => void rm(folder, { recursive: true, force: true }).catch(() => undefined), {
      once: true,
    });
    return { ok: true, path, size: made.length, changed: house.now() };
  } catch (error) {
    house.log.error({ err: error }, 'a PDF for one person could not be made');
    await clear();
    return { ok: false, reason: 'crashed' };
  }
}
