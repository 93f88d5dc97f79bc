import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { archiveContents } from '@dossier/contract/preview/archive-contents';
import type { z } from 'zod';
import type { Context, PublicContext, Services } from '../../../platform/context.ts';
import { createFairScheduler } from '../../../platform/jobs/fair-scheduler.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type Sandbox, sandboxPool } from '../../../platform/sandbox/sandbox.ts';
import { type AuthorisedRevision, openPreviewTicket, shownName } from '../../documents/file-tickets.ts';
import { type Renderer, type RenderJob, type RenderResult, type Rendition, sourceOf } from '../renderer.ts';
import { renderableFolders } from '../rendition-cache.ts';
import { render } from '../renditions.ts';
import { isShownUnmarked } from '../watermarks/resolve-watermark.ts';
import { dataIn, ReadyAnswer, readyBytes } from '../../../platform/http/answers.ts';

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

/** Archives are opened up to this nesting depth. */
const maxNesting = 2;

/** Whether a document, or a file out of one, is shown as an archive or a mail. */
export function containerKind(authorised: AuthorisedRevision): 'archive' | 'mail' | undefined {
  const { ext } = shownName(authorised);
  if ((authorised.entry?.depth ?? 0) >= maxNesting) return undefined;
  if (extensions.mail.has(ext)) return 'mail';
  return extensions.archive.has(ext) ? 'archive' : undefined;
}

type Listing = OutputOf<typeof archiveContents.entries>;

async function requireRendition(services: Services, authorised: AuthorisedRevision, renderer: Renderer): Promise<Rendition & { ok: true }> {
  const made = await render(services, sourceOf(authorised), { renderer, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  return made;
}

/** The last listings, which may be long: files of one archive are often opened in a row. */
const recentListings = new LimitedMap<Listing>(4);

/** Names in an archive need the right to read it; the contents of a mail need the right to download it. */
export async function requireContainer(ctx: Context, authorised: AuthorisedRevision): Promise<'archive' | 'mail'> {
  const listed = containerKind(authorised);
  if (listed === undefined) throw new Refusal(codes.conversionFailed);
  if (listed === 'mail' && !(await isShownUnmarked(ctx, authorised))) throw new Refusal(codes.noRightToDownload);
  return listed;
}

/** The listing of an archive or a mail. */
export async function requireListing(services: Services, authorised: AuthorisedRevision): Promise<Listing> {
  const { path, changed } = await requireRendition(services, authorised, listingRenderer);
  const key = `${path} ${changed}`;
  const known = recentListings.get(key);
  if (known !== undefined) return known;
  const listing = await dataIn<Listing>(path).catch(() => undefined);
  if (listing === undefined) throw new Refusal(codes.conversionFailed);
  recentListings.set(key, listing);
  return listing;
}

/** The entries of the archive of a preview token. */
export async function readEntries(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.entries>,
): Promise<ReadyAnswer> {
  const { ctx, authorised, revalidate: still } = await openPreviewTicket(services, input.look, address);
  await requireContainer(ctx, authorised);
  const { path } = await requireRendition(services, authorised, listingRenderer);
  await still();
  return new ReadyAnswer(path);
}

/** The mail of a preview token. */
export async function readMail({ services, address }: PublicContext, input: ParsedOf<typeof archiveContents.mail>): Promise<ReadyAnswer> {
  const { ctx, authorised, revalidate: still } = await openPreviewTicket(services, input.look, address);
  if ((await requireContainer(ctx, authorised)) !== 'mail') throw new Refusal(codes.conversionFailed);
  const { path } = await requireRendition(services, authorised, mailRenderer);
  await still();
  return new ReadyAnswer(path);
}
