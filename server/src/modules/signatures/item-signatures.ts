import type { Context } from '../../platform/context.ts';
import { blobOf, releaseRevisionHold } from '../documents/revisions.ts';
import type { Db } from '../../platform/db/database.ts';
import { deleteSignaturesOn, revisionsSignedBy, sealedAmong, signaturesUpTo, signatureThatSealed } from './acts/signatures.queries.ts';

/** Deletes the signatures under documents that are purged. */
export async function releaseSignatures({ db }: Pick<Context, 'db'>, itemIds: number[]): Promise<void> {
  for (const id of await deleteSignaturesOn(db, itemIds)) await releaseRevisionHold(db, id);
}

/** Whether a person has signed this version of a document, or this one shows their signature under the text that they signed. */
export async function hasSignedVersion(
  db: Db,
  { personId, documentId, revisionId }: { personId: number; documentId: number; revisionId: number },
): Promise<boolean> {
  const signed = await revisionsSignedBy(db, documentId, personId);
  if (signed.length === 0 || signed.includes(revisionId)) return signed.length > 0;
  const content = await blobOf(db, revisionId);
  const last = content && (await signatureThatSealed(db, documentId, content.sha256));
  return (await signaturesUpTo(db, last)).some((act) => act.person_id === personId);
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
