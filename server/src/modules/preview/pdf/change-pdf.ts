import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { versionLabel } from '@dossier/contract/documents/version-labels';
import { mostJoined, mostRedactedPages, type PageArea, type pdfChanges } from '@dossier/contract/preview/pdf-changes';
import type { Answer, Failure } from '@dossier/formats/task';
import type { Context, Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { withDeadline } from '../../../platform/jobs/current-work.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { extOf } from '../../../platform/text/names.ts';
import { findItem } from '../../access/items.queries.ts';
import { type AuthorisedItem, requireContainer, requireItem } from '../../access/require-items.ts';
import { requireContentUse } from '../../documents/file-tickets.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { hasLockByHand, requireNoOtherWriters, requireUnlocked } from '../../documents/locks.ts';
import { addRevision, finishUpload, lockBlobs, placeBytes, requireFreeName, reviseDocument } from '../../documents/place-document.ts';
import { deleteOlderRevisions, storedContentOf } from '../../documents/revisions.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { rasterize } from '../pages/page-renderers.ts';
import { createWorkFolder } from '../rendition-cache.ts';
import { pdfReaderOf, pdfWriterOf } from './pdf-renderers.ts';
import type { RedactionPlan } from './reading/areas.ts';

/** A changed PDF and all that it takes pages from are in memory at once. */
const mostBytes = 96 << 20;
const maxOutput = 160 << 20;
const timeoutMs = 100_000;
/** All steps of a change together. */
const totalMs = 300_000;
/** Changes of one user at once: each has a whole PDF in memory. */
const mostAtOnce = 2;

const running = new WeakMap<Services, Map<number, number>>();

/** Makes a changed PDF, within the time for it, and not beside many others of the same user. */
async function making<T>({ services, user }: Context, make: () => Promise<T>): Promise<T> {
  const counts = running.get(services) ?? new Map<number, number>();
  running.set(services, counts);
  const count = counts.get(user.id) ?? 0;
  if (count >= mostAtOnce) throw new Refusal(codes.tooManyRequests);
  counts.set(user.id, count + 1);
  try {
    return await withDeadline(totalMs, make);
  } finally {
    const left = (counts.get(user.id) ?? 1) - 1;
    if (left > 0) counts.set(user.id, left);
    else counts.delete(user.id);
  }
}

const refusalOf = (reason: Failure): Refusal => {
  if (reason === 'encrypted') return new Refusal(codes.pdfProtected);
  if (reason === 'too-large' || reason === 'memory' || reason === 'timeout') return new Refusal(codes.pdfTooLargeToChange);
  if (reason === 'busy') return new Refusal(codes.tooManyRequests);
  if (reason === 'no-room') return new Refusal(codes.diskFull);
  // a page that is not there
  return new Refusal(reason === 'no-output' ? codes.invalidParams : codes.pdfDamaged);
};

function bytesOf(answer: Answer): Buffer {
  if (!answer.ok) throw refusalOf(answer.reason);
  if (answer.bytes === undefined) throw new Refusal(codes.pdfDamaged);
  return answer.bytes;
}

interface Target {
  id: string;
  revisionId: string;
}

/** Bytes that are stored. */
interface Content {
  sha256: string;
  size: number;
}

/** A PDF whose current revision is the one that the caller saw, by the rights for a change. */
async function requireCurrent(ctx: Context, { id, revisionId }: Target, rights: number): Promise<AuthorisedItem> {
  const authorised = await requireItem(ctx, rights, id, objType.document);
  if (!extensions.pdf.has(authorised.item.ext)) throw new Refusal(codes.illegalOperation);
  if (authorised.item.revision_id !== Number(revisionId)) throw new Refusal(codes.changedMeanwhile);
  return authorised;
}

/** The same, unlocked, and where versions may be saved. */
async function requireChangeable(ctx: Context, target: Target, rights: number = right.modify): Promise<AuthorisedItem> {
  const authorised = await requireCurrent(ctx, target, right.visible | right.read | rights);
  await requireOpenContainer(ctx, authorised.item);
  await requireUnlocked(ctx, authorised.item);
  await requireNoOtherWriters(ctx, authorised);
  return authorised;
}

async function contentOf(ctx: Context, { item }: AuthorisedItem): Promise<Content> {
  const content = await storedContentOf(ctx, item);
  if (content === undefined) throw new Refusal(codes.bytesMissing);
  return content;
}

/** Lends the files of several contents at once. */
function withFiles<T>({ storage }: Services, contents: readonly Content[], use: (paths: string[]) => Promise<T>): Promise<T> {
  const lend = (at: number, paths: string[]): Promise<T> => {
    const content = contents[at];
    return content === undefined ? use(paths) : storage.withLocalFile(content.sha256, (path) => lend(at + 1, [...paths, path]));
  };
  return lend(0, []);
}

interface Run {
  otherId?: string | undefined;
  from: number;
  to: number;
  turn: number;
}

/** Writes a PDF with these pages; `others` are the contents of the documents that runs name, in the order of their ids. */
async function arrange(
  services: Services,
  { runs, own, others, isExtract }: { runs: readonly Run[]; own: Content; others: ReadonlyMap<string, Content>; isExtract: boolean },
): Promise<Buffer> {
  const contents = [own, ...others.values()];
  if (contents.reduce((sum, { size }) => sum + size, 0) > mostBytes) throw new Refusal(codes.pdfTooLargeToChange);
  const ids = [undefined, ...others.keys()];
  const placed = runs.map(({ otherId, from, to, turn }) => ({ file: ids.indexOf(otherId), from, to, turn }));
  const answer = await withFiles(services, contents, (files) =>
    pdfWriterOf(services).run(
      'arrange',
      { path: files[0] ?? '', ext: 'pdf', name: '', size: own.size },
      { timeoutMs, maxOutput, urgent: true, terms: { files, runs: placed, isExtract } },
    ),
  );
  return bytesOf(answer);
}

/** The documents that pages are taken from: PDFs of the same area that the caller may download. */
async function contentsOfOthers(ctx: Context, { item }: AuthorisedItem, runs: readonly Run[]): Promise<Map<string, Content>> {
  const ids = new Set(runs.flatMap(({ otherId }) => otherId ?? []));
  if (ids.size > mostJoined) throw new Refusal(codes.invalidParams);
  if (ids.size > 0) await requireDownloadAddress(ctx);
  const contents = new Map<string, Content>();
  for (const id of ids) {
    const other = await requireContentUse(ctx, 'download', { id });
    const isBeside = other.item.area === item.area && other.item.area_owner_id === item.area_owner_id;
    if (other.item.id === item.id || !isBeside || !extensions.pdf.has(other.item.ext)) throw new Refusal(codes.illegalOperation);
    contents.set(id, await contentOf(ctx, other));
  }
  return contents;
}

/** Saves a PDF with chosen pages in a new order as the next revision. */
export async function changePages(
  ctx: Context,
  input: ParsedOf<typeof pdfChanges.changePages>,
): Promise<OutputOf<typeof pdfChanges.changePages>> {
  const authorised = await requireChangeable(ctx, input);
  const [own, others] = [await contentOf(ctx, authorised), await contentsOfOthers(ctx, authorised, input.pages)];
  const bytes = await making(ctx, () => arrange(ctx.services, { runs: input.pages, own, others, isExtract: false }));
  const { revisionId, label } = await saveRevision(ctx, { target: input, bytes, note: input.note });
  return { revisionId, label };
}

/** Saves pages of a PDF as a document of its own beside it: like a copy it needs the right to download, and that to upload. */
export async function extractPages(ctx: Context, input: ParsedOf<typeof pdfChanges.extractPages>): Promise<{ id: string; name: string }> {
  const { services, user, address } = ctx;
  const authorised = await requireCurrent(ctx, input, right.visible | right.download);
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, authorised.item.parent_id);
  const name = input.name.normalize('NFC');
  if (!extensions.pdf.has(extOf(name))) throw new Refusal(codes.fileTypeNotAllowed);
  await requireFreeName(ctx, place, { name, onSameName: 'rename' });
  const own = await contentOf(ctx, authorised);
  const bytes = await making(ctx, () => arrange(services, { runs: input.pages, own, others: new Map(), isExtract: true }));
  const facts = { id: newId(), revision: newId(), name, size: bytes.length, place: place.id, same: 'rename' as const };
  const before = async (tx: Context): Promise<void> => void (await requireCurrent(tx, input, right.visible | right.download));
  const who = { personId: user.id, spaceId: user.organisationId, address, sessionId: user.sessionId, before };
  await finishUpload(services, facts, { who, whole: { part: '', bytes, sha256: hashOf(bytes) } });
  const placed = await findItem(services.database.read, facts.id);
  return { id: String(facts.id), name: placed?.name ?? name };
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface NewRevision {
  target: Target;
  bytes: Buffer;
  note: string | undefined;
  deleteOlder?: boolean;
}

/** Makes bytes the next revision, unless the document has got another one meanwhile. */
const saveRevision = (ctx: Context, { target, bytes, note = '', deleteOlder = false }: NewRevision) =>
  placeBytes(ctx.services, bytes, (content) =>
    inTransaction(ctx, async (tx) => {
      await lockBlobs(tx, [content]);
      const { item } = await requireChangeable(tx, target, right.modify | (deleteOlder ? right.manage : 0));
      const placed = await reviseDocument(tx, item, {
        revisionId: newId(),
        size: content.size,
        keepLock: await hasLockByHand(tx, item),
      });
      await addRevision(tx, placed, { ...content, name: item.name, note });
      const kept = deleteOlder ? await deleteOlderRevisions(tx, placed) : [];
      return { revisionId: String(placed.revisionId), label: versionLabel(placed.version), kept };
    }),
  );

/** Runs a task that reads a PDF. */
async function readPdf(services: Services, { path, task, terms }: { path: string; task: 'find' | 'plan' | 'verify'; terms: object }) {
  const answer = await pdfReaderOf(services).run(
    task,
    { path, ext: 'pdf', name: '', size: 0 },
    { timeoutMs, maxOutput: 64 << 20, urgent: true, terms: { ...terms } },
  );
  if (!answer.ok) throw refusalOf(answer.reason);
  return answer;
}

/** Where words stand in a PDF, for who may black them out. */
export async function findWordsInPdf(
  ctx: Context,
  input: ParsedOf<typeof pdfChanges.findWords>,
): Promise<OutputOf<typeof pdfChanges.findWords>> {
  const content = await contentOf(ctx, await requireCurrent(ctx, input, right.visible | right.read | right.modify));
  if (content.size > mostBytes) throw new Refusal(codes.pdfTooLargeToChange);
  const found = await ctx.services.storage.withLocalFile(content.sha256, (path) =>
    readPdf(ctx.services, { path, task: 'find', terms: { words: input.words } }),
  );
  return JSON.parse(String(found.bytes)) as OutputOf<typeof pdfChanges.findWords>;
}

/** Resolution of pages that become images, in dots an inch. */
const dots = 200;

/** Blacks out areas of a PDF for good and saves it as the next revision; refused where what stood under them can still be read. */
export async function redactPdf(ctx: Context, input: ParsedOf<typeof pdfChanges.redact>): Promise<OutputOf<typeof pdfChanges.redact>> {
  const authorised = await requireChangeable(ctx, input, right.modify | (input.deleteOlder ? right.manage : 0));
  const content = await contentOf(ctx, authorised);
  const { areas } = input;
  if (content.size > mostBytes || new Set(areas.map(({ page }) => page)).size > mostRedactedPages)
    throw new Refusal(codes.pdfTooLargeToChange);
  const bytes = await making(ctx, () => redacted(ctx.services, { content, areas }));
  return saveRevision(ctx, { target: input, bytes, note: input.note, deleteOlder: input.deleteOlder });
}

async function redacted(services: Services, { content, areas }: { content: Content; areas: PageArea[] }): Promise<Buffer> {
  const { folder, done } = await createWorkFolder(services);
  try {
    return await services.storage.withLocalFile(content.sha256, async (path) => {
      const planned = await readPdf(services, { path, task: 'plan', terms: { areas } });
      const { pages, secrets } = JSON.parse(String(planned.bytes)) as RedactionPlan;
      if (areas.some(({ page }) => page > (planned.pages ?? 0))) throw new Refusal(codes.invalidParams);
      const drawn: (RedactionPlan['pages'][number] & { image: string })[] = [];
      for (const { page, words } of pages) {
        const image = join(folder, `${page}.jpg`);
        await writeFile(image, await drawRedacted(services, { path, page, areas }));
        drawn.push({ page, words, image });
      }
      const file = { path, ext: 'pdf', name: '', size: content.size };
      const terms = { areas, pages: drawn, secrets };
      const bytes = bytesOf(await pdfWriterOf(services).run('redact', file, { timeoutMs, maxOutput, urgent: true, terms }));
      const result = join(folder, 'redacted.pdf');
      await writeFile(result, bytes);
      const verified = await readPdf(services, { path: result, task: 'verify', terms: { areas, secrets } });
      if (verified.text === '') return bytes;
      services.log.warn({ sha256: content.sha256, where: verified.text }, 'a redaction left what it had to remove');
      throw new Refusal(codes.redactionIncomplete);
    });
  } finally {
    await done();
  }
}

async function drawRedacted(services: Services, { path, page, areas }: { path: string; page: number; areas: PageArea[] }): Promise<Buffer> {
  const here = areas.filter((area) => area.page === page);
  const drawn = await rasterize(services, { task: 'redacted', path, ext: 'pdf', urgent: true, terms: { page, dots, areas: here } });
  if (!drawn.ok) throw refusalOf(drawn.reason);
  if (!Buffer.isBuffer(drawn.content)) throw new Refusal(codes.pdfDamaged);
  return drawn.content;
}
