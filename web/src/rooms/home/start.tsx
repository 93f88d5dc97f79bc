import { home } from '@dossier/contract/home';
import { library } from '@dossier/contract/library';
import { module, moduleType } from '@dossier/contract/rights';
import { shares } from '@dossier/contract/shares';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useGo } from '../../ground/go.ts';
import { useText } from '../../ground/text.ts';
import { FileIcon } from '../../ground/ui/file-icon.tsx';
import { useCall } from '../../ground/use-call.ts';
import { itemPath } from '../library/area.ts';
import { useCurrentUser } from '../session/current-user.ts';
import styles from './home.module.css';
import { panelInput } from './panel.tsx';

/** The first step where one sees no document yet: as far as one may go. */
export function Start(): ReactNode {
  const newest = useCall(home.newest, panelInput, { staleTime: 30_000 });
  const user = useCurrentUser();
  if (newest.data?.list.length !== 0) return null;
  const shared = user.moduleTypes.includes(module.enterprise);
  if (shared && !user.deeds.includes('cabinets.create')) return <SharedStart />;
  return shared || user.moduleTypes.includes(module.my) ? <OwnStart /> : null;
}

/** Who may make cabinets, for all or at least for themselves, begins with one. */
function OwnStart(): ReactNode {
  const t = useText('home');
  const go = useGo();
  const { moduleTypes } = useCurrentUser();
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

/** Everybody else begins with the cabinets and folders that were opened to them. */
function SharedStart(): ReactNode {
  const t = useText('home');
  const go = useGo();
  const { moduleTypes } = useCurrentUser();
  const places = useCall(library.cabinets, { moduleType: moduleType.enterprise, ...panelInput }, { staleTime: 30_000 });
  const received = useCall(shares.innerShare, panelInput, { staleTime: 30_000 });
  if (places.data === undefined || received.isPending) return null;
  const { list } = places.data;
  // what colleagues shared stands in a panel of its own
  if (list.length === 0 && (received.data?.list.length ?? 0) > 0) return null;
  return (
    <section className={styles.start}>
      <div>
        <h2 className={styles.startTitle}>{t(list.length > 0 ? 'sharedTitle' : 'nothingSharedTitle')}</h2>
        <p className={styles.startText}>{t(list.length > 0 ? 'sharedText' : 'nothingSharedText')}</p>
      </div>
      <div className={styles.startDoors}>
        {list.map((place) => (
          <Button key={place.id} icon={<FileIcon objType={place.objType} size={16} />} onClick={() => go(itemPath(place))}>
            {place.name}
          </Button>
        ))}
        {list.length === 0 && moduleTypes.includes(module.my) && <Button onClick={() => go('/doc-my/index')}>{t('toMine')}</Button>}
      </div>
    </section>
  );
}
