import { archives } from '@dossier/contract/archives';
import { codes } from '@dossier/contract/codes';
import type { Item } from '@dossier/contract/library';
import { objType } from '@dossier/contract/rights';
import { CallError, call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { loadWords, textOf } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { downloadDocument, save } from '../content/download-document.ts';

const inBackground: ReadonlySet<number> = new Set([codes.zipTooManyFiles.code, codes.zipTooLarge.code, codes.zipTooSlow.code]);

/** Downloads what is selected: a document as it is, anything more as one zip, made in the background where it is too much. */
export async function downloadItems(items: Item[]): Promise<void> {
  const [first] = items;
  if (!first) return;
  if (items.length === 1 && first.objType === objType.document) return downloadDocument({ id: first.id });
  const ids = items.map((item) => item.id);
  try {
    const { downloadUrl, fileName } =
      items.length === 1
        ? await call(archives.downloadFolder, { id: first.id }, { quiet: true })
        : await call(archives.downloadSelection, { objIds: ids }, { quiet: true });
    save(downloadUrl, fileName);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (inBackground.has(error.code)) await offerBackground(ids);
    else notice.error(error.message);
  }
}

/** Asks whether the zip shall be made in the background; a message of the server tells when it is ready. */
async function offerBackground(ids: string[]): Promise<void> {
  await loadWords();
  const t = textOf('archives');
  if (!(await confirm({ title: t('hint'), text: t('compressQuestion'), ok: t('compressYes') }))) return;
  await call(archives.compress, { id: ids });
  notice.success(t('compressStarted'));
}
