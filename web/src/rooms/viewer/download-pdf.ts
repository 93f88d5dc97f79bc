import { codes } from '@dossier/contract/codes';
import { looks } from '@dossier/contract/looks';
import { preview } from '@dossier/contract/preview';
import type { OutputOf } from '@dossier/contract/route';
import { CallError, call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { textOf } from '../../ground/text.ts';
import { save } from '../content/download-document.ts';

type State = OutputOf<typeof looks.paper>;

/** A PDF that is there at once needs no word; a longer one says every so often that it is coming. */
const quickMs = 700;
const sayEveryMs = 1500;

/** Downloads a revision as PDF, with the mark of the person in it: it waits until the server has made it, and says why where it cannot. */
export async function downloadPdf(target: { id: string; name: string; currentRev?: string | undefined }): Promise<void> {
  const t = textOf('viewer');
  const { id, name, currentRev } = target;
  let talking: ReturnType<typeof setInterval> | undefined;
  const wait = setTimeout(() => {
    const say = (): void => notice.progress(t('pdfMaking', { name }));
    say();
    talking = setInterval(say, sayEveryMs);
  }, quickMs);
  try {
    const { downloadUrl, fileName, look } = await call(preview.pdf, { id, currentRev }, { quiet: true });
    const state = await ended(look);
    if (state.state === 'ready') save(downloadUrl, fileName);
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

async function ended(look: string): Promise<State> {
  for (;;) {
    const state = await call(looks.paper, { look, wait: true }, { quiet: true });
    if (state.state !== 'making') return state;
  }
}
