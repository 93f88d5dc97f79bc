import { codes } from '@dossier/contract/core/codes';
import { renditionOf } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { content } from '@dossier/contract/documents/content';
import type { Context, Services } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { type Range, disposition, safeHeaders, sendRange } from '../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../platform/http/serve.ts';
import { identifyRequester, requesterOfPerson } from '../../platform/jobs/requester.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type AuthorisedItem, itemWithTemporaryAccess, requireItem } from '../access/require-items.ts';
import { requireDownloadAddress } from '../identity/address-restrictions.ts';
import { requireSessionInSpace } from '../identity/authentication.ts';
import { contextForPerson, openShareSession } from '../identity/run-as.ts';
import { documentDownloaded } from './events.ts';
import { isPlayableAsIs } from './playable-formats.ts';
import { type RevisionRow, revisionById } from './revisions/revisions.queries.ts';

const validSeconds = 3600;
/** The addresses of small pictures stay the same for so long, so that a browser keeps the pictures; each is good for once or twice as long. */
export const thumbnailUrlHours = 4;

/** For what bytes are handed out: it decides the right that must still stand, and how they are sent. */
export type ContentUse = 'view' | 'print' | 'pdf' | 'download';

const rightsForUse: Record<ContentUse, number> = {
  view: right.visible | right.read,
  print: right.visible | right.read | right.print,
  pdf: right.visible | right.pdf,
  download: right.visible | right.download,
};

interface FileTicketFacts {
  session: number;
  space: number;
  person: number;
  document: number;
  revision: number;
  use: ContentUse;
  /** Of the visitor of a link: the visit it was made for, in place of the session. */
  visit?: number;
  entry?: NestedFile;
}

/** What a ticket opens: the bytes, what is made of them so that they can be looked at, or the small pictures of lists alone. */
type Purpose = 'file' | 'look' | 'thumb';

/** What a ticket opens at this moment, and for whom. */
export interface OpenedTicket {
  ctx: Context;
  held: AuthorisedRevision;
  use: ContentUse;
  /** Before something is sent that took long to make: refused where what was opened has been closed meanwhile. */
  revalidate: () => Promise<void>;
}

/** What is made within this time is sent by what was judged when it was asked for. */
const revalidateAfterMs = 250;

/** A file out of an archive or a mail, unpacked on the shelf of the revision that holds it. */
export interface NestedFile {
  /** What it is called on that shelf. */
  part: string;
  name: string;
  ext: string;
  size: number;
  /** It lies in something that lies in so many others. */
  depth: number;
  /** It came with a mail: only for who may have the original of that. */
  ofMail?: boolean;
}

/** A document of the caller with one of its revisions; with an `entry` only this file out of it is meant. */
export interface AuthorisedRevision extends AuthorisedItem {
  revision: RevisionRow;
  entry?: NestedFile;
  /** By no right of the caller's own: a later room lends this one revision. */
  lent?: boolean;
  /** Lent by who wants a mark on all that is shown of it. */
  marked?: boolean;
}

/** Asked where somebody has no right to read a document: whether they may look at this one revision now, and whether with a mark. */
type TemporaryAccess = (ctx: Context, target: { documentId: number; revisionId: number }) => Promise<boolean | 'marked'>;

export const temporaryAccess = extensionPoint<TemporaryAccess>();

/** A document by the caller's own right; to look at one named revision of it, also by a flow that lends them this one. */
async function requireReadable(
  ctx: Context,
  need: number,
  { id, currentRev }: { id: string; currentRev?: string },
): Promise<AuthorisedItem & Pick<AuthorisedRevision, 'lent' | 'marked'>> {
  try {
    return await requireItem(ctx, need, id, objType.document);
  } catch (error) {
    const isLook = (need & ~(right.visible | right.read)) === 0;
    if (!(error instanceof Refusal) || !isLook || currentRev === undefined || ctx.shareSession !== undefined) throw error;
    const target = { documentId: Number(id), revisionId: Number(currentRev) };
    for (const lends of temporaryAccess.all()) {
      const lent = await lends(ctx, target);
      if (lent !== false) return { ...(await itemWithTemporaryAccess(ctx, id)), lent: true, marked: lent === 'marked' };
    }
    throw error;
  }
}

