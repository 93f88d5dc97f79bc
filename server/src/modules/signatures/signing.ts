import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { ProofMeans, signatures } from '@dossier/contract/signatures/signatures';
import type { Context, Services } from '../../platform/context.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { newId } from '../../platform/ids.ts';
import { withDeadline } from '../../platform/jobs/current-work.ts';
import { Refusal } from '../../platform/refusal.ts';
import { textOf } from '../../platform/text/texts.ts';
import type { AuthorisedRevision } from '../documents/file-tickets.ts';
import { requireOpenContainer } from '../documents/folders.ts';
import { hasLockByHand, requireNoOtherWriters, requireUnlocked } from '../documents/locks.ts';
import { addRevision, lockBlobs, type PlacedDocument, placeBytes, reviseDocument } from '../documents/place-document.ts';
import { holdRevisions } from '../documents/revisions.ts';
import { labelOf } from '../documents/version-labels.ts';
import { requireIdentityProof } from '../identity/identity-proof.ts';
import { requirePasskeyProof } from '../identity/passkeys.ts';
import { insertSignature, type SignatureRow, signaturesUpTo, signatureThatSealed } from './acts/signatures.queries.ts';
import { documentSigned } from './events.ts';
import { type SealedPdf, sealPdf, trySealing } from './seals/seal-pdf.ts';

/** All steps of a signing together. */
const totalMs = 200_000;

/** Signings that are under way, by user: each has whole PDFs in memory. */
const running = new WeakMap<Services, Set<number>>();

/** Runs the only signing of a user at a time, within the time that a signing may take. */
export async function signAlone<T>({ services, user }: Context, work: () => Promise<T>): Promise<T> {
  const people = running.get(services) ?? new Set<number>();
  running.set(services, people);
  if (people.has(user.id)) throw new Refusal(codes.tooManyRequests);
  people.add(user.id);
  try {
    return await withDeadline(totalMs, work);
  } finally {
    people.delete(user.id);
  }
}

/** A proof of who the caller is, and what uses it up in the transaction that signs. */
export interface SigningProof {
  means: ProofMeans;
  consume: (inner: Context) => Promise<void>;
}

/** Asks the caller to prove once more who they are. Waits for a hash: never inside a transaction. */
export async function requireSigningProof(
  ctx: Context,
  { password, passkey }: Pick<ParsedOf<typeof signatures.sign>, 'password' | 'passkey'>,
): Promise<SigningProof> {
  if (passkey !== undefined) return { means: 'passkey', consume: await requirePasskeyProof(ctx, passkey) };
  return { means: await requireIdentityProof(ctx, password), consume: () => Promise.resolve() };
}

/** Whether a type of file can be signed. */
export const isSignableType = (ext: string): boolean => extensions.pdf.has(ext);

/** Refuses a document that cannot get a next version from the caller now. Rights and version were checked before. */
export async function requireWritable(ctx: Context, authorised: AuthorisedRevision): Promise<void> {
  await requireOpenContainer(ctx, authorised.item);
  await requireUnlocked(ctx, authorised.item);
  await requireNoOtherWriters(ctx, authorised);
}

/** The signatures under the text of a revision, and what they left in it. */
async function signaturesUnder(ctx: Context, { item, revision }: AuthorisedRevision) {
  const previous = await signatureThatSealed(ctx.db, item.id, revision.sha256);
  return { before: await signaturesUpTo(ctx.db, previous), previousId: previous?.id ?? 0, replacedPages: previous?.sealed_pages ?? 0 };
}

/** Refuses a user whose signature is under this text already. */
export async function requireNotSigned(ctx: Context, authorised: AuthorisedRevision): Promise<void> {
  const { before } = await signaturesUnder(ctx, authorised);
  if (before.some((act) => act.person_id === ctx.user.id)) throw new Refusal(codes.alreadySigned);
}

/** Refuses a PDF that could not be sealed. Waits for the sandbox: never inside a transaction. */
export async function requireSealable(ctx: Context, authorised: AuthorisedRevision): Promise<void> {
  const { replacedPages } = await signaturesUnder(ctx, authorised);
  await trySealing(ctx, authorised, replacedPages);
}

/** A signature of the caller with the sealed bytes of the next version, not yet saved. */
export interface PreparedSignature {
  sealed: SealedPdf;
  act: SignatureRow;
}

/** Seals a revision with the signature of the caller. Waits for the sandbox and the network: never inside a transaction. */
export async function prepareSignature(
  ctx: Context,
  authorised: AuthorisedRevision,
  { reason, means }: { reason: string; means: ProofMeans },
): Promise<PreparedSignature> {
  const { item, revision } = authorised;
  const { before, previousId, replacedPages } = await signaturesUnder(ctx, authorised);
  const act: SignatureRow = {
    id: newId(),
    item_id: item.id,
    revision_id: revision.id,
    revision_label: labelOf(revision),
    sha256: revision.sha256,
    sealed_sha256: '',
    sealed_pages: 0,
    previous_id: previousId,
    person_id: ctx.user.id,
    name: ctx.user.fullName,
    reason,
    means,
    signed_at: ctx.now,
  };
  return { sealed: await sealPdf(ctx, authorised, { acts: [...before, act], replacedPages }), act };
}

/** A prepared signature whose sealed bytes are stored. */
export interface StoredSignature extends PreparedSignature {
  content: { sha256: string; size: number };
}

/** Stores the sealed bytes, and then runs the transaction that saves the signatures. */
export function placeSignatures<T>(
  ctx: Context,
  prepared: readonly PreparedSignature[],
  save: (tx: Context, stored: readonly StoredSignature[]) => Promise<T>,
): Promise<T> {
  const placeNext = (stored: readonly StoredSignature[]): Promise<T> => {
    const next = prepared[stored.length];
    if (next !== undefined) return placeBytes(ctx.services, next.sealed.bytes, (content) => placeNext([...stored, { ...next, content }]));
    return inTransaction(ctx, async (tx) => {
      await lockBlobs(
        tx,
        stored.map(({ content }) => content),
      );
      return save(tx, stored);
    });
  };
  return placeNext([]);
}

/**
 * Saves the sealed bytes as the next version with the signature. The caller has checked in this transaction that the current version is the one that
 * was signed. `flow` is the number of the flow that asked for it, for the log.
 */
export async function saveSignature(
  tx: Context,
  { item }: Pick<AuthorisedRevision, 'item'>,
  { stored, flow }: { stored: StoredSignature; flow?: string },
): Promise<PlacedDocument> {
  const { act, content, sealed } = stored;
  const placed = await reviseDocument(tx, item, {
    revisionId: newId(),
    size: content.size,
    keepLock: await hasLockByHand(tx, item),
    bySignature: true,
  });
  const note = textOf(tx.user.lang, 'signatures')('signedBy', { name: act.name });
  await addRevision(tx, placed, { ...content, name: item.name, note });
  await insertSignature(tx.db, { ...act, sealed_sha256: content.sha256, sealed_pages: sealed.pages });
  // what was signed, and what shows it, can be had for as long as the document is there
  await holdRevisions(tx.db, act.id, [act.revision_id, placed.revisionId]);
  const facts = flow === undefined ? {} : { after: { flow } };
  await tx.emit(documentSigned, { objId: item.id, objName: item.name, signatureId: act.id, ...facts });
  return placed;
}
