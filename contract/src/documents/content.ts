import { z } from 'zod';
import { batchLimit } from '../core/rights.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Int, Nothing, Text, Time } from '../core/shapes.ts';

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const Size = Int.pipe(z.number().min(0));

/** The longest name or note of a revision. */
export const longestNote = 500;
export const RevisionNote = z.string().max(longestNote);

export const Revision = z.object({
  id: Id,
  /** Orders the revisions of a document, from 1. */
  number: z.number(),
  /** The version that users speak of, such as "2.1". */
  label: Text,
  /** It was made a major version, by its check-in, a flow, or later. */
  major: z.boolean(),
  name: Text,
  size: z.number(),
  /** For callers who may download the document. */
  sha256: Text.optional(),
  note: Text.optional(),
  createTime: Time,
  creatorName: Text,
  /** All who wrote it together in an editor. */
  writers: z.array(Text).optional(),
  current: z.boolean(),
});
export type Revision = z.infer<typeof Revision>;

/** The longest folder path in an upload. */
export const longestFolderPath = 4000;

const NewFile = {
  parentId: Id,
  name: z.string(),
  size: Size,
  /** Folders below `parentId`, joined by "/", created as needed: for dropped folders. */
  folderPath: z.string().max(longestFolderPath).optional(),
  onSameName: z.enum(['refuse', 'rename', 'revision']).default('refuse'),
};

const NewUpload = {
  ...NewFile,
  /** Unpack the zip into the folder instead of keeping it. */
  extract: Flag.default(false),
};

/**
 * Takes several small files in one request (POST, application/octet-stream): the length of the head in four bytes, big-endian; the
 * head as JSON; the bytes of the files one after the other. Each file is placed or refused on its own.
 */
export const bundlePath = '/document/bundle';
/** Limits of one bundle; `bytes` counts its files together, `head` the JSON. */
export const mostInBundle = { files: batchLimit, bytes: 8 << 20, head: 256 << 10 };

const day = 24 * 3600_000;

const BundledFile = z.object({
  ...NewFile,
  sha256: Sha256.optional(),
  /**
   * Milliseconds since the caller first sent this file without getting an answer: it counts as stored if the caller has placed the same
   * bytes under that name since.
   */
  sentAgo: Int.pipe(z.number().min(0).max(day)).optional(),
});
/** The head of a bundle: its files in the order of their bytes. */
export const BundleHead = z.object({ files: z.array(BundledFile).min(1).max(mostInBundle.files, 'tooManyItems') });
/** The result of each file, in order: 200 and the document, or code and message of the refusal. */
export const BundleAnswer = z.object({ files: z.array(z.object({ code: z.number(), message: Text, id: Id.optional() })) });
export type BundleAnswer = z.infer<typeof BundleAnswer>;

/** A document, or one of its older revisions. */
export const RevisionTarget = z.object({ id: Id, currentRev: Id.optional() });
/** The download address and file name. */
export const Download = z.object({ downloadUrl: Text, fileName: Text, ext: Text.optional() });

/** Attachments of the documents in a zip, each in a folder beside its document. */
const withAttachments = { attachments: Flag.default(false) };
const ZipDownload = Download.extend({
  /** How many attachments the zip leaves out, where they were not asked for; absent for none. */
  attachments: z.number().optional(),
});