/** One revision of a document through the gate: the newest, or an older one of the same document. */
export async function requireRevision(
  ctx: Context,
  need: number,
  target: { id: string; currentRev?: string },
): Promise<AuthorisedRevision> {
  const held = await requireReadable(ctx, need, target);
  const [revision] = await revisionById(ctx.db, { id: Number(target.currentRev ?? held.item.revision_id) });
  if (revision === undefined || revision.document_id !== held.item.id) throw new Refusal(codes.revisionMissing);
  return { ...held, revision };
}

/** The gate for a use of the bytes. */
export const requireContentUse = (ctx: Context, use: ContentUse, target: { id: string; currentRev?: string }) =>
  requireRevision(ctx, rightsForUse[use], target);

/** The name that a revision is shown under: the document's own today, an older one's as it came. */
export function shownName({ item, revision, entry }: AuthorisedRevision): { name: string; ext: string } {
  if (entry !== undefined) return { name: entry.name, ext: entry.ext };
  return revision.id === item.revision_id ? { name: item.name, ext: item.ext } : { name: revision.name, ext: revision.ext };
}

interface TicketTerms {
  purpose: Purpose;
  use: ContentUse;
  /** For how long; an hour where nothing is said. */
  seconds?: number;
}

/** Signed facts that open one use of a revision for the caller: for an hour, and only as long as the session and the right stand. */
function ticketFor(ctx: Context, held: AuthorisedRevision, { purpose, use, seconds = validSeconds }: TicketTerms): string {
  const facts: FileTicketFacts = {
    session: ctx.user.sessionId,
    space: ctx.user.organisationId,
    person: ctx.user.id,
    document: held.item.id,
    revision: held.revision.id,
    use,
    ...(ctx.shareSession !== undefined && { visit: ctx.shareSession.id }),
    ...(held.entry !== undefined && { entry: held.entry }),
  };
  return ctx.services.tickets.sign(purpose, { ...facts }, seconds);
}

/** An address of the bytes themselves. */
export const fileUrl = (ctx: Context, held: AuthorisedRevision, use: ContentUse): string =>
  `/file/${ticketFor(ctx, held, { purpose: 'file', use })}/${encodeURIComponent(shownName(held).name)}`;

/** A ticket for what is made of the bytes so that they can be looked at or printed; it never opens the bytes themselves. */
export const previewTicket = (ctx: Context, held: AuthorisedRevision, use: ContentUse): string =>
  ticketFor(ctx, held, { purpose: 'look', use });

/** A ticket for the small pictures of a revision, the same again and again for some hours. */
export function thumbnailTicket(ctx: Context, held: AuthorisedRevision): string {
  const now = Math.floor(ctx.services.now() / 1000);
  const step = thumbnailUrlHours * 3600;
  return ticketFor(ctx, held, { purpose: 'thumb', use: 'view', seconds: (Math.floor(now / step) + 2) * step - now });
}

/** Who a ticket acts for at this moment: the session that it was made for, or the visit of a shared link. */
export async function contextForTicket(
  services: Services,
  facts: { session: number; space: number | undefined; person: number; visit?: number },
  { address, looking = false }: { address: string; looking?: boolean },
): Promise<Context> {
  const db = services.database.read;
  if (facts.visit !== undefined) return openShareSession(services, db, { visitId: facts.visit, address, looking });
  await requireSessionInSpace(services, facts);
  return contextForPerson(services, db, { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address });
}

