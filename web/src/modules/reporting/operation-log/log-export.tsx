import { DownloadOutlined } from '@ant-design/icons';
import type { InputOf } from '@dossier/contract/core/route';
import { type LogEntry, operationLog } from '@dossier/contract/reporting/operation-log';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { useActionName, useFactRows, useObjectName } from './entry-details.tsx';
import { changeText } from './log-facts.ts';

/** The filter of the log. */
export type LogQuery = Omit<InputOf<typeof operationLog.log>, 'pageNo' | 'pageSize' | 'beforeId'>;

/** The most entries of an export: still fit for spreadsheets and the browser's memory. */
const maxExportedEntries = 50_000;
const pageSize = 500;

/**
 * All matching entries, page by page from the newest, each page continuing below the last entry, so that new entries do not shift the
 * pages.
 */
async function fetchAllEntries(
  asked: LogQuery,
  { signal, tell: notify }: { signal: AbortSignal; tell: (count: number) => void },
): Promise<{ lines: LogEntry[]; more: boolean }> {
  const lines: LogEntry[] = [];
  for (;;) {
    const below = lines.at(-1)?.id;
    const { list } = await call(operationLog.log, { ...asked, pageSize, ...(below !== undefined && { beforeId: below }) }, { signal });
    lines.push(...list);
    notify(lines.length);
    if (list.length < pageSize) return { lines, more: false };
    if (lines.length >= maxExportedEntries) return { lines, more: true };
  }
}

/** Exports the matching entries as a table, page by page; can be cancelled. */
export function ExportLog({ asked, empty }: { asked: LogQuery; empty: boolean }): ReactNode {
  const t = useText('reporting.log');
  const [got, setGot] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const cellsOf = useCells();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setGot(0);
    try {
      const { lines, more } = await fetchAllEntries(asked, { signal: stop.signal, tell: setGot });
      saveCsv(t('operationLog'), [cellsOf.head, ...lines.map(cellsOf.row)]);
      if (more) notice.warning(t('exportCut', { count: maxExportedEntries.toLocaleString() }));
    } catch {
      // failures were shown by `call`; a cancelled export needs no notice
    } finally {
      setGot(undefined);
    }
  };
  if (got !== undefined)
    return (
      <Button size="small" onClick={() => running.current?.abort()}>
        {t('exporting', { count: got.toLocaleString() })}
      </Button>
    );
  return (
    <Button size="small" icon={<DownloadOutlined />} disabled={empty} onClick={() => void start()}>
      {t('exportCsv')}
    </Button>
  );
}

function useCells(): { head: string[]; row: (entry: LogEntry) => string[] } {
  const t = useText('reporting.log');
  const nameOf = useActionName();
  const factsOf = useFactRows();
  const objectOf = useObjectName();
  const factsText = (entry: LogEntry): string =>
    factsOf(entry)
      .map(({ label, before, after }) => t('fact', { label, value: changeText({ ...(before !== undefined && { before }), after }) }))
      .join('; ');
  return {
    head: [t('when'), t('who'), t('whatWasDone'), t('aboutWhat'), t('details'), t('fromWhere')],
    row: (entry) => [entry.time, entry.userName || t('nobodyKnown'), nameOf(entry), objectOf(entry), factsText(entry), entry.address ?? ''],
  };
}
