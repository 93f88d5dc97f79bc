import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { breakingProblems, type Seal, type SealProblem, type signatures } from '@dossier/contract/signatures/signatures';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { requireRevision } from '../documents/file-tickets.ts';
import { mostSealedBytes } from '../preview/pdf-seals.ts';
import type { ReadSeal } from './reading/read-seals.ts';
import { readSealsOf } from './seals/read-seals.ts';
import { ownFingerprints } from './seals/seal-keys.queries.ts';
import { currentCertificate, fingerprintOf } from './seals/seal-keys.ts';

/** How a signature is to be judged, where these keys are the organisation's own. */
function judge({ issuedBy, problems: found, ...seal }: ReadSeal, own: ReadonlySet<string>): Seal {
  const isOwn = seal.fingerprint !== undefined && own.has(seal.fingerprint);
  // the time-stamp server of the own seals stands in the settings
  const problems: SealProblem[] = found.filter((problem) => !isOwn || problem !== 'unknownStamp');
  if (seal.updatesAfter > 0) problems.push('changedAfter');
  if (!isOwn && issuedBy === 'self') problems.push('selfSigned');
  if (!isOwn && issuedBy === 'unknown') problems.push('unknownIssuer');
  const isBroken = problems.some((problem) => breakingProblems.has(problem));
  return {
    ...seal,
    verdict: isBroken ? 'broken' : problems.length > 0 ? 'doubtful' : 'holds',
    problems,
    ...(issuedBy !== undefined && { issuedBy: isOwn ? ('own' as const) : issuedBy }),
  };
}

/** The signatures in a PDF, for who may read it. Waits for the sandbox: never inside a transaction. */
export async function verifyDocument(
  ctx: Context,
  { id, revisionId }: ParsedOf<typeof signatures.verify>,
): Promise<OutputOf<typeof signatures.verify>> {
  const target = { id, ...(revisionId !== undefined && { currentRev: revisionId }) };
  const { item, revision } = await requireRevision(ctx, right.visible | right.read, target);
  if (!extensions.pdf.has(revision.ext)) throw new Refusal(codes.illegalOperation);
  if (revision.size > mostSealedBytes) throw new Refusal(codes.pdfTooLargeToChange);
  const { services } = ctx;
  if (!(await services.storage.has(revision.sha256))) throw new Refusal(codes.bytesMissing);
  const own = await ownFingerprints(ctx.db, item.organisation_id);
  const read = await services.storage.withLocalFile(revision.sha256, (path) => readSealsOf(services, { path, size: revision.size }));
  if ('reason' in read) throw new Refusal(refusals[read.reason] ?? codes.pdfDamaged);
  const { pages, list, more } = read.found;
  return { pages, list: list.map((seal) => judge(seal, own)), more };
}

const refusals = {
  encrypted: codes.pdfProtected,
  'too-large': codes.pdfTooLargeToChange,
  memory: codes.pdfTooLargeToChange,
  timeout: codes.pdfTooLargeToChange,
  busy: codes.tooManyRequests,
} as Partial<Record<string, (typeof codes)['pdfDamaged']>>;

/** The certificate of the caller's organisation, for programs that are to recognise its seal. */
export async function showCertificate(ctx: Context): Promise<OutputOf<typeof signatures.certificate>> {
  const found = await currentCertificate(ctx.db, ctx.user.organisationId);
  if (found === undefined) return {};
  return {
    certificate: {
      pem: found.toString(),
      subject: found.subject.split('\n').at(-1)?.replace(/^CN=/, '') ?? '',
      validFrom: isoTime(found.validFromDate.getTime()),
      validTo: isoTime(found.validToDate.getTime()),
      fingerprint: fingerprintOf(found),
    },
  };
}
