import * as Y from 'yjs';
import type { Services } from '../../../platform/context.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { updateIds, updatesOf } from '../sessions/edit-sessions.queries.ts';
import { type Journal, readBytes } from './journal.ts';

/** What differs between documents that are edited as a document of Yjs. */
interface YjsFormat {
  /** Puts a file into an empty document; refuses by 4614 what cannot be edited. Answers the encoding of a text, '' for all else. */
  read(file: JournalFile, doc: Y.Doc): Promise<string> | string;
  /** The encoding of a text, '' for all else. */
  encodingOf(bytes: Buffer): string;
  /** Makes the file of a document. */
  write(base: JournalFile, doc: Y.Doc): Promise<RewrittenFile> | RewrittenFile;
}

/** A file and where it lies; `content` is undefined where it was deleted meanwhile. */
export interface JournalFile {
  services: Services;
  content: Content | undefined;
  bytes: Buffer;
}

export interface RewrittenFile {
  bytes: Buffer;
  encoding: string;
}

const fileOf = async (services: Services, content: Content | undefined): Promise<JournalFile> => ({
  services,
  content,
  bytes: content === undefined ? Buffer.alloc(0) : await readBytes(services, content),
});

/** The Yjs document of a session, from its journal; with the ids of the rows that make it. */
export async function readUpdates(services: Services, sessionId: number): Promise<{ doc: Y.Doc; ids: number[] }> {
  const doc = new Y.Doc();
  const rows = await updatesOf(services.database.read, sessionId);
  doc.transact(() => {
    for (const row of rows) Y.applyUpdate(doc, Buffer.from(row.data, 'base64'), 'journal');
  });
  return { doc, ids: rows.map((row) => row.id) };
}

const encoded = (doc: Y.Doc): string => Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64');

/** A journal of updates of Yjs, the first of which is the file. */
export const yjsJournal = ({ read, encodingOf, write }: YjsFormat): Journal => ({
  async begin(services, content) {
    const doc = new Y.Doc();
    try {
      const encoding = await read(await fileOf(services, content), doc);
      return { encoding, first: encoded(doc) };
    } finally {
      doc.destroy();
    }
  },

  encodingOf: async (services, content) => encodingOf(await readBytes(services, content)),

  async write(services, session, base) {
    const { doc, ids } = await readUpdates(services, session.id);
    const known = new Set(ids);
    const written = await write(await fileOf(services, base), doc);
    doc.destroy();
    return { ...written, isChangedSince: async (db) => (await updateIds(db, session.id)).some((row) => !known.has(row.id)) };
  },

  async unsaved(services, session) {
    const { doc } = await readUpdates(services, session.id);
    const state = encoded(doc);
    doc.destroy();
    return { state };
  },

  async join(services, sessionId) {
    const { doc, ids } = await readUpdates(services, sessionId);
    const data = encoded(doc);
    doc.destroy();
    return ids.length < 2 ? undefined : { ids, data };
  },
});
