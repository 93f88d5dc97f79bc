import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { versionLabel } from '@dossier/contract/documents/version-labels';
import { breakingProblems, maxReasonLength, type ProofMeans, type signatures } from '@dossier/contract/signatures/signatures';
import type { Failure } from '@dossier/formats/task';
import type { Context, Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { withDeadline } from '../../../platform/jobs/current-work.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { textOf } from '../../../platform/text/texts.ts';
import { type AuthorisedRevision, requireRevision } from '../../documents/file-tickets.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { hasLockByHand, requireNoOtherWriters, requireUnlocked } from '../../documents/locks.ts';
import { addRevision, lockBlobs, placeBytes, reviseDocument } from '../../documents/place-document.ts';
import { holdRevisions } from '../../documents/revisions.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { requireIdentityProof } from '../../identity/identity-proof.ts';
import { organisationNames } from '../../identity/organisations.queries.ts';
import { requirePasskeyProof } from '../../identity/passkeys.ts';
import { pdfToSeal } from '../../preview/pdf-seals.ts';
import { createWorkFolder } from '../../preview/rendition-cache.ts';
import { documentSigned } from '../events.ts';
import { makeSeal } from '../seals/make-seal.ts';
import { readSealsOf } from '../seals/read-seals.ts';
import { fingerprintOf, type SealKey, sealKeyOf } from '../seals/seal-keys.ts';
import { stampSignature } from '../time-stamps.ts';
import { signatureRows } from './signature-rows.ts';
import { insertSignature, type SignatureRow, signaturesUpTo, signatureThatSealed } from './signatures.queries.ts';

type SignTerms = ParsedOf<typeof signatures.sign>;

/** Bytes kept free for a seal: the signature with its certificate takes less than two kB, a time stamp with its certificates seldom more than ten. */
const room = { plain: 6 << 10, stamped: 30 << 10 };
/** All steps of a signing together. */
const totalMs = 200_000;

/** Signings that are under way, by user: each has a whole PDF in memory. */
const running = new WeakMap<Services, Set<number>>();

async function alone<T>({ services, user }: Context, work: () => Promise<T>): Promise<T> {
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

/** The current revision of a PDF that the caller may sign: read and have it whole, and save the next version. */
async function requireSignable(ctx: Context, { id, revisionId }: Pick<SignTerms, 'id' | 'revisionId'>): Promise<AuthorisedRevision> {
  const authorised = await requireRevision(ctx, right.visible | right.read, { id });
  if ((authorised.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  if ((authorised.bits & right.modify) === 0) throw new Refusal(codes.noRightToEdit);
  if (!extensions.pdf.has(authorised.item.ext)) throw new Refusal(codes.illegalOperation);
  if (authorised.revision.id !== Number(revisionId)) throw new Refusal(codes.changedMeanwhile);
  await requireOpenContainer(ctx, authorised.item);
  await requireUnlocked(ctx, authorised.item);
  await requireNoOtherWriters(ctx, authorised);
  return authorised;
}

/** A proof of who the caller is, and what uses it up in the transaction that signs. */
interface Proof {
  means: ProofMeans;
  consume: (inner: Context) => Promise<void>;
}

async function requireProof(ctx: Context, { password, passkey }: SignTerms): Promise<Proof> {
  if (passkey !== undefined) return { means: 'passkey', consume: await requirePasskeyProof(ctx, passkey) };
  return { means: await requireIdentityProof(ctx, password), consume: () => Promise.resolve() };
}

const refusalOf = (reason: Failure): Refusal => {
  if (reason === 'encrypted') return new Refusal(codes.pdfProtected);
  if (reason === 'too-large' || reason === 'memory' || reason === 'timeout') return new Refusal(codes.pdfTooLargeToChange);
  if (reason === 'busy') return new Refusal(codes.tooManyRequests);
  return new Refusal(reason === 'no-room' ? codes.diskFull : codes.pdfDamaged);
};

/** Signs the current version of a PDF: the next one has a page that says so, and a seal over all of it. */
export async function signDocument(ctx: Context, input: SignTerms): Promise<OutputOf<typeof signatures.sign>> {
  const { reason = '' } = input;
  if ([...reason].length > maxReasonLength) throw new Refusal(codes.signatureReasonTooLong);
  const authorised = await requireSignable(ctx, input);
  const { item, revision } = authorised;
  if (!(await ctx.services.storage.has(revision.sha256))) throw new Refusal(codes.bytesMissing);
  const previous = await signatureThatSealed(ctx.db, item.id, revision.sha256);
  const before = await signaturesUpTo(ctx.db, previous);
  if (before.some((act) => act.person_id === ctx.user.id)) throw new Refusal(codes.alreadySigned);
  const proof = await requireProof(ctx, input);
  const act: SignatureRow = {
    id: newId(),
    item_id: item.id,
    revision_id: revision.id,
    revision_label: labelOf(revision),
    sha256: revision.sha256,
    sealed_sha256: '',
    sealed_pages: 0,
    previous_id: previous?.id ?? 0,
    person_id: ctx.user.id,
    name: ctx.user.fullName,
    reason,
    means: proof.means,
    signed_at: ctx.now,
  };
  return alone(ctx, async () => {
    const sealed = await seal(ctx, authorised, { acts: [...before, act], replacedPages: previous?.sealed_pages ?? 0 });
    return saveSigned(ctx, input, { sealed, act, proof });
  });
}

interface Sealing {
  /** The signatures under the text, the new one last. */
  acts: readonly SignatureRow[];
  replacedPages: number;
}

interface Sealed {
  bytes: Buffer;
  pages: number;
}

/** The bytes of the next version, sealed and read back. */
async function seal(ctx: Context, { item, revision }: AuthorisedRevision, { acts, replacedPages }: Sealing): Promise<Sealed> {
  const { services } = ctx;
  const { tsaUrl } = await settingsOf(ctx.db, 'signing');
  const key = await sealKeyOf(services, item.organisation_id);
  const space = tsaUrl === '' ? room.plain : room.stamped;
  const names = acts.map((act) => act.name).join(', ');
  const plan = {
    rows: signatureRows(ctx.user.lang, { name: item.name, acts }),
    replacedPages,
    room: space,
    name: (await organisationNames(ctx.db, [item.organisation_id])).get(item.organisation_id) ?? '',
    reason: textOf(ctx.user.lang, 'signatures')('sealReason', { names }),
    at: ctx.now,
  };
  const made = await services.storage.withLocalFile(revision.sha256, (path) => pdfToSeal(services, { path, size: revision.size }, plan));
  if (!made.ok) throw refusalOf(made.reason);
  const { bytes, at } = made;
  const digest = createHash('sha256')
    .update(bytes.subarray(0, at - 1))
    .update(bytes.subarray(at + space * 2 + 1))
    .digest();
  const stamp = tsaUrl === '' ? undefined : (signature: Buffer) => stampSignature(ctx, tsaUrl, signature);
  const cms = await makeSeal(key, { digest, stamp });
  if (cms.length > space) throw new Refusal(codes.timeStampFailed);
  bytes.write(cms.toString('hex'), at, 'latin1');
  await requireWholeSeal(services, bytes, { key, isStamped: stamp !== undefined });
  return { bytes, pages: made.addedPages };
}

/** Reads a sealed PDF back, in processes that have not written it. Nothing is saved of one that two engines do not read alike, or whose seal does not hold. */
async function requireWholeSeal(
  services: Services,
  bytes: Buffer,
  { key, isStamped }: { key: SealKey; isStamped: boolean },
): Promise<void> {
  const { folder, done } = await createWorkFolder(services);
  try {
    const path = join(folder, 'sealed.pdf');
    await writeFile(path, bytes);
    const read = await readSealsOf(services, { path, size: bytes.length }, 'check');
    if ('reason' in read) throw refusalOf(read.reason);
    const own = read.found.list.find((one) => one.fingerprint === fingerprintOf(key.certificate) && one.updatesAfter === 0);
    if (isStamped && (own?.stampTime === undefined || own.problems.includes('stampWrong'))) throw new Refusal(codes.timeStampFailed);
    if (read.found.pages > 0 && own !== undefined && !own.problems.some((problem) => breakingProblems.has(problem))) return;
    services.log.warn({ problems: own?.problems, pages: read.found.pages }, 'a sealed PDF could not be read back');
    throw new Refusal(codes.pdfDamaged);
  } finally {
    await done();
  }
}

interface SignedVersion {
  sealed: Sealed;
  act: SignatureRow;
  proof: Proof;
}

/** Saves the sealed bytes as the next version with the signature, unless the document has got another version meanwhile. */
const saveSigned = (ctx: Context, input: SignTerms, { sealed, act, proof }: SignedVersion): Promise<OutputOf<typeof signatures.sign>> =>
  placeBytes(ctx.services, sealed.bytes, (content) =>
    inTransaction(ctx, async (tx) => {
      await lockBlobs(tx, [content]);
      const { item } = await requireSignable(tx, input);
      await proof.consume(tx);
      const placed = await reviseDocument(tx, item, { revisionId: newId(), size: content.size, keepLock: await hasLockByHand(tx, item) });
      const note = textOf(ctx.user.lang, 'signatures')('signedBy', { name: act.name });
      await addRevision(tx, placed, { ...content, name: item.name, note });
      await insertSignature(tx.db, { ...act, sealed_sha256: content.sha256, sealed_pages: sealed.pages });
      // what was signed, and what shows it, can be had for as long as the document is there
      await holdRevisions(tx.db, act.id, [act.revision_id, placed.revisionId]);
      await tx.emit(documentSigned, { objId: item.id, objName: item.name, signatureId: act.id });
      return { revisionId: String(placed.revisionId), label: versionLabel(placed.version) };
    }),
  );
