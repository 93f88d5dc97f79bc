import { AuditOutlined } from '@ant-design/icons';
import { flows } from '@dossier/contract/flows';
import { type ReactNode, useId } from 'react';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall } from '../../ground/use-call.ts';
import { waitingPath } from './paths.ts';

interface PanelStyles {
  panel?: string;
  head?: string;
  all?: string;
  body?: string;
  empty?: string;
  list?: string;
  entry?: string;
  name?: string;
  fact?: string;
  ghost?: string;
}

/** A panel of the start page: flows that wait for the person. It is drawn as the page draws its others. */
export function PendingPanel({ styles }: { styles: PanelStyles }): ReactNode {
  const t = useText('flows');
  const id = useId();
  const asked = { scope: 'waiting', pageNo: 1, pageSize: 8 } as const;
  const { data, error, refetch, isPending } = useCall(flows.list, asked, { staleTime: 30_000 });
  const late = useDelayed(isPending);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <AuditOutlined />
        <h2 id={id}>{t('waiting')}</h2>
        {data && data.list.length > 0 && (
          <GoLink to={waitingPath} className={styles.all ?? ''} aria-label={t('allWaiting', { n: data.totalNumber })}>
            {t('more')}
          </GoLink>
        )}
      </header>
      <div className={styles.body} aria-busy={isPending}>
        {error && !data && <ErrorBox small error={error} retry={() => void refetch()} />}
        {late && Array.from({ length: 4 }, (_, at) => <div key={at} className={styles.ghost} />)}
        {data?.list.length === 0 && <p className={styles.empty}>{t('none_waiting_hint')}</p>}
        {data && data.list.length > 0 && (
          <ul className={styles.list}>
            {data.list.map((flow) => (
              <li key={flow.id}>
                <GoLink to={`${waitingPath}?flowId=${flow.id}`} className={styles.entry ?? ''} title={flow.title}>
                  <span className={styles.name}>{flow.title}</span>
                  <span className={styles.fact}>
                    {flow.applicantName} · <Time iso={flow.submitTime ?? flow.createTime} />
                  </span>
                </GoLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
