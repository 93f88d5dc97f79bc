import { endingDays, type EndingGrant, type EndingScope, mostAtOnce, permissions } from '@dossier/contract/permissions';
import { Button, Dropdown, Segmented, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { isAdmin, useCurrentUser } from '../session/current-user.ts';
import { EndingTable } from './ending-table.tsx';
import styles from './pages.module.css';
import { useEndingDeeds } from './use-ending-deeds.tsx';

const scopeWords = { mine: 'endingMine', managed: 'endingManaged', all: 'endingAll' } as const;

/** Rights that end before long: what I was given, what I manage, and for who may know, all of the organisation. */
export function EndingPage(): ReactNode {
  const t = useText('permissions');
  const seesAll = isAdmin(useCurrentUser());
  const [asked, setAsked] = useState<{ scope: EndingScope; days: (typeof endingDays)[number]; pageNo: number; pageSize: number }>({
    scope: 'mine',
    days: 30,
    pageNo: 1,
    pageSize: 30,
  });
  const [chosen, setChosen] = useState<EndingGrant[]>([]);
  const found = useCall(permissions.ending, asked, { keep: true });
  const change = (changes: Partial<typeof asked>): void => {
    setChosen([]);
    setAsked({ ...asked, pageNo: 1, ...changes });
  };
  const deeds = useEndingDeeds(() => setChosen([]));
  const scopes = (['mine', 'managed', ...(seesAll ? ['all'] : [])] as EndingScope[]).map((value) => ({
    value,
    label: t(scopeWords[value]),
  }));
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <h1 className={styles.title}>{t('endingTitle')}</h1>
        <Segmented aria-label={t('endingTitle')} options={scopes} value={asked.scope} onChange={(scope) => change({ scope })} />
        <Select
          className={styles.days ?? ''}
          aria-label={t('within')}
          value={asked.days}
          onChange={(days) => change({ days })}
          options={endingDays.map((days) => ({ value: days, label: t('withinDays', { n: days }) }))}
        />
        <span className={styles.gap} />
        {chosen.length > 0 ? (
          <>
            <span className={styles.quiet} role="status">
              {t('nSelected', { n: chosen.length })}
            </span>
            <Dropdown trigger={['click']} menu={{ items: deeds(chosen) }} disabled={chosen.length > mostAtOnce}>
              <Button type="primary">{t('change')}</Button>
            </Dropdown>
          </>
        ) : (
          <span className={styles.quiet} role="status">
            {found.data && t('endingCount', { n: found.data.totalNumber })}
          </span>
        )}
      </div>
      {(found.data?.hidden ?? 0) > 0 && <p className={styles.note}>{t('endingHidden', { n: found.data?.hidden ?? 0 })}</p>}
      <EndingTable found={found} asked={asked} turn={change} chosen={chosen} setChosen={setChosen} deeds={deeds} />
    </div>
  );
}
