import { InboxOutlined } from '@ant-design/icons';
import { shares } from '@dossier/contract/shares';
import { type ReactNode, useId } from 'react';
import { useDelayed } from '../../ground/hooks/use-delayed.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { GoLink } from '../../ground/ui/go-link.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall } from '../../ground/use-call.ts';
import { receivedPath } from './paths.ts';
import { ReceivedLink } from './received-link.tsx';

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

/** A panel of the start page: what colleagues shared lately. It is drawn as the page draws its others. */
export function ReceivedPanel({ styles }: { styles: PanelStyles }): ReactNode {
  const t = useText('shares');
  const id = useId();
  const { data, error, refetch, isPending } = useCall(shares.innerShare, { pageSize: 8 }, { staleTime: 30_000 });
  const late = useDelayed(isPending);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <InboxOutlined />
        <h2 id={id}>{t('received')}</h2>
        {data && data.list.length > 0 && (
          <GoLink to={receivedPath} className={styles.all ?? ''} aria-label={t('allReceived')}>
            {t('all')}
          </GoLink>
        )}
      </header>
      <div className={styles.body} aria-busy={isPending}>
        {error && !data && <ErrorBox small error={error} retry={() => void refetch()} />}
        {late && Array.from({ length: 4 }, (_, at) => <div key={at} className={styles.ghost} />)}
        {data?.list.length === 0 && <p className={styles.empty}>{t('noReceivedHint')}</p>}
        {data && data.list.length > 0 && (
          <ul className={styles.list}>
            {data.list.map((share) => (
              <li key={share.id}>
                <ReceivedLink share={share} className={styles.entry ?? ''}>
                  <span className={styles.name}>{share.name}</span>
                  <span className={styles.fact}>
                    {share.giverName} · <Time iso={share.createTime} />
                  </span>
                </ReceivedLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
