import type { Readable } from 'node:stream';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { batchLimit, objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import { Id } from '@dossier/contract/core/shapes';
import type { archives } from '@dossier/contract/documents/content';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import type { Context, Services } from '../../platform/context.ts';
import { disposition } from '../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../platform/http/serve.ts';
import { Refusal } from '../../platform/refusal.ts';
import { freeName, nameKey, nameWithWord } from '../../platform/text/names.ts';
import { textOf } from '../../platform/text/texts.ts';
import { accessOf } from '../access/effective-rights.ts';
import { type AuthorisedItem, bitsOn, requireItems } from '../access/require-items.ts';
import { requireDownloadAddress } from '../identity/address-restrictions.ts';
import { runAs } from '../identity/run-as.ts';
import { attachmentsOfAll, countAttachmentsOfAll } from './attachments/attachments.queries.ts';
import { refusalOf, unreadableDocuments } from './content-verdicts.ts';
import { documentDownloaded, folderDownloaded } from './events.ts';
import { contextForTicket } from './file-tickets.ts';
import { revisionsOfIds } from './revisions.ts';
import { walkBelow } from './walk-tree.ts';

interface ZipDocument {
  path: string;
  id: number;
  sha256: string;
  size: number;
  ext: string;
  changed: number;
}

/** The contents of a zip: only what its user may download now. */
interface ZipPlan {
  /** The name of the zip itself, without its extension. */
  name: string;
  top: AuthorisedItem[];
  documents: ZipDocument[];
  folders: { path: string; changed: number }[];
  /** How many of the documents are attachments. */
  attachments: number;
  /** Documents with attachments, deleted ones included. */
  having: ZipEntry[];
}

interface ZipRequest {
  limits: ZipLimits;
  /** Attachments of documents are in the zip too. */
  attachments: boolean;
}

interface ZipLimits {
  documents: number;
  /** Folders are read before any document is found. */
  folders: number;
  bytes: number;
}

/** Limits of a zip made during a request; larger ones are made in the background. */
export const directLimits: ZipLimits = { documents: 1000, folders: 5000, bytes: 2 * 1024 ** 3 };

/** Limits of a zip made in the background. */
export const backgroundLimits: ZipLimits = { documents: 100_000, folders: 500_000, bytes: 200 * 1024 ** 3 };

interface ZipEntry {
  authorised: AuthorisedItem;
  path: string;
}

/** Plans the zip of some items with their contents; 4625 to 4627 beyond the limits, 4629 when it would be empty. */
export async function planZip(ctx: Context, ids: string[], { limits, attachments }: ZipRequest): Promise<ZipPlan> {
  const top = await requireItems(ctx, right.visible, ids);
  const taken = new Set<string>();
  const placed: ZipEntry[] = [];
  let total = { documents: 0, bytes: 0 };
  for (const authorised of top) {
    const name = freeName(authorised.item.name, (candidate) => taken.has(nameKey(candidate)));
    taken.add(nameKey(name));
    const inside =
      authorised.item.kind === objType.document ? ownOf(authorised, name) : await entriesBelow(ctx, { authorised, path: name }, limits);
    placed.push(...inside);
    total = countWithin(total, inside, limits);
  }
  if (total.documents === 0)
    throw new Refusal(top.length === 1 && top[0]?.item.kind === objType.document ? codes.noRightToDownload : codes.zipEmpty);
  const having = placed.filter(({ authorised: { item, bits } }) => item.attachments > 0 && (bits & right.read) !== 0);
  const added = attachments ? await attachmentEntries(ctx, { having, placed, total, limits }) : [];
  const { documents, folders } = await splitEntries(ctx, [...placed, ...added], top);
  const [first] = top;
  return {
    name: (first?.item.name ?? 'documents').replace(/\.[^.]{1,8}$/, ''),
    top,
    documents,
    folders,
    attachments: added.length,
    having,
  };
}

const mayDownload = ({ item, bits }: AuthorisedItem): boolean => item.kind === objType.document && (bits & right.download) !== 0;
const ownOf = (authorised: AuthorisedItem, path: string): ZipEntry[] => (mayDownload(authorised) ? [{ authorised, path }] : []);

function countWithin(total: { documents: number; bytes: number }, placed: ZipEntry[], limits: ZipLimits) {
  const documents = placed.filter(({ authorised }) => authorised.item.kind === objType.document);
  const sum = {
    documents: total.documents + documents.length,
    bytes: total.bytes + documents.reduce((bytes, { authorised }) => bytes + authorised.item.size, 0),
  };
  if (sum.documents > limits.documents) throw new Refusal(codes.zipTooManyFiles, { limit: limits.documents });
  if (sum.bytes > limits.bytes) throw new Refusal(codes.zipTooLarge, { limit: limits.bytes });
  return sum;
}

/** All descendants of a folder with their paths. The contents of a hidden folder are left out: the paths would reveal its name. */
async function entriesBelow(ctx: Context, top: ZipEntry, limits: ZipLimits): Promise<ZipEntry[]> {
  const byParent = new Map<number, AuthorisedItem[]>();
  let documents = 0;
  let folders = 0;
  for await (const authorised of walkBelow(ctx, top.authorised.item)) {
    const isDocument = authorised.item.kind === objType.document;
    if (isDocument && !mayDownload(authorised)) continue;
    if (isDocument && ++documents > limits.documents) throw new Refusal(codes.zipTooManyFiles, { limit: limits.documents });
    if (!isDocument && ++folders > limits.folders) throw new Refusal(codes.zipTooManyFolders, { limit: limits.folders });
    const siblings = byParent.get(authorised.item.parent_id);
    if (siblings === undefined) byParent.set(authorised.item.parent_id, [authorised]);
    else siblings.push(authorised);
  }
  const found: ZipEntry[] = [top];
  for (let at = 0; at < found.length; at++) {
    const here = found[at];
    if (here === undefined || here.authorised.item.kind === objType.document) continue;
    for (const held of byParent.get(here.authorised.item.id) ?? [])
      found.push({ authorised: held, path: `${here.path}/${held.item.name}` });
  }
  return found;
}

/** Documents whose attachments are read at a time. */
const batch = 200;

const inBatches = (entries: readonly ZipEntry[]): ZipEntry[][] =>
  Array.from({ length: Math.ceil(entries.length / batch) }, (_, at) => entries.slice(at * batch, (at + 1) * batch));

const idsOf = (entries: readonly ZipEntry[]): number[] => entries.map(({ authorised }) => authorised.item.id);

interface AttachmentSearch {
  having: readonly ZipEntry[];
  /** All that the zip has without them. */
  placed: readonly ZipEntry[];
  total: { documents: number; bytes: number };
  limits: ZipLimits;
}

/** The attachments that the caller may download, in a folder beside their document with a name that nothing else there has. */
async function attachmentEntries(ctx: Context, { having, placed, total, limits }: AttachmentSearch): Promise<ZipEntry[]> {
  if (having.length === 0) return [];
  const access = await accessOf(ctx);
  const word = textOf(ctx.user.lang, 'documents')('zipAttachments');
  const taken = new Set(placed.map(({ path }) => nameKey(path)));
  const folderBeside = (path: string): string => {
    const place = path.slice(0, path.lastIndexOf('/') + 1);
    const name = freeName(nameWithWord(path.slice(place.length), word), (candidate) => taken.has(nameKey(place + candidate)));
    taken.add(nameKey(place + name));
    return place + name;
  };
  const found: ZipEntry[] = [];
  let counted = total;
  for (const documents of inBatches(having)) {
    const rows = await attachmentsOfAll(ctx.db, idsOf(documents));
    const files = rows.map((item) => ({ item, bits: bitsOn(ctx, access, item) })).filter(mayDownload);
    const byDocument = Map.groupBy(files, ({ item }) => item.parent_id);
    const entries = documents.flatMap(({ authorised, path }) => {
      const own = byDocument.get(authorised.item.id);
      if (own === undefined) return [];
      const folder = folderBeside(path);
      return own.map((file): ZipEntry => ({ authorised: file, path: `${folder}/${file.item.name}` }));
    });
    counted = countWithin(counted, entries, limits);
    found.push(...entries);
  }
  return found;
}

async function countOfAttachments(ctx: Context, having: readonly ZipEntry[]): Promise<number> {
  let sum = 0;
  for (const documents of inBatches(having)) sum += await countAttachmentsOfAll(ctx.db, idsOf(documents));
  return sum;
}

/**
 * The entries with their bytes. A document that was not judged yet refuses the zip, as it would lack it; one with a virus is left out, unless it was
 * selected itself or nothing else is there.
 */
async function splitEntries(ctx: Context, placed: ZipEntry[], top: AuthorisedItem[]): Promise<Pick<ZipPlan, 'documents' | 'folders'>> {
  const all = placed.filter(({ authorised }) => authorised.item.kind === objType.document);
  const verdicts = await unreadableDocuments(
    ctx,
    all.map(({ authorised }) => authorised.item.revision_id),
  );
  const chosen = new Set(top.map(({ item }) => item.id));
  const documents = all.filter(({ authorised: { item } }) => {
    const refusal = refusalOf(verdicts.get(item.id) ?? '');
    if (refusal !== undefined && (refusal === codes.contentNotChecked || chosen.has(item.id))) throw new Refusal(refusal);
    return refusal === undefined;
  });
  if (documents.length === 0 && all.length > 0) throw new Refusal(codes.contentInfected);
  const rows = await revisionsOfIds(
    ctx.db,
    documents.map(({ authorised }) => authorised.item.revision_id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    documents: documents.map(({ authorised, path }) => {
      const revision = byId.get(authorised.item.revision_id);
      if (revision === undefined) throw new Refusal(codes.bytesMissing);
      const { sha256, size, created_at: changed } = revision;
      return { path, id: authorised.item.id, sha256, size, ext: authorised.item.ext, changed };
    }),
    folders: placed
      .filter(({ authorised }) => authorised.item.kind !== objType.document)
      .map(({ authorised, path }) => ({ path, changed: authorised.item.updated_at })),
  };
}

/** Compressed formats are stored as they are. */
const compressed = new Set([
  ...'docx xlsx pptx docm xlsm pptm odt ods odp epub jar apk webp avif heic heif jpg jpeg png gif mp3 m4a aac ogg opus flac mp4 m4v mov webm mkv pdf'.split(
    ' ',
  ),
  ...extensions.archive,
]);

/** The zip of a plan as a stream, made while it is read; destroying it closes the file that is open. */
export function zipStream(services: Services, plan: ZipPlan): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let current: Readable | undefined;
  zip.on('error', (error: Error) => out.destroy(error));
  out.on('close', () => current?.destroy());
  for (const folder of plan.folders) zip.addEmptyDirectory(folder.path, { mtime: new Date(folder.changed) });
  for (const { path, sha256, size, ext, changed } of plan.documents) {
    const options = { mtime: new Date(changed), size, compressionLevel: size === 0 || compressed.has(ext) ? 0 : 1 };
    zip.addReadStreamLazy(path, options, (done) => {
      if (out.destroyed) return;
      current = services.storage.open(sha256);
      current.on('error', (error) => out.destroy(error));
      done(null, current);
    });
  }
  zip.end();
  return out;
}

const purpose = 'zip';
const validSeconds = 3600;
const path = '/zip/:ticket/:name';

interface ZipTicketFacts {
  session: number;
  space: number;
  person: number;
  ids: string[];
  attachments?: boolean;
  shareSessionId?: number;
}

const IdList = z.array(Id).max(batchLimit);

/** The ids of a selection, given as JSON or as a list. */
export function selectionIds(given: string | string[]): string[] {
  const ids = [...new Set(typeof given === 'string' ? given.split(',').filter((id) => id !== '') : given)];
  if (ids.length === 0) throw new Refusal(codes.nothingSelected);
  const parsed = IdList.safeParse(ids);
  if (parsed.success) return parsed.data;
  throw new Refusal(ids.length > batchLimit ? codes.tooManyItems : codes.invalidParams);
}

/** A URL to download some items as one zip; tells of attachments that were not asked for. */
export async function offerZipDownload(ctx: Context, ids: string[], attachments = false) {
  await requireDownloadAddress(ctx);
  const { name, having } = await planZip(ctx, ids, { limits: directLimits, attachments });
  // visitors of links are not told of attachments
  const leftOut = attachments || ctx.shareSession !== undefined ? 0 : await countOfAttachments(ctx, having);
  const own = { session: ctx.user.sessionId, space: ctx.user.organisationId, person: ctx.user.id };
  const facts: ZipTicketFacts = {
    ...own,
    ids,
    ...(attachments && { attachments }),
    ...(ctx.shareSession !== undefined && { shareSessionId: ctx.shareSession.id }),
  };
  const fileName = `${name}.zip`;
  const ticket = ctx.services.tickets.sign(purpose, { ...facts }, validSeconds);
  const downloadUrl = `/zip/${ticket}/${encodeURIComponent(fileName)}`;
  return { downloadUrl, fileName, ext: 'zip', ...(leftOut > 0 && { attachments: leftOut }) };
}

export const downloadFolder = (ctx: Context, input: ParsedOf<typeof archives.downloadFolder>) =>
  offerZipDownload(ctx, [input.id], input.attachments);

export const downloadSelection = (ctx: Context, input: ParsedOf<typeof archives.downloadSelection>) =>
  offerZipDownload(ctx, selectionIds(input.objIds), input.attachments);

/** Logs what a zip contains: its folders, and the documents that were selected one by one. */
export async function logZipDownload(ctx: Context, plan: ZipPlan): Promise<void> {
  const { attachments } = plan;
  const counts = { documents: plan.documents.length - attachments, ...(attachments > 0 && { after: { attachments } }) };
  for (const { item } of plan.top) {
    const event = item.kind === objType.document ? documentDownloaded : folderDownloaded;
    await ctx.emit(event, { objId: item.id, objName: item.name, ...counts });
  }
}

async function sendZipStream(services: Services, request: FileRequest, reply: FileReply) {
  const { ticket } = request.params as { ticket: string };
  const facts = services.tickets.open<ZipTicketFacts>(purpose, ticket);
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  const asking = await contextForTicket(services, facts, { address: request.ip });
  const by = facts.shareSessionId === undefined ? { sessionId: facts.session } : { shareSessionId: facts.shareSessionId };
  const who = { personId: facts.person, spaceId: facts.space, address: request.ip, ...by };
  await requireDownloadAddress(asking);
  const plan = await planZip(asking, facts.ids, { limits: directLimits, attachments: facts.attachments === true });
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': disposition('attachment', `${plan.name}.zip`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  });
  if (request.method === 'HEAD') return reply.send();
  // a visitor's download was logged when it was counted
  if (facts.shareSessionId === undefined) await runAs(services, who, (ctx) => logZipDownload(ctx, plan));
  return reply.send(zipStream(services, plan));
}

/** A zip made while it is fetched. */
export const zipStreamEndpoints: ServedFile[] = [
  { method: 'HEAD', path, handle: sendZipStream },
  { method: 'GET', path, handle: sendZipStream },
];
