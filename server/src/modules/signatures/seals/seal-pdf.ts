import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codes } from '@dossier/contract/core/codes';
import { breakingProblems } from '@dossier/contract/signatures/signatures';
import type { Failure } from '@dossier/formats/task';
import type { Context, Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { settingsOf } from '../../../platform/settings/settings.ts';
import { textOf } from '../../../platform/text/texts.ts';
import type { AuthorisedRevision } from '../../documents/file-tickets.ts';
import { organisationNames } from '../../identity/organisations.queries.ts';
import { type SealablePdf, pdfToSeal } from '../../preview/pdf-seals.ts';
import { createWorkFolder } from '../../preview/rendition-cache.ts';
import { signatureRows } from '../acts/signature-rows.ts';
import type { SignatureRow } from '../acts/signatures.queries.ts';
import { stampSignature } from '../time-stamps.ts';
import { makeSeal } from './make-seal.ts';
import { readSealsOf } from './read-seals.ts';
import { fingerprintOf, type SealKey, sealKeyOf } from './seal-keys.ts';

/** Bytes kept free for a seal: the signature with its certificate takes less than two kB, a time stamp with its certificates seldom more than ten. */
const room = { plain: 6 << 10, stamped: 30 << 10 };

const refusalOf = (reason: Failure): Refusal => {
  if (reason === 'encrypted') return new Refusal(codes.pdfProtected);
  if (reason === 'too-large' || reason === 'memory' || reason === 'timeout') return new Refusal(codes.pdfTooLargeToChange);
  if (reason === 'busy') return new Refusal(codes.tooManyRequests);
  return new Refusal(reason === 'no-room' ? codes.diskFull : codes.pdfDamaged);
};

interface Sealing {
  /** The signatures under the text, the new one last. */
  acts: readonly SignatureRow[];
  replacedPages: number;
}

export interface SealedPdf {
  bytes: Buffer;
  pages: number;
}

/** Writes the page of signatures and the place of the seal, in the sandbox; refuses a file that cannot be sealed. */
async function prepareFile(
  ctx: Context,
  { item, revision }: AuthorisedRevision,
  { acts, replacedPages, space }: Sealing & { space: number },
): Promise<SealablePdf & { ok: true }> {
  const { services } = ctx;
  const names = acts.map((act) => act.name).join(', ');
  const plan = {
    rows: signatureRows(ctx.user.lang, { name: item.name, acts }),
    replacedPages,
    room: space,
    name: (await organisationNames(ctx.db, [item.organisation_id])).get(item.organisation_id) ?? '',
    reason: textOf(ctx.user.lang, 'signatures')('sealReason', { names }),
    at: ctx.now,
  };
  if (!(await services.storage.has(revision.sha256))) throw new Refusal(codes.bytesMissing);
  const made = await services.storage.withLocalFile(revision.sha256, (path) => pdfToSeal(services, { path, size: revision.size }, plan));
  if (!made.ok) throw refusalOf(made.reason);
  return made;
}

/** Tries whether a file can be sealed, without a seal: protected, damaged and too large ones are refused. */
export async function trySealing(ctx: Context, authorised: AuthorisedRevision, replacedPages: number): Promise<void> {
  await prepareFile(ctx, authorised, { acts: [], replacedPages, space: room.plain });
}

/** The bytes of the next version, sealed and read back. */
export async function sealPdf(ctx: Context, authorised: AuthorisedRevision, { acts, replacedPages }: Sealing): Promise<SealedPdf> {
  const { tsaUrl } = await settingsOf(ctx.db, 'signing');
  const key = await sealKeyOf(ctx.services, authorised.item.organisation_id);
  const space = tsaUrl === '' ? room.plain : room.stamped;
  const made = await prepareFile(ctx, authorised, { acts, replacedPages, space });
  const { bytes, at } = made;
  const digest = createHash('sha256')
    .update(bytes.subarray(0, at - 1))
    .update(bytes.subarray(at + space * 2 + 1))
    .digest();
  const stamp = tsaUrl === '' ? undefined : (signature: Buffer) => stampSignature(ctx, tsaUrl, signature);
  const cms = await makeSeal(key, { digest, stamp });
  if (cms.length > space) throw new Refusal(codes.timeStampFailed);
  bytes.write(cms.toString('hex'), at, 'latin1');
  await requireWholeSeal(ctx.services, bytes, { key, isStamped: stamp !== undefined });
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
