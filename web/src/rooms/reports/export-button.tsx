import { DownloadOutlined } from '@ant-design/icons';
import type { LogEntry } from '@dossier/contract/reports';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { saveCsv } from '../../ground/csv.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useActionName } from './action-name.ts';
import { type Asked, everyLine, mostExported } from './every-line.ts';
import { lineOf } from './facts-text.ts';
import { useObjectName } from './object-name.ts';
import { useFactRows } from './use-fact-rows.ts';

/** Hands out what is asked as a table, page by page; can be stopped on the way. */
export function ExportLog({ asked, empty }: { asked: Asked; empty: boolean }): ReactNode {
  const t = useText('reports');
  const [got, setGot] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const cellsOf = useCells();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setGot(0);
    try {
      const { lines, more } = await everyLine(asked, { signal: stop.signal, tell: setGot });
      saveCsv(t('operationLog'), [cellsOf.head, ...lines.map(cellsOf.row)]);
      if (more) notice.warning(t('exportCut', { n: mostExported.toLocaleString() }));
    } catch {
      // what failed was told by the call; what was stopped by hand needs no word
    } finally {
      setGot(undefined);
    }
  };
  if (got !== undefined)
    return (
      <Button size="small" onClick={() => running.current?.abort()}>
        {t('exporting', { n: got.toLocaleString() })}
      </Button>
    );
  return (
    <Button size="small" icon={<DownloadOutlined />} disabled={empty} onClick={() => void start()}>
      {t('exportCsv')}
    </Button>
  );
}

function useCells(): { head: string[]; row: (entry: LogEntry) => string[] } {
  const t = useText('reports');
  const nameOf = useActionName();
  const factsOf = useFactRows();
  const objectOf = useObjectName();
  const told = (entry: LogEntry): string =>
    factsOf(entry)
      .map(({ label, before, after }) => t('fact', { label, value: lineOf({ ...(before !== undefined && { before }), after }) }))
      .join('; ');
  return {
    head: [t('when'), t('who'), t('whatWasDone'), t('aboutWhat'), t('details'), t('fromWhere')],
    row: (entry) => [entry.time, entry.userName || t('nobodyKnown'), nameOf(entry), objectOf(entry), told(entry), entry.address ?? ''],
  };
}
