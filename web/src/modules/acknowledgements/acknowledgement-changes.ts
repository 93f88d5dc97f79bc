import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { call } from '../../platform/call.ts';
import type { TextOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { saveFile } from '../../platform/save-file.ts';
import { confirm } from '../../platform/ui/confirm.tsx';
import { refreshAcknowledgements } from '../documents/acknowledgement-news.tsx';

/** Saves who was asked by a request, and who has acknowledged, as a table. */
export async function saveReport(id: string, format: 'csv' | 'xlsx'): Promise<void> {
  const { downloadUrl, fileName } = await call(acknowledgements.export, { id, format });
  saveFile(downloadUrl, fileName);
}

export async function remind(id: string, t: TextOf<'acknowledgements'>): Promise<void> {
  const { reminded } = await call(acknowledgements.remind, { id });
  notice.success(t('reminded', { count: reminded }));
}

/** Asks those whom a request left out and who may view the document by now. */
export async function askLeftOut(id: string, objId: string, t: TextOf<'acknowledgements'>): Promise<void> {
  const { asked } = await call(acknowledgements.askLeftOut, { id });
  if (asked > 0) notice.success(t('askedOf', { count: asked }));
  await refreshAcknowledgements(objId);
}

/** Ends a request after a question. */
export async function endRequest(id: string, objId: string, t: TextOf<'acknowledgements'>): Promise<void> {
  if (!(await confirm({ title: t('endAsk'), text: t('endText'), ok: t('end'), danger: true }))) return;
  await call(acknowledgements.close, { id });
  await refreshAcknowledgements(objId);
}
