import type { Failure } from '@dossier/formats/task';
import type { Services } from '../../platform/context.ts';
import { pdfWriterOf } from './pdf/pdf-renderers.ts';
import type { SealPlan } from './pdf/writing/sign-pdf.ts';

/** A row of the page of signatures. */
export type PageRow = SealPlan['rows'][number];

/** A PDF with a place for a seal: where its hexadecimal digits begin, and how many pages were added. */
export type SealablePdf = { ok: true; bytes: Buffer; at: number; addedPages: number } | { ok: false; reason: Failure };

/** The largest PDF that is sealed: it is in memory whole, and once more with what is added. */
export const mostSealedBytes = 96 << 20;
const maxOutput = 112 << 20;
const timeoutMs = 100_000;

/** Appends pages with signatures to a PDF, and a place for a seal, in the sandbox. Never rejects. */
export async function pdfToSeal(services: Services, { path, size }: { path: string; size: number }, plan: SealPlan): Promise<SealablePdf> {
  if (size > mostSealedBytes) return { ok: false, reason: 'too-large' };
  const file = { path, ext: 'pdf', name: '', size };
  const answer = await pdfWriterOf(services).run('seal', file, { timeoutMs, maxOutput, urgent: true, terms: { ...plan } });
  if (!answer.ok) return answer;
  if (answer.bytes === undefined) return { ok: false, reason: 'no-output' };
  return { ok: true, at: answer.bytes.readUInt32BE(0), bytes: answer.bytes.subarray(4), addedPages: answer.pages ?? 0 };
}
