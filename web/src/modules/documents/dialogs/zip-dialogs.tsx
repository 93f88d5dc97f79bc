import { archives } from '@dossier/contract/documents/content';
import { call } from '../../../platform/call.ts';
import { textOf } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { askTakenToo } from './taken-too-dialog.tsx';

/** Asks whether so many attachments go into a zip; undefined cancels. */
export async function askZipAttachments(count: number): Promise<boolean | undefined> {
  const t = textOf('documents.archives');
  const question = { title: t('zipToo'), ok: t('download'), text: t('zipAttachmentsText'), attachments: count } as const;
  return (await askTakenToo({ purpose: 'zip', ...question }))?.attachments;
}

interface BackgroundZip {
  ids: string[];
  /** Whether attachments go into it; undefined where that is asked. */
  attachments: boolean | undefined;
}

/** Offers to make a zip in the background; a message tells the result. */
export async function offerBackgroundZip({ ids, attachments }: BackgroundZip): Promise<void> {
  const t = textOf('documents.archives');
  const [title, text, ok] = [t('hint'), t('compressQuestion'), t('compressYes')];
  const taken =
    attachments === undefined
      ? await askTakenToo({ purpose: 'zip', title, text, ok, attachments: 'some' })
      : (await confirm({ title, text, ok })) && { attachments };
  if (!taken) return;
  await call(archives.compress, { id: ids, ...(taken.attachments && { attachments: true }) });
  notice.success(t('compressStarted'));
}
