import { AuditOutlined } from '@ant-design/icons';
import { flows } from '@dossier/contract/workflows/flows';
import { type ReactNode, useId } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { AppLink } from '../../platform/ui/links.tsx';
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

/** A panel of the home page: flows waiting for the user. Styled by the page. */
export function PendingFlowsPanel({ styles }: { styles: PanelStyles }): ReactNode {
  const t = useText('workflows');
  const id = useId();
  const input = { scope: 'waiting', pageNo: 1, pageSize: 8 } as const;
  const { data, error, refetch, isPending } = useCall(flows.list, input, { staleTime: 30_000 });
  const late = useDelayed(isPending);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <AuditOutlined />
        <h2 id={id}>{t('waiting')}</h2>
        {data && data.list.length > 0 && (
          <AppLink to={waitingPath} className={styles.all ?? ''} aria-label={t('allWaiting', { count: data.totalNumber })}>
            {t('more')}
          </AppLink>
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
                <AppLink to={`${waitingPath}?flowId=${flow.id}`} className={styles.entry ?? ''} title={flow.title}>
                  <span className={styles.name}>{flow.title}</span>
                  <span className={styles.fact}>
                    {flow.applicantName} · <RelativeTime iso={flow.submitTime ?? flow.createTime} />
                  </span>
                </AppLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
