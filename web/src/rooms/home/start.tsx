import { home } from '@dossier/contract/home';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { module } from '@dossier/contract/rights';
import styles from './home.module.css';
import { panelInput } from './panel.tsx';

/** The first step in an installation in which one sees nothing yet. */
export function Start(): ReactNode {
  const t = useText('home');
  const go = useGo();
  const { moduleTypes } = useCurrentUser();
  const newest = useCall(home.newest, panelInput, { staleTime: 30_000 });
  if (newest.data?.list.length !== 0) return null;
  return (
    <section className={styles.start}>
      <div>
        <h2 className={styles.startTitle}>{t('startTitle')}</h2>
        <p className={styles.startText}>{t('startText')}</p>
      </div>
      <div className={styles.startDoors}>
        {moduleTypes.includes(module.enterprise) && (
          <Button type="primary" onClick={() => go('/knowledge/index')}>
            {t('toEnterprise')}
          </Button>
        )}
        {moduleTypes.includes(module.my) && <Button onClick={() => go('/doc-my/index')}>{t('toMine')}</Button>}
      </div>
    </section>
  );
}
