import { codes } from '@dossier/contract/core/codes';
import { renditionOf } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { content } from '@dossier/contract/documents/content';
import type { Context, Services } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { type Range, disposition, safeHeaders, sendRange } from '../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../platform/http/serve.ts';
import { identifyByContext } from '../../platform/jobs/current-work.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findItem } from '../access/items.queries.ts';
import { type AuthorisedItem, itemWithTemporaryAccess, requireItem } from '../access/require-items.ts';
import { requireDownloadAddress } from '../identity/address-restrictions.ts';
import { requireSessionInSpace } from '../identity/authentication.ts';
import { contextForPerson, openShareSession } from '../identity/run-as.ts';
import { documentDownloaded } from './events.ts';
import { isPlayableAsIs } from './playable-formats.ts';
import { type RevisionRow, revisionById } from './revisions/revisions.queries.ts';

const validSeconds = 3600;
/** Thumbnail URLs stay the same for this long, so that browsers cache the images; each is valid for one to two times as long. */
export const thumbnailUrlHours = 4;

/** The use that bytes are handed out for: it decides the right that must still hold, and how they are sent. */
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
  /** For the visitor of a share link: the share session that the ticket was made for, in place of the session. */
  shareSessionId?: number;
  entry?: NestedFile;
  /** Which of several forms is made for the use. */
  variant?: string;
}

/** What a ticket opens: the bytes, their renditions, or only the thumbnails of lists. */
type Purpose = 'file' | 'look' | 'thumb';

/** What a ticket opens now, and for which user. */
export interface OpenedTicket {
  ctx: Context;
  authorised: AuthorisedRevision;
  use: ContentUse;
  variant?: string | undefined;
  /** Called before sending a response that took long to make: refuses where access has ended meanwhile. */
  revalidate: () => Promise<void>;
}

/** Responses made within this time are sent without a second check. */
const revalidateAfterMs = 250;

/** A file out of an archive or a mail, unpacked into the rendition cache of the revision that contains it. */
export interface NestedFile {
  /** Its name in the rendition cache. */
  part: string;
  name: string;
  ext: string;
  size: number;
  /** How many containers it is nested in. */
  depth: number;
  /** It is an attachment of a mail: needs the right to download the mail. */
  ofMail?: boolean;
}

/** A document of the caller with one of its revisions; `entry` selects one file out of it. */
export interface AuthorisedRevision extends AuthorisedItem {
  revision: RevisionRow;
  entry?: NestedFile;
  /** Access comes from a temporary access to this revision, not from a right of the caller. */
  lent?: boolean;
  /** The temporary access demands a watermark on everything that is shown. */
  marked?: boolean;
}

/**
 * Asked where somebody has no right to read a document: whether they may look at this one revision now, and whether with a mark; `whole` lets them print
 * and download it too.
 */
type TemporaryAccess = (ctx: Context, target: { documentId: number; revisionId: number }) => Promise<boolean | 'marked' | 'whole'>;

export const temporaryAccess = extensionPoint<TemporaryAccess>();

/** The rights that `whole` temporary access stands for. */
const wholeAccess = right.visible | right.read | right.print | right.pdf | right.download;

type Readable = AuthorisedItem & Pick<AuthorisedRevision, 'lent' | 'marked'>;

/** A document with one named revision that the caller is lent, by a flow for instance; besides the caller's own rights where these count for that revision. */
async function lentAccess(
  ctx: Context,
  need: number,
  { target: { id, currentRev }, withOwn }: { target: { id: string; currentRev?: string }; withOwn: boolean },
): Promise<Readable | undefined> {
  const isViewing = (need & ~(right.visible | right.read)) === 0;
  if (currentRev === undefined || ctx.shareSession !== undefined || (!isViewing && (need & ~wholeAccess) !== 0)) return undefined;
  const target = { documentId: Number(id), revisionId: Number(currentRev) };
  for (const grants of temporaryAccess.all()) {
    const lent = await grants(ctx, target);
    if (lent === false || (!isViewing && lent !== 'whole')) continue;
    const { item, bits: own } = await itemWithTemporaryAccess(ctx, id);
    const given = lent === 'whole' ? wholeAccess : right.visible | right.read;
    return { item, bits: withOwn ? own | given : given, lent: true, marked: lent === 'marked' };
  }
  return undefined;
}

/** A document by the caller's own right; one named revision is also had by temporary access. */
async function requireReadable(ctx: Context, need: number, target: { id: string; currentRev?: string }): Promise<Readable> {
  try {
    return await requireItem(ctx, need, target.id, objType.document);
  } catch (error) {
    const lent = error instanceof Refusal ? await lentAccess(ctx, need, { target, withOwn: true }) : undefined;
    if (lent === undefined) throw error;
    return lent;
  }
}

