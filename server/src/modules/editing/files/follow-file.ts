import { codes } from '@dossier/contract/core/codes';
import { editorOf } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { editing } from '@dossier/contract/editing/editing';
import type { Context, Services } from '../../../platform/context.ts';
import { disposition, safeHeaders } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireRevision } from '../../documents/file-tickets.ts';
import { requireLiveSession } from '../../documents/place-document.ts';
import { blobOf } from '../../documents/revisions.ts';
import { visitorName } from '../../documents/show-items.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { contextForPerson, type RunAs } from '../../identity/run-as.ts';
import { personNames } from '../../identity/users.ts';
import { externalViewerTerms } from '../../preview/external-viewers.ts';
import { wordComments } from './read-word.ts';
import { isLockedBySession } from '../sessions/edit-sessions.ts';
import { type EditSessionRow, sessionById, sessionOfDocument } from '../sessions/edit-sessions.queries.ts';

const purpose = 'editing.followed';
/** A draft is fetched at once: later another has taken its place. */
const ticketSeconds = 60;

interface FollowTicket {
  editSession: number;
  document: number;
  who: RunAs;
}

/** Requires a document that the caller could write in were it not locked: what is written is not yet a version that readers see. */
async function requireFollowable(ctx: Context, id: string | number) {
  const authorised = await requireRevision(ctx, right.visible | right.read | right.modify, { id: String(id) });
  if (!(await externalViewerTerms(ctx, authorised)).unmarked) throw new Refusal(codes.editFallsBackToView);
  return authorised;
}

const versionOf = (session: EditSessionRow): string => `${session.id}.${session.draft_sha256.slice(0, 16)}`;

/** How a Word document stands that another person writes in now; with its file where that differs from the version that the caller has. */
export async function followFile(ctx: Context, input: ParsedOf<typeof editing.followFile>) {
  const { item } = await requireFollowable(ctx, input.id);
  const [session] = await sessionOfDocument(ctx.db, { document: item.id });
  const facts = { name: item.name, ext: item.ext };
  if (session === undefined || session.ended_at !== 0 || session.kind !== 'file' || item.lock_person_id === 0)
    return { ...facts, isOpen: false, version: '' };
  const { lock_visitor: visitor } = session;
  const isOfVisitor = visitor !== '' && isLockedBySession(session, item);
  const nameOf = await personNames(ctx, [item.lock_person_id]);
  const version = versionOf(session);
  const open = {
    ...facts,
    isOpen: true,
    version,
    writerName: isOfVisitor ? visitorName(ctx.user.lang, visitor) : nameOf(item.lock_person_id),
  };
  if (version === input.known) return open;
  const { services, user, address } = ctx;
  const who: RunAs = { personId: user.id, spaceId: user.organisationId, address, sessionId: user.sessionId };
  const ticket: FollowTicket = { editSession: session.id, document: item.id, who };
  return { ...open, fileUrl: `/edit/followed/${services.tickets.sign(purpose, { ...ticket }, ticketSeconds)}` };
}

/** The comments of a Word document as they stand in its present version. */
export async function commentsOfFile(ctx: Context, input: ParsedOf<typeof editing.wordComments>) {
  const { item } = await requireFollowable(ctx, input.id);
  if (editorOf(item.ext, item.size) !== 'word') throw new Refusal(codes.editFallsBackToView);
  const content = await blobOf(ctx.db, item.revision_id);
  if (content === undefined) throw new Refusal(codes.bytesMissing);
  return { comments: await wordComments(ctx.services, content) };
}

/** Sends the draft of a session: bytes that can be kept, so only to where documents may be downloaded. */
export async function sendDraft(
  ctx: Context,
  { request, reply }: { request: FileRequest; reply: FileReply },
  { name, session }: { name: string; session: EditSessionRow },
): Promise<FileReply> {
  await requireDownloadAddress({ ...ctx, address: request.ip });
  return reply
    .headers({
      ...safeHeaders(session.kind === 'pdf' ? 'pdf' : 'docx'),
      'content-length': String(session.draft_size),
      'content-disposition': disposition('attachment', name),
      'cache-control': 'no-store',
    })
    .send(ctx.services.storage.open(session.draft_sha256));
}

async function sendFollowed(services: Services, request: FileRequest, reply: FileReply) {
  const ticket = services.tickets.open<FollowTicket>(purpose, (request.params as { ticket?: string }).ticket ?? '');
  if (ticket === undefined) throw new Refusal(codes.ticketInvalid);
  const { read } = services.database;
  await requireLiveSession(services, ticket.who);
  const ctx = await contextForPerson(services, read, ticket.who);
  const { item } = await requireFollowable(ctx, ticket.document);
  const [session] = await sessionById(read, { id: ticket.editSession });
  if (session === undefined || session.ended_at !== 0 || session.document_id !== item.id) throw new Refusal(codes.changedMeanwhile);
  return sendDraft(ctx, { request, reply }, { name: item.name, session });
}

/** The bytes of Word documents that others follow while they are written. */
export const followedFiles: ServedFile[] = [{ method: 'GET', path: '/edit/followed/:ticket', handle: sendFollowed }];
