import { codes } from '@dossier/contract/core/codes';
import { objType } from '@dossier/contract/core/rights';
import { archives } from '@dossier/contract/documents/content';
import type { Item } from '@dossier/contract/documents/library';
import { CallError, call } from '../../platform/call.ts';
import { loadTexts, textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { confirm } from '../../platform/ui/confirm.tsx';
import { saveFile } from '../../platform/save-file.ts';
import { downloadDocument } from './download-document.ts';

const inBackground: ReadonlySet<number> = new Set([codes.zipTooManyFiles.code, codes.zipTooLarge.code, codes.zipTooSlow.code]);

/** Downloads the selection: one document unchanged, anything more as a zip, built in the background where it is too large. */
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
    saveFile(downloadUrl, fileName);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (inBackground.has(error.code)) await offerBackground(ids);
    else notice.error(error.message);
  }
}

/** Offers to build the zip in the background; a message announces the result. */
async function offerBackground(ids: string[]): Promise<void> {
  await loadTexts();
  const t = textOf('documents.archives');
  if (!(await confirm({ title: t('hint'), text: t('compressQuestion'), ok: t('compressYes') }))) return;
  await call(archives.compress, { id: ids });
  notice.success(t('compressStarted'));
}