/** So often a document is read again whose newest revision is taken back meanwhile. */
const mostReads = 3;

/** Whether the caller is shown the older versions of a document: in a publishing cabinet who manages it is, and who was asked to look at one. */
export const seesSuperseded = async (
  ctx: Pick<Context, 'db'>,
  { item, bits, lent }: AuthorisedItem & Pick<AuthorisedRevision, 'lent'>,
): Promise<boolean> => lent === true || (bits & right.manage) !== 0 || (await findItem(ctx.db, item.cabinet_id))?.publishing !== 1;

/** An authorised revision of a document: the newest, or an older one of the same document. */
export async function requireRevision(
  ctx: Context,
  need: number,
  target: { id: string; currentRev?: string },
): Promise<AuthorisedRevision> {
  for (let read = 1; ; read++) {
    const authorised = await requireReadable(ctx, need, target);
    const [revision] = await revisionById(ctx.db, { id: Number(target.currentRev ?? authorised.item.revision_id) });
    if (revision?.document_id === authorised.item.id) {
      if (revision.id === authorised.item.revision_id || (await seesSuperseded(ctx, authorised))) return { ...authorised, revision };
      // the rights of a reader are those on the version in effect
      const lent = await lentAccess(ctx, need, { target, withOwn: false });
      if (lent === undefined) throw new Refusal(codes.revisionMissing);
      return { ...lent, revision };
    }
    // a save of an editor has put another one in its place since the document was read
    if (revision !== undefined || target.currentRev !== undefined || read === mostReads) throw new Refusal(codes.revisionMissing);
  }
}

/** The same by the caller's own rights alone: what somebody is lent cannot be passed on. */
export async function requireOwnRevision(
  ctx: Context,
  need: number,
  target: { id: string; currentRev?: string },
): Promise<AuthorisedRevision> {
  const authorised = await requireRevision(ctx, need, target);
  if (authorised.lent === true) throw new Refusal(codes.revisionMissing);
  return authorised;
}

/** Authorises a use of the bytes: 4650 while no scanner has judged them, 4651 where one has found a virus. */
export async function requireContentUse(
  ctx: Context,
  use: ContentUse,
  target: { id: string; currentRev?: string },
): Promise<AuthorisedRevision> {
  const authorised = await requireRevision(ctx, rightsForUse[use], target);
  await ctx.services.storage.requireReadable(authorised.revision.sha256);
  return authorised;
}

/** The name that a revision is shown under: the current name of the document, for an older revision its name at upload. */
export function shownName({ item, revision, entry }: AuthorisedRevision): { name: string; ext: string } {
  if (entry !== undefined) return { name: entry.name, ext: entry.ext };
  return revision.id === item.revision_id ? { name: item.name, ext: item.ext } : { name: revision.name, ext: revision.ext };
}

interface TicketTerms {
  purpose: Purpose;
  use: ContentUse;
  /** For how long; an hour where nothing is said. */
  seconds?: number;
  variant?: string | undefined;
}

/** A signed ticket for one use of a revision by the caller: valid for an hour, and only while the session and the right hold. */
function ticketFor(ctx: Context, authorised: AuthorisedRevision, { purpose, use, seconds = validSeconds, variant }: TicketTerms): string {
  const facts: FileTicketFacts = {
    session: ctx.user.sessionId,
    space: ctx.user.organisationId,
    person: ctx.user.id,
    document: authorised.item.id,
    revision: authorised.revision.id,
    use,
    ...(ctx.shareSession !== undefined && { shareSessionId: ctx.shareSession.id }),
    ...(authorised.entry !== undefined && { entry: authorised.entry }),
    ...(variant !== undefined && { variant }),
  };
  return ctx.services.tickets.sign(purpose, { ...facts }, seconds);
}

/** A URL of the bytes themselves. */
export const fileUrl = (ctx: Context, authorised: AuthorisedRevision, use: ContentUse): string =>
  `/file/${ticketFor(ctx, authorised, { purpose: 'file', use })}/${encodeURIComponent(shownName(authorised).name)}`;

/** A ticket for renditions to view or print; it never opens the original bytes. */
export const previewTicket = (ctx: Context, authorised: AuthorisedRevision, use: ContentUse, variant?: string): string =>
  ticketFor(ctx, authorised, { purpose: 'look', use, variant });

/** A ticket for the thumbnails of a revision, identical for some hours. */
export function thumbnailTicket(ctx: Context, authorised: AuthorisedRevision): string {
  const now = Math.floor(ctx.services.now() / 1000);
  const step = thumbnailUrlHours * 3600;
  return ticketFor(ctx, authorised, { purpose: 'thumb', use: 'view', seconds: (Math.floor(now / step) + 2) * step - now });
}

