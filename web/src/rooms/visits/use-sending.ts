import { links } from '@dossier/contract/shares';
import { useCallback, useState } from 'react';
import { refresh } from '../../ground/query.ts';
import { messageOf } from './message-of.ts';
import { sendFile } from './send-file.ts';

/** A file on its way, as it is shown. */
export interface SendRow {
  key: number;
  name: string;
  /** From 0 to 1. */
  part: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  reason?: string;
}

let next = 1;

/** Files on their way into a folder, one after the other. */
export function useSending(token: string, parentId: string): [rows: readonly SendRow[], send: (files: readonly File[]) => void] {
  const [rows, setRows] = useState<readonly SendRow[]>([]);
  const send = useCallback(
    (files: readonly File[]): void => {
      const fresh = files.map((file) => ({ file, row: { key: next++, name: file.name, part: 0, state: 'waiting' } as SendRow }));
      setRows((before) => [...before.filter(({ state }) => state !== 'done'), ...fresh.map(({ row }) => row)]);
      const change = (key: number, to: Partial<SendRow>): void =>
        setRows((before) => before.map((row) => (row.key === key ? { ...row, ...to } : row)));
      const run = async (): Promise<void> => {
        for (const { file, row } of fresh) {
          change(row.key, { state: 'sending' });
          try {
            await sendFile({ token, parentId, file }, (part) => change(row.key, { part }));
            change(row.key, { state: 'done', part: 1 });
            await refresh(links.items);
          } catch (error) {
            change(row.key, { state: 'failed', reason: messageOf(error) });
          }
        }
      };
      void run();
    },
    [token, parentId],
  );
  return [rows, send];
}
