import { codes } from '@dossier/contract/core/codes';
import { extensions } from '@dossier/contract/core/file-types';
import type { OutputOf } from '@dossier/contract/core/route';
import { preview } from '@dossier/contract/preview/preview';
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

type State = OutputOf<typeof previewByToken.paper>;

/** A quick result needs no announcement; a slow one is announced at intervals, in milliseconds. */
const quickMs = 700;
const sayEveryMs = 1500;

/** Downloads a revision as PDF, with the user's watermark: waits until the server has rendered it, and reports failures. */
export async function downloadPdf(target: { id: string; name: string; currentRev?: string | undefined }): Promise<void> {
  const t = textOf('preview.viewer');
  const { id, name, currentRev } = target;
  let talking: ReturnType<typeof setInterval> | undefined;
  const wait = setTimeout(() => {
    const announce = (): void => notice.progress(t('pdfMaking', { name }));
    announce();
    talking = setInterval(announce, sayEveryMs);
  }, quickMs);
  try {
    const { downloadUrl, fileName, look } = await call(preview.pdf, { id, currentRev }, { quiet: true });
    const state = await pdfReady(look);
    if (state.state === 'ready') saveFile(downloadUrl, fileName);
    else
      notice.error(
        state.reason === 'too-large'
          ? t('pdfTooLarge', { name })
          : t(state.reason === 'encrypted' ? 'pdfEncrypted' : 'pdfFailed', { name }),
      );
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