/** The context that a ticket acts with: of its session, or of its share session. */
export async function contextForTicket(
  services: Services,
  facts: { session: number; space: number | undefined; person: number; shareSessionId?: number },
  { address, looking = false }: { address: string; looking?: boolean },
): Promise<Context> {
  const db = services.database.read;
  if (facts.shareSessionId !== undefined) return openShareSession(services, db, { shareSessionId: facts.shareSessionId, address, looking });
  await requireSessionInSpace(services, facts);
  return contextForPerson(services, db, { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address });
}

async function openTicket(services: Services, ticket: unknown, purpose: Purpose, address: string): Promise<OpenedTicket> {
  const facts = typeof ticket === 'string' ? services.tickets.open<FileTicketFacts>(purpose, ticket) : undefined;
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  const ctx = await contextForTicket(services, facts, { address, looking: purpose !== 'file' || facts.use !== 'download' });
  identifyByContext(ctx);
  const authorised = await requireContentUse(ctx, facts.use, { id: String(facts.document), currentRev: String(facts.revision) });
  // share links give the current revision only
  if (ctx.shareSession !== undefined && authorised.revision.id !== authorised.item.revision_id) throw new Refusal(codes.revisionMissing);
  if (facts.entry?.ofMail === true && (authorised.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const openedAt = performance.now();
  const still = async (): Promise<void> => {
    if (performance.now() - openedAt > revalidateAfterMs) await openTicket(services, ticket, purpose, address);
  };
  return {
    ctx,
    authorised: facts.entry === undefined ? authorised : { ...authorised, entry: facts.entry },
    use: facts.use,
    variant: facts.variant,
    revalidate: still,
  };
}

/** What a preview ticket opens now. */
export const openPreviewTicket = (services: Services, ticket: unknown, address: string): Promise<OpenedTicket> =>
  openTicket(services, ticket, 'look', address);

/** What a thumbnail ticket opens now. */
export const openThumbnailTicket = (services: Services, ticket: unknown, address: string): Promise<OpenedTicket> =>
  openTicket(services, ticket, 'thumb', address);

/** What a file ticket opens now. */
async function openFileTicket(services: Services, ticket: unknown, address: string): Promise<AuthorisedRevision & { use: ContentUse }> {
  const { ctx, authorised, use } = await openTicket(services, ticket, 'file', address);
  // these bytes would be those of the whole container
  if (authorised.entry !== undefined) throw new Refusal(codes.ticketInvalid);
  // a file ticket for viewing would reveal the original of what is shown as images
  const { ext } = shownName(authorised);
  const mayDownload = use === 'download' || (authorised.bits & right.download) !== 0;
  const isPlayable = () => services.storage.withLocalFile(authorised.revision.sha256, (path) => isPlayableAsIs(ext, path));
  if (!mayDownload && !(await isPlayable())) throw new Refusal(codes.noRightToDownload);
  const isUnsupported = use !== 'download' && renditionOf(ext) === 'none';
  if (isUnsupported || use === 'download') await requireDownloadAddress(ctx);
  return { ...authorised, use };
}

/** A URL to download a document as it is. */
export async function downloadDocument(ctx: Context, input: ParsedOf<typeof content.download>) {
  const authorised = await requireContentUse(ctx, 'download', input);
  await requireDownloadAddress(ctx);
  await ctx.emit(documentDownloaded, { objId: authorised.item.id, objName: authorised.item.name, revisionId: authorised.revision.id });
  const { name, ext } = shownName(authorised);
  return { downloadUrl: fileUrl(ctx, authorised, 'download'), fileName: name, ext };
}

const path = '/file/:ticket/:name';

async function sendFile(services: Services, request: FileRequest, reply: FileReply) {
  const { ticket } = request.params as { ticket: string };
  const authorised = await openFileTicket(services, ticket, request.ip);
  const { name, ext } = shownName(authorised);
  const { sha256, size, created_at } = authorised.revision;
  if (!(await services.storage.has(sha256))) {
    services.log.error({ sha256, revision: authorised.revision.id }, 'the bytes of a revision are missing; run fsck');
    throw new Refusal(codes.bytesMissing);
  }
  // code and markup are sent as plain text
  reply.headers(safeHeaders(renditionOf(ext) === 'text' ? 'txt' : ext));
  reply.header('content-disposition', disposition(authorised.use === 'download' ? 'attachment' : 'inline', name));
  const { storage } = services;
  const from = { read: (range: Range) => storage.open(sha256, range), take: (range: Range) => storage.read(sha256, range) };
  return sendRange(request, reply, { size, tag: sha256, changed: created_at, ...from });
}

/** The bytes of a revision behind a ticket, whole or in ranges. */
export const fileEndpoints: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path, handle: sendFile },
  { method: 'GET', path, handle: sendFile },
];
