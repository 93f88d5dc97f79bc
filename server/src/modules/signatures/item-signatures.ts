import type { Context } from '../../platform/context.ts';
import { blobOf, releaseRevisionHold } from '../documents/revisions.ts';
import type { Db } from '../../platform/db/database.ts';
import { deleteSignaturesOn, sealedAmong, signaturesBy, signaturesUpTo, signatureThatSealed } from './acts/signatures.queries.ts';

/** Deletes the signatures under documents that are purged. */
export async function releaseSignatures({ db }: Pick<Context, 'db'>, itemIds: number[]): Promise<void> {
  for (const id of await deleteSignaturesOn(db, itemIds)) await releaseRevisionHold(db, id);
}

/** When a person has signed this version of a document, or the text whose signatures this one shows with theirs among them. */
export async function timesOfSigning(
  db: Db,
  { personId, documentId, revisionId }: { personId: number; documentId: number; revisionId: number },
): Promise<number[]> {
  const own = await signaturesBy(db, documentId, personId);
  if (own.length === 0) return [];
  const content = await blobOf(db, revisionId);
  const last = content && (await signatureThatSealed(db, documentId, content.sha256));
  const shown = new Set((await signaturesUpTo(db, last)).map((act) => act.id));
  return own.filter((act) => act.revision_id === revisionId || shown.has(act.id)).map((act) => act.signed_at);
}

/** Of some versions, the ids of those that were made by a signature. */
export async function versionsBySignature(
  db: Db,
  versions: readonly { id: number; document_id: number; sha256: string }[],
): Promise<ReadonlySet<number>> {
  if (versions.length === 0) return new Set();
  const sealed = await sealedAmong(db, versions);
  return new Set(versions.filter((one) => sealed.has(`${one.document_id} ${one.sha256}`)).map((one) => one.id));
}
