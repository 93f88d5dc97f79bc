import { InboxOutlined } from '@ant-design/icons';
import type { ReceivedShare } from '@dossier/contract/sharing/share-shapes';
import { shares } from '@dossier/contract/sharing/shares';
import { type ReactNode, useId } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { AppLink } from '../../platform/ui/links.tsx';
import { linkPath, receivedPath } from './links/paths.ts';

interface LinkProps {
  share: ReceivedShare;
  className?: string;
  children?: ReactNode;
}

/** A received share; opens in a new tab, where the user's account replaces the password. */
export function ReceivedLink({ share, className, children }: LinkProps): ReactNode {
  return (
    <a href={linkPath(share.token)} target="_blank" rel="noopener" title={share.name} {...(className !== undefined && { className })}>
      {children ?? share.name}
    </a>
  );
}

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

/** A panel of the home page: recently received shares. Styled by the page. */
export function ReceivedPanel({ styles }: { styles: PanelStyles }): ReactNode {
  const t = useText('sharing.links');
  const id = useId();
  const { data, error, refetch, isPending } = useCall(shares.innerShare, { pageSize: 8 }, { staleTime: 30_000 });
  const late = useDelayed(isPending);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <InboxOutlined />
        <h2 id={id}>{t('received')}</h2>
        {data && data.list.length > 0 && (
          <AppLink to={receivedPath} className={styles.all ?? ''} aria-label={t('allReceived')}>
            {t('all')}
          </AppLink>
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
                    {share.giverName} · <RelativeTime iso={share.createTime} />
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