async function openTicket(services: Services, ticket: unknown, purpose: Purpose, address: string): Promise<OpenedTicket> {
  const facts = typeof ticket === 'string' ? services.tickets.open<FileTicketFacts>(purpose, ticket) : undefined;
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  const ctx = await contextForTicket(services, facts, { address, looking: purpose !== 'file' || facts.use !== 'download' });
  identifyRequester(requesterOfPerson(ctx.user.id), ctx.shareSession === undefined ? '' : `${ctx.shareSession.key} ${address}`);
  const held = await requireContentUse(ctx, facts.use, { id: String(facts.document), currentRev: String(facts.revision) });
  // links give documents as they are today
  if (ctx.shareSession !== undefined && held.revision.id !== held.item.revision_id) throw new Refusal(codes.revisionMissing);
  if (facts.entry?.ofMail === true && (held.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const openedAt = performance.now();
  const still = async (): Promise<void> => {
    if (performance.now() - openedAt > revalidateAfterMs) await openTicket(services, ticket, purpose, address);
  };
  return { ctx, held: facts.entry === undefined ? held : { ...held, entry: facts.entry }, use: facts.use, revalidate: still };
}

/** What the ticket of a look opens at this moment. */
export const openPreviewTicket = (services: Services, ticket: unknown, address: string): Promise<OpenedTicket> =>
  openTicket(services, ticket, 'look', address);

/** What the ticket of a small picture opens at this moment. */
export const openThumbnailTicket = (services: Services, ticket: unknown, address: string): Promise<OpenedTicket> =>
  openTicket(services, ticket, 'thumb', address);

/** What the ticket of the bytes opens at this moment. */
async function openFileTicket(services: Services, ticket: unknown, address: string): Promise<AuthorisedRevision & { use: ContentUse }> {
  const { ctx, held, use } = await openTicket(services, ticket, 'file', address);
  // these are the bytes of the whole
  if (held.entry !== undefined) throw new Refusal(codes.ticketInvalid);
  // whoever asks to look at the bytes of what is shown by pictures of it would carry the original away
  const { ext } = shownName(held);
  const mayHave = use === 'download' || (held.bits & right.download) !== 0;
  const isPlayable = () => services.storage.withLocalFile(held.revision.sha256, (path) => isPlayableAsIs(ext, path));
  if (!mayHave && !(await isPlayable())) throw new Refusal(codes.noRightToDownload);
  const unseen = use !== 'download' && renditionOf(ext) === 'none';
  if (unseen || use === 'download') await requireDownloadAddress(ctx);
  return { ...held, use };
}

/** Where to fetch a document as it is. */
export async function downloadDocument(ctx: Context, input: ParsedOf<typeof content.download>) {
  const held = await requireContentUse(ctx, 'download', input);
  await requireDownloadAddress(ctx);
  await ctx.emit(documentDownloaded, { objId: held.item.id, objName: held.item.name, revisionId: held.revision.id });
  const { name, ext } = shownName(held);
  return { downloadUrl: fileUrl(ctx, held, 'download'), fileName: name, ext };
}

const path = '/file/:ticket/:name';

async function sendFile(services: Services, request: FileRequest, reply: FileReply) {
  const { ticket } = request.params as { ticket: string };
  const held = await openFileTicket(services, ticket, request.ip);
  const { name, ext } = shownName(held);
  const { sha256, size, created_at } = held.revision;
  if (!(await services.storage.has(sha256))) {
    services.log.error({ sha256, revision: held.revision.id }, 'the bytes of a revision are missing; run fsck');
    throw new Refusal(codes.bytesMissing);
  }
  // code and markup are shown as the text that they are
  reply.headers(safeHeaders(renditionOf(ext) === 'text' ? 'txt' : ext));
  reply.header('content-disposition', disposition(held.use === 'download' ? 'attachment' : 'inline', name));
  const { storage } = services;
  const from = { read: (range: Range) => storage.open(sha256, range), take: (range: Range) => storage.read(sha256, range) };
  return sendRange(request, reply, { size, tag: sha256, changed: created_at, ...from });
}

/** The bytes of a revision behind a ticket, whole or in ranges. */
export const fileEndpoints: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path, handle: sendFile },
  { method: 'GET', path, handle: sendFile },
];
