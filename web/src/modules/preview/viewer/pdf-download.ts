import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import type { OutputOf } from '@dossier/contract/core/route';
import { hasCommentedPdf, preview } from '@dossier/contract/preview/preview';
import { previewByToken } from '@dossier/contract/preview/preview-token';
import { CallError, call } from '../../../platform/call.ts';
import { textOf } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { can } from '../../documents/areas.ts';
import { saveFile } from '../../../platform/save-file.ts';

const pdfKinds = [
  extensions.word,
  extensions.slides,
  extensions.diagram,
  extensions.sheet,
  extensions.drawing,
  extensions.picture,
  extensions.rawPicture,
  extensions.text,
  extensions.html,
];

/** Whether a PDF is offered: with the right to one, for types with pages, unless the original is a PDF that may be downloaded. */
export function offersPdf({ ext = '', rights }: { ext?: string | undefined; rights?: number | undefined }): boolean {
  const type = ext.toLowerCase();
  if (!can(rights, 'pdf')) return false;
  return extensions.pdf.has(type) ? !can(rights, 'download') : pdfKinds.some((kind) => kind.has(type));
}

/** Whether a PDF with the comments is offered: of pages, with the rights to read and to a PDF. */
export const offersComments = ({ ext, rights }: { ext: string; rights: number }): boolean =>
  can(rights, 'pdf') && can(rights, 'read') && hasCommentedPdf(ext.toLowerCase());

type State = OutputOf<typeof previewByToken.paper>;

/** A quick result needs no announcement; a slow one is announced at intervals, in milliseconds. */
const quickMs = 700;
const sayEveryMs = 1500;

interface PdfTarget {
  id: string;
  name: string;
  currentRev?: string | undefined;
}

/** Downloads a revision as PDF, with the user's watermark. */
export function downloadPdf(target: PdfTarget): Promise<void> {
  const { id, name, currentRev } = target;
  const t = textOf('preview.viewer');
  return waitForPdf(
    target,
    () => call(preview.pdf, { id, currentRev }, { quiet: true }),
    (reason) => (reason === 'too-large' ? t('pdfTooLarge', { name }) : t(reason === 'encrypted' ? 'pdfEncrypted' : 'pdfFailed', { name })),
  );
}

function failureWithComments(reason: State['reason'], name: string): string {
  const t = textOf('preview.pdfComments');
  if (reason === 'too-large') return t('pdfTooLargeForComments', { name });
  if (reason === 'encrypted') return t('pdfProtected', { name });
  return reason === 'broken' ? t('pdfDamaged', { name }) : textOf('preview.viewer')('pdfFailed', { name });
}

/** Downloads a revision as PDF with its comments, the resolved ones only if asked. */
export function downloadCommentedPdf(target: PdfTarget, resolved: boolean): Promise<void> {
  const { id, name, currentRev } = target;
  return waitForPdf(
    target,
    () => call(preview.commentedPdf, { id, currentRev, resolved }, { quiet: true }),
    (reason) => failureWithComments(reason, name),
  );
}

/** The print version of a revision with its comments, once the server has made it. A failure is shown and thrown. */
export async function printableCommentedPdf(
  { id, name, currentRev }: PdfTarget,
  resolved: boolean,
): Promise<{ look: string; streamUrl: string }> {
  const { downloadUrl, look } = await call(preview.commentedPdf, { id, currentRev, resolved, print: true });
  const { state, reason } = await pdfReady(look);
  if (state === 'ready') return { look, streamUrl: downloadUrl };
  const message = failureWithComments(reason, name);
  notice.error(message);
  throw new CallError(codes.conversionFailed.code, message);
}

/** Waits until the server has made a PDF, saves it, and reports failures. */
async function waitForPdf(
  { name }: PdfTarget,
  ask: () => Promise<OutputOf<typeof preview.pdf>>,
  failure: (reason: State['reason']) => string,
): Promise<void> {
  const t = textOf('preview.viewer');
  let talking: ReturnType<typeof setInterval> | undefined;
  const wait = setTimeout(() => {
    const announce = (): void => notice.progress(t('pdfMaking', { name }));
    announce();
    talking = setInterval(announce, sayEveryMs);
  }, quickMs);
  try {
    const { downloadUrl, fileName, look } = await ask();
    const state = await pdfReady(look);
    if (state.state === 'ready') saveFile(downloadUrl, fileName);
    else notice.error(failure(state.reason));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notice.error(error.code === codes.pdfNotAvailable.code ? t('pdfNone', { name }) : error.message);
  } finally {
    clearTimeout(wait);
    clearInterval(talking);
  }
}

async function pdfReady(previewToken: string): Promise<State> {
  for (;;) {
    const state = await call(previewByToken.paper, { look: previewToken, wait: true }, { quiet: true });
    if (state.state !== 'making') return state;
  }
}
