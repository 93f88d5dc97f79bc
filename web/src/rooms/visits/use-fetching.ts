import { links } from '@dossier/contract/shares';
import { useState } from 'react';
import { call } from '../../ground/call.ts';
import { notice } from '../../ground/notice.ts';
import { refresh } from '../../ground/query.ts';
import { textOf } from '../../ground/text.ts';
import { save } from '../content/download-document.ts';
import { messageOf } from './message-of.ts';

/** Fetches one item, or without an id all that is shared; says what is left of the count. */
export async function fetchItem(token: string, id: string | undefined, refused = notice.error): Promise<void> {
  try {
    const given =
      id === undefined ? call(links.downloadAll, { token }, { quiet: true }) : call(links.download, { token, id }, { quiet: true });
    const { downloadUrl, fileName, downloadsLeft } = await given;
    save(downloadUrl, fileName);
    notice.success(textOf('visits')('downloadStarted', { n: downloadsLeft }));
  } catch (error) {
    refused(messageOf(error));
  }
  await refresh(links.info);
}

/** The same for a button: while one is asked for, no second one is. */
export function useFetching(token: string, id?: string): [busy: boolean, fetch: () => void] {
  const [busy, setBusy] = useState(false);
  const run = (): void => {
    setBusy(true);
    void fetchItem(token, id).finally(() => setBusy(false));
  };
  return [busy, run];
}
