import { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { call } from '../../platform/call.ts';
import type { TextOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { invalidateRoutes } from '../../platform/query.ts';
import { confirm } from '../../platform/ui/confirm.tsx';
import { refreshLists } from '../documents/areas.ts';

/** What was asked or acknowledged has changed, and with it the mark in lists. */
export async function refreshAcknowledgements(): Promise<void> {
  const { detail, requests, people, pending } = acknowledgements;
  await Promise.all([invalidateRoutes(detail, requests, people, pending), refreshLists()]);
}

export async function acknowledge(id: string, t: TextOf<'acknowledgements'>): Promise<void> {
  await call(acknowledgements.acknowledge, { id });
  await refreshAcknowledgements();
  notice.success(t('acknowledged'));
}

export async function remind(id: string, t: TextOf<'acknowledgements'>): Promise<void> {
  const { reminded } = await call(acknowledgements.remind, { id });
  notice.success(t('reminded', { count: reminded }));
}

/** Ends a request after a question. */
export async function endRequest(id: string, t: TextOf<'acknowledgements'>): Promise<void> {
  if (!(await confirm({ title: t('endAsk'), text: t('endText'), ok: t('end'), danger: true }))) return;
  await call(acknowledgements.close, { id });
  await refreshAcknowledgements();
}
