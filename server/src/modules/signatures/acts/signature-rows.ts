import type { Lang } from '@dossier/contract/core/shapes';
import type { ProofMeans } from '@dossier/contract/signatures/signatures';
import { textOf } from '../../../platform/text/texts.ts';
import type { PageRow } from '../../preview/pdf-seals.ts';
import type { SignatureRow } from './signatures.queries.ts';

/** A time as it stands on paper: in UTC, as a file has no zone of its own. */
const timeOnPaper = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The page of signatures in a language, the first signature first. */
export function signatureRows(lang: Lang, { name, acts }: { name: string; acts: readonly SignatureRow[] }): PageRow[] {
  const said = textOf(lang, 'signatures');
  const plain = (text: string): PageRow => ({ text, style: 'plain' });
  return [
    { text: said('pageTitle', { name }), style: 'title' },
    plain(said('pageIntro')),
    ...acts.flatMap((act): PageRow[] => [
      { text: act.name, style: 'name' },
      plain(said('signedAt', { time: timeOnPaper(act.signed_at) })),
      plain(said(`means_${act.means as ProofMeans}`)),
      ...(act.reason === '' ? [] : [plain(said('reasonOf', { reason: act.reason }))]),
      plain(said('versionOf', { label: act.revision_label })),
      plain(`SHA-256: ${act.sha256}`),
    ]),
  ];
}
