import * as Y from 'yjs';
import type { Services } from '../../../platform/context.ts';
import { updateIds, updatesOf } from '../sessions/edit-sessions.queries.ts';
import { type Journal, readBytes } from './journal.ts';

/** What differs between documents that are edited as a document of Yjs. */
interface YjsFormat {
  /** Puts a file into an empty document; refuses by 4614 what cannot be edited. Answers the encoding of a text, '' for all else. */
  read(bytes: Buffer, doc: Y.Doc): string;
  /** Makes the file of a document. */
  write(base: Buffer, doc: Y.Doc): { bytes: Buffer; encoding: string };
}

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
export const yjsJournal = ({ read, write }: YjsFormat): Journal => ({
  async begin(services, content) {
    const doc = new Y.Doc();
    try {
      const encoding = read(await readBytes(services, content), doc);
      return { encoding, first: encoded(doc) };
    } finally {
      doc.destroy();
    }
  },

  async write(services, session, base) {
    const { doc, ids } = await readUpdates(services, session.id);
    const known = new Set(ids);
    const written = write(base === undefined ? Buffer.alloc(0) : await readBytes(services, base), doc);
    doc.destroy();
    return { ...written, isChangedSince: async (db) => (await updateIds(db, session.id)).some((row) => !known.has(row.id)) };
  },

  async join(services, sessionId) {
    const { doc, ids } = await readUpdates(services, sessionId);
    const data = encoded(doc);
    doc.destroy();
    return ids.length < 2 ? undefined : { ids, data };
  },
});
