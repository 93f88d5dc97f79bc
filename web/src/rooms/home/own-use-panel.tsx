import { BarChartOutlined } from '@ant-design/icons';
import { home } from '@dossier/contract/home';
import { type ReactNode, useId } from 'react';
import { countText } from '../../ground/amounts.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { useCall } from '../../ground/use-call.ts';
import styles from './home.module.css';

/** How often what one owns was opened and fetched. */
export function OwnUsePanel(): ReactNode {
  const t = useText('home');
  const id = useId();
  const { data, error, refetch, isPending } = useCall(home.statistics, {}, { staleTime: 30_000 });
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <BarChartOutlined />
        <h2 id={id}>{t('ownUse')}</h2>
      </header>
      <div className={styles.body} aria-busy={isPending}>
        {error && !data && <ErrorBox small error={error} retry={() => void refetch()} />}
        {data?.documents === 0 && <p className={styles.empty}>{t('ownUseEmpty')}</p>}
        {data && data.documents > 0 && (
          <>
            <dl className={styles.figures}>
              <div>
                <dt>{t('readCount')}</dt>
                <dd>{countText(data.views)}</dd>
              </div>
              <div>
                <dt>{t('downloadCount')}</dt>
                <dd>{countText(data.downloads)}</dd>
              </div>
            </dl>
            <p className={styles.empty}>{t('ownUseOf', { n: data.documents })}</p>
          </>
        )}
      </div>
    </section>
  );
}
