import { ScanOutlined } from '@ant-design/icons';
import { screening } from '@dossier/contract/screening';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { exactTime, numberText } from '../../ground/amounts.ts';
import { call } from '../../ground/call.ts';
import { refresh } from '../../ground/query.ts';
import { useLang, useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import styles from './screening.module.css';

const input = { pageNo: 1, pageSize: 1 };

/** The last look through everything: how far it is or what it found; beginning and stopping one. */
export function ScanBar(): ReactNode {
  const t = useText('screening');
  const language = useLang();
  const found = useQuery({
    queryKey: [screening.scans.path, input],
    queryFn: ({ signal }) => call(screening.scans, input, { quiet: true, signal }),
    refetchInterval: ({ state }) => (state.data?.list[0]?.state === 'running' ? 1500 : false),
  });
  const begin = useSend(screening.scan, { refresh: [screening.scans] });
  const stop = useSend(screening.stopScan, { refresh: [screening.scans] });
  const last = found.data?.list[0];
  const running = last?.state === 'running';
  const done = last?.done;
  useEffect(() => {
    // what was found meanwhile stands in the list
    if (done !== undefined) void refresh(screening.finds);
  }, [done, running]);
  const say = (n: number): string => numberText(n, language);
  const told =
    last === undefined
      ? t('noScan')
      : t(`scan_${last.state}`, { done: say(last.done), total: say(last.total), found: say(last.found), time: exactTime(last.begun) });
  return (
    <section className={styles.scan} aria-label={t('scan')}>
      <span role="status">{found.data && told}</span>
      {running && (
        <Progress
          className={styles.progress ?? ''}
          aria-label={t('scan')}
          percent={last.total === 0 ? 0 : Math.min(100, Math.floor((last.done / last.total) * 100))}
        />
      )}
      {running ? (
        <Button size="small" loading={stop.isPending} onClick={() => stop.mutate({ id: last.id })}>
          {t('stopScan')}
        </Button>
      ) : (
        <Button size="small" icon={<ScanOutlined />} loading={begin.isPending} onClick={() => begin.mutate({})}>
          {t('beginScan')}
        </Button>
      )}
    </section>
  );
}
