import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { maxPictureBytes } from '@dossier/contract/editing/slide-edits';
import { pictureFacts } from '@dossier/formats/slides/picture-bytes';
import type { Services } from '../../../platform/context.ts';
import { safeHeaders } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { whileUploading } from '../../documents/uploads.ts';
import { sessionOfBookTicket } from '../sessions/edit-sessions.ts';
import {
  attachment,
  attachmentOf,
  attachmentsLength,
  deleteAttachments,
  insertUpdates,
  sessionById,
} from '../sessions/edit-sessions.queries.ts';

/** Characters of the pictures of one session, in base64: some forty megabytes, of which those of visitors leave half to users. */
const maxPictures = { all: 56 << 20, ofVisitors: 28 << 20 };
/** A body that does not come within this time is given up. */
const longestMs = 120_000;

const openSession = (services: Services, { params }: FileRequest) =>
  sessionOfBookTicket(services, (params as { ticket?: string }).ticket, 'slides');
type OpenSession = Awaited<ReturnType<typeof openSession>>;

function sizeOf({ headers }: FileRequest): number {
  const size = Number(headers['content-length']);
  if (headers['content-encoding'] !== undefined || !Number.isSafeInteger(size) || size < 1) throw new Refusal(codes.invalidParams);
  if (size > maxPictureBytes) throw new Refusal(codes.uploadTooLarge);
  return size;
}

async function bodyOf({ raw }: FileRequest, size: number): Promise<Buffer> {
  const late = setTimeout(() => void raw.destroy(), longestMs).unref();
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > size) throw new Refusal(codes.uploadSizeWrong);
      chunks.push(chunk);
    }
    if (length !== size) throw new Refusal(codes.uploadSizeWrong);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(late);
  }
}

/** Keeps the picture of a request with a session, by its sha256. */
async function keepPicture({ session, ctx }: OpenSession, request: FileRequest, size: number): Promise<string> {
  const bytes = await bodyOf(request, size);
  if (pictureFacts(bytes) === undefined) throw new Refusal(codes.fileTypeNotAllowed);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const data = `${sha256} ${bytes.toString('base64')}`;
  const seq = ctx.shareSession === undefined ? attachment.ofUser : attachment.ofVisitor;
  await ctx.services.database.write(async (db) => {
    if ((await attachmentOf(db, session.id, sha256)) !== undefined) return;
    const [now] = await sessionById(db, { id: session.id });
    // a version has all pictures that were uploaded for it; one that a user has uploaded a moment ago is no visitor's to take away
    if (now?.changed_at === 0) await deleteAttachments(db, session.id, seq === attachment.ofUser ? 'all' : 'visitors');
    const { all, ofVisitors } = await attachmentsLength(db, session.id);
    const isFull =
      all + data.length > maxPictures.all || (seq === attachment.ofVisitor && ofVisitors + data.length > maxPictures.ofVisitors);
    if (isFull) throw new Refusal(codes.uploadTooLarge);
    await insertUpdates(db, [{ id: newId(), session_id: session.id, person_id: ctx.user.id, data, seq }]);
  });
  return sha256;
}

/** Takes a picture into the journal of a session; it is on disk when this is answered. Its bytes alone say whether it is one. */
async function receivePicture(services: Services, request: FileRequest, reply: FileReply) {
  try {
    const opened = await openSession(services, request);
    const { ctx, item } = opened;
    const size = sizeOf(request);
    // while it comes in, a picture of a visitor is one of their uploads
    const sha256 =
      ctx.shareSession === undefined
        ? await keepPicture(opened, request, size)
        : await whileUploading(ctx, item, { size, work: () => keepPicture(opened, request, size) });
    return reply.header('cache-control', 'no-store').send({ code: codes.ok.code, message: 'OK', data: { picture: sha256 } });
  } catch (error) {
    request.raw.resume();
    throw error;
  }
}

async function sendPicture(services: Services, request: FileRequest, reply: FileReply) {
  const { session } = await openSession(services, request);
  const { sha256 = '' } = request.params as { sha256?: string };
  const data = /^[0-9a-f]{64}$/.test(sha256) ? await attachmentOf(services.database.read, session.id, sha256) : undefined;
  const bytes = data === undefined ? undefined : Buffer.from(data.slice(65), 'base64');
  const facts = bytes && pictureFacts(bytes);
  if (facts === undefined) throw new Refusal(codes.bytesMissing);
  return reply.headers({ ...safeHeaders(facts.type), 'cache-control': 'private, max-age=3600' }).send(bytes);
}

/** Pictures that take the place of others on slides. */
export const pictureFiles: ServedFile[] = [
  { method: 'PUT', path: '/edit/picture/:ticket', handle: receivePicture },
  { method: 'GET', path: '/edit/picture/:ticket/:sha256', handle: sendPicture },
];
