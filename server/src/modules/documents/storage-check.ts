import type { Db } from '../../platform/db/database.ts';
import { type Storage, hashOf } from '../../platform/storage/storage.ts';
import {
  blobsAfter,
  documentsOfBlob,
  documentsWithoutRevision,
  itemsWithoutParent,
  knowsBlob,
  revisionsWithoutBlob,
  editSessionsOfBlob,
  templatesOfBlob,
  templatesWithoutBlob,
  wrongCounts,
} from './storage/storage-check.queries.ts';

/** A finding of the check: a problem is damage, a note is what a later sweep removes or does no harm. */
export interface Finding {
  kind: 'problem' | 'note';
  text: string;
}

/** Checks every content and every reference between documents and contents. Changes nothing, so it may run beside the server. */
export async function* checkStore(db: Db, storage: Storage): AsyncGenerator<Finding> {
  yield* checkBlobs(db, storage);
  for (const row of await revisionsWithoutBlob(db))
    yield problem(`revision ${row.number} of document ${row.document_id} "${row.name}" has no content ${row.sha256} of its size`);
  for (const row of await templatesWithoutBlob(db))
    yield problem(`document template ${row.id} "${row.name}" has no content ${row.sha256} of its size`);
  for (const row of await documentsWithoutRevision(db))
    yield problem(`document ${row.id} "${row.name}" does not agree with its newest revision ${row.revision_id}`);
  for (const row of await itemsWithoutParent(db))
    yield problem(`item ${row.id} "${row.name}" lies in folder ${row.parent_id}, which is missing`);
  for (const row of await wrongCounts(db)) yield problem(`the counter of kind ${row.kind} in folder ${row.parent_id} is off by ${row.off}`);
  yield* checkFiles(db, storage);
}

const problem = (text: string): Finding => ({ kind: 'problem', text });

async function* checkBlobs(db: Db, storage: Storage): AsyncGenerator<Finding> {
  for (let after = ''; ; ) {
    const rows = await blobsAfter(db, after);
    for (const { sha256, size } of rows) {
      const fault = await faultOf(storage, sha256, size);
      // a purge may have freed it since the row was read
      if (fault === undefined || !(await knowsBlob(db, sha256))) continue;
      const used = [
        ...(await documentsOfBlob(db, sha256)).map((one) => `document ${one.id} "${one.name}" revision ${one.number}`),
        ...(await templatesOfBlob(db, sha256)).map((one) => `document template ${one.id} "${one.name}"`),
        ...(await editSessionsOfBlob(db, sha256)).map((one) => `draft of document ${one.document_id}`),
      ];
      yield problem(`content ${sha256} ${fault} (${used.join(', ') || 'used by no document'})`);
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.sha256;
  }
}

async function faultOf(storage: Storage, sha256: string, size: number): Promise<string | undefined> {
  const found = await storage.stat(sha256);
  if (found === undefined) return 'is missing';
  if (found.size !== size) return `has ${found.size} bytes instead of ${size}`;
  return (await hashOf(storage.open(sha256))) === sha256 ? undefined : 'has other bytes than it had';
}

async function* checkFiles(db: Db, storage: Storage): AsyncGenerator<Finding> {
  for await (const sha256 of storage.list()) {
    if (!(await knowsBlob(db, sha256))) yield { kind: 'note', text: `file ${sha256} belongs to no content` };
  }
  for (const name of await storage.parts.list()) {
    const found = await storage.parts.stat(name);
    if (found?.isEnded === false)
      yield { kind: 'note', text: `part ${name} of an upload waits, ${found.size} bytes since ${new Date(found.changed).toISOString()}` };
  }
}