export const content = {
  preUpload: post('/document/preUpload', {
    access: 'session',
    does: 'Open an upload (tus 1.0 at uploadUrl); the document stands under this id when the last byte is in',
    input: z.object({ ...NewUpload, sha256: Sha256.optional() }),
    output: z.object({ id: Id, uploadUrl: Text }),
    reads: true,
  }),
  apass: post('/document/apass', {
    access: 'session',
    repeats: true,
    does: 'Complete an upload without a transfer where the caller may already read the same bytes',
    input: z.object({ ...NewUpload, sha256: Sha256 }),
    output: z.object({ done: z.boolean(), id: Id.optional() }),
  }),
  checkNames: post('/document/checkNames', {
    access: 'session',
    does: 'Which of the file paths to upload are taken',
    input: z.object({ parentId: Id, names: z.array(z.string()).max(5000) }),
    output: z.object({ taken: z.array(z.object({ name: Text, id: Id })) }),
    reads: true,
  }),
  preCheckIn: post('/document/preCheckIn', {
    access: 'session',
    does: 'Open an upload for a new revision',
    input: z.object({
      id: Id,
      name: z.string().optional(),
      size: Size,
      sha256: Sha256.optional(),
      major: Flag.default(false),
      /** The holder of the lock keeps it. */
      keepLock: Flag.default(false),
      note: RevisionNote.optional(),
    }),
    output: z.object({ revisionId: Id, uploadUrl: Text }),
    reads: true,
  }),
  revisions: get('/document/revisions', {
    access: 'session',
    does: 'All revisions of a document, newest first',
    input: z.object({ id: Id }),
    output: z.array(Revision),
  }),
  deleteRevision: post('/revision/delete', {
    access: 'session',
    does: 'Delete an older revision for good',
    input: z.object({ id: Id, revisionId: Id }),
    output: Nothing,
  }),
  promoteRevision: post('/revision/promote', {
    access: 'session',
    does: 'Make the current revision the next major version; 4617 for an older one',
    input: z.object({ id: Id, revisionId: Id, note: RevisionNote.optional() }),
    output: z.object({ label: Text }),
  }),
  updateRevision: post('/revision/update', {
    access: 'session',
    does: 'Change the note of a revision',
    input: z.object({ id: Id, revisionId: Id, note: RevisionNote }),
    output: Nothing,
  }),
  restoreRevision: post('/document/restoreRevision', {
    access: 'session',
    does: 'Make an old revision the newest one again',
    input: z.object({ id: Id, currentRev: Id }),
    output: z.object({ revisionId: Id }),
  }),
  lock: post('/document/lock', {
    access: 'session',
    does: 'Lock a document for oneself',
    input: z.object({ id: Id, lockType: Int.default(1) }),
    output: Nothing,
  }),
  unlock: post('/document/unlock', {
    access: 'session',
    does: 'Unlock: the holder, or who may manage it',
    input: z.object({ id: Id, lockType: Int.default(1) }),
    output: Nothing,
  }),
  checkOut: post('/document/checkOut', {
    access: 'session',
    does: 'Lock a document for oneself, and where to fetch it',
    input: z.object({ id: Id }),
    output: Download,
  }),
  undoCheckOut: post('/document/undoCheckOut', {
    access: 'session',
    does: 'Give up a check-out: the holder, or who may manage it',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  download: post('/document/preDownload', {
    access: 'session',
    repeats: true,
    does: 'Where to fetch a document',
    input: RevisionTarget,
    output: Download,
  }),
};

export const archives = {
  extract: post('/document/extract', {
    access: 'session',
    does: 'Unpack a zip document into a folder, in the background, with a message at the end',
    input: z.object({ id: Id, parentId: Id.optional() }),
    output: Nothing,
  }),
  downloadFolder: post('/folder/preDownload', {
    access: 'session',
    does: 'Where to fetch a folder as a zip; 4625-4627 when it must be made in the background',
    input: RevisionTarget.extend(withAttachments),
    output: ZipDownload,
    reads: true,
  }),
  downloadSelection: post('/dms/preDownload', {
    access: 'session',
    does: 'Where to fetch several items as one zip',
    input: z.object({ objIds: z.union([z.string(), z.array(Id)]), ...withAttachments }),
    output: ZipDownload,
    reads: true,
  }),
  compress: post('/folder/compressEvent', {
    access: 'session',
    does: 'Make the zip of a folder or a selection in the background; a message tells when it is ready',
    input: z.object({ id: z.union([z.string(), z.array(Id)]), ...withAttachments }),
    output: Nothing,
  }),
};
