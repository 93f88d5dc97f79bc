import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import type { z } from 'zod';
import type { Services } from '../../../platform/context.ts';
import { readyBytes } from '../../../platform/http/answers.ts';
import { createFairScheduler } from '../../../platform/jobs/fair-scheduler.ts';
import { type Sandbox, sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import type { RenderJob, RenderResult, Renderer } from '../renderer.ts';
import { renderableFolders } from '../rendition-cache.ts';

/** Processes that read archives and mails. */
const containerReaderPool = (size: number): ((services: Services) => Sandbox) =>
  sandboxPool((services) => {
    const readable = renderableFolders(services);
    const tasks = fileURLToPath(new URL('./reading/tasks.ts', import.meta.url));
    return { readable, tasks, size, jobsPerProcess: 200, idleMs: 30_000, heapMb: 768 };
  });

/** Time limits of a whole file, and of one piece. */
const [wholeMs, pieceMs] = [100_000, 50_000];
/** Files are transferred in pieces: at most one of them is in memory. */
const pieceBytes = 8 << 20;

/**
 * Unpacks one file of an archive or a mail into the folder of the job; `param` is its index in the list. A process keeps the unpacked file
 * until
 * its last piece is fetched. So each file has a pool of one process for itself during that time: alternating pieces of two files would
 * unpack both
 * anew for each piece.
 */
export function unpackEntryWith(pools: ((services: Services) => Sandbox)[]): Renderer['render'] {
  const free = [...pools];
  const inTurn = createFairScheduler(free.length);
  return (job) =>
    inTurn(job.urgent, async () => {
      const pool = free.pop();
      if (pool === undefined) throw new Error('No process is free');
      try {
        return await fetchPieces(pool(job.services), job);
      } finally {
        free.push(pool);
      }
    });
}

async function fetchPieces(process: Sandbox, { source, path, folder, param, urgent }: RenderJob): Promise<RenderResult> {
  const { ext, name, size } = source;
  const end = performance.now() + wholeMs;
  const unpacked = join(folder, 'entry');
  const file = await open(unpacked, 'wx');
  try {
    for (let from = 0; ; ) {
      const timeoutMs = Math.min(pieceMs, end - performance.now());
      if (timeoutMs <= 0) return { ok: false, reason: 'timeout' };
      const terms = { place: Number(param), from };
      const answer = await process.run('piece', { path, ext, name, size }, { timeoutMs, maxOutput: pieceBytes, urgent, terms });
      if (!answer.ok) return answer;
      const bytes = answer.bytes ?? Buffer.alloc(0);
      await file.writeFile(bytes);
      from += bytes.length;
      if (answer.cut !== true || bytes.length === 0) return { ok: true, content: { file: unpacked } };
    }
  } finally {
    await file.close();
  }
}

const readingMs = 50_000;
/** Enough for a long list, or a mail with its images. */
const mostText = 24 << 20;

const readersOf = containerReaderPool(2);

function parsed(shape: z.ZodType, text: string): unknown {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Validates once what the sandbox read from a hostile file, and stores it as the answer. */
const renderAnswer =
  (task: 'list' | 'mail', shape: z.ZodType) =>
  async ({ services, source, path, urgent, report }: RenderJob): Promise<RenderResult> => {
    report(0.1);
    const { ext, name, size } = source;
    const answer = await readersOf(services).run(task, { path, ext, name, size }, { timeoutMs: readingMs, maxOutput: mostText, urgent });
    if (!answer.ok) return answer;
    if (answer.cut === true) return { ok: false, reason: 'too-large' };
    const data = parsed(shape, answer.text);
    return data === undefined ? { ok: false, reason: 'broken' } : { ok: true, content: await readyBytes(data) };
  };

/** The contents of an archive or a mail, stored as the answer. */
export const listingRenderer: Renderer = { name: 'list', version: 3, render: renderAnswer('list', archiveContents.entries.output) };

/** A mail for display, stored as the answer. */
export const mailRenderer: Renderer = { name: 'mail', version: 2, render: renderAnswer('mail', archiveContents.mail.output) };

/** One file out of an archive or a mail; `param` is its index in the list. */
export const entryRenderer: Renderer = {
  name: 'entry',
  version: 1,
  render: unpackEntryWith([containerReaderPool(1), containerReaderPool(1)]),
};
