import { compare } from '@dossier/contract/compare';
import type { OutputOf } from '@dossier/contract/route';
import { CallError, call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { textOf } from '../../ground/text.ts';
import { save } from '../content/download-document.ts';
import type { CompareQuery } from './address.ts';

type State = OutputOf<typeof compare.paper>;

/** One that is there at once needs no word; a longer one says every so often that it is coming. */
const quickMs = 700;
const sayEveryMs = 1500;

/** Downloads the result of a comparison as PDF, once the server has made it. */
export async function downloadResult({ id = '', currentRev, otherId, otherRev }: CompareQuery, spaces: boolean): Promise<void> {
  const t = textOf('compare');
  let talking: ReturnType<typeof setInterval> | undefined;
  const wait = setTimeout(() => {
    const say = (): void => notice.progress(t('pdfMaking'));
    say();
    talking = setInterval(say, sayEveryMs);
  }, quickMs);
  try {
    const { downloadUrl, fileName, look, other } = await call(compare.pdf, { id, currentRev, otherId, otherRev, spaces }, { quiet: true });
    const { state } = await ended({ look, other, spaces });
    if (state === 'ready') save(downloadUrl, fileName);
    else notice.error(t('pdfFailed'));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notice.error(error.message);
  } finally {
    clearTimeout(wait);
    clearInterval(talking);
  }
}

async function ended(looks: { look: string; other: string; spaces: boolean }): Promise<State> {
  for (;;) {
    const state = await call(compare.paper, { ...looks, wait: true }, { quiet: true });
    if (state.state !== 'making') return state;
  }
}
