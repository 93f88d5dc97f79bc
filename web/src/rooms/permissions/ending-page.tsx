import { endingDays, type EndingGrant, type EndingScope, mostAtOnce, permissions } from '@dossier/contract/permissions';
import { Button, Dropdown, Segmented, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { useCall } from '../../ground/use-call.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { EndingTable } from './ending-table.tsx';
import styles from './pages.module.css';
import { useEndingDeeds } from './use-ending-deeds.tsx';

const scopeWords = { mine: 'endingMine', managed: 'endingManaged', all: 'endingAll' } as const;

interface Asked {
  scope: EndingScope;
  days: (typeof endingDays)[number];
  pageNo: number;
  pageSize: number;
}

/** Rights that end before long: what I was given, what I manage, and for who may know, all of the organisation. */
export function EndingPage(): ReactNode {
  const t = useText('permissions');
  const [asked, setAsked] = useState<Asked>({ scope: 'mine', days: 30, pageNo: 1, pageSize: 30 });
  const [chosen, setChosen] = useState<EndingGrant[]>([]);
  const found = useCall(permissions.ending, asked, { keep: true });
  const deeds = useEndingDeeds(() => setChosen([]));
  const change = (changes: Partial<Asked>): void => {
    setChosen([]);
    setAsked({ ...asked, pageNo: 1, ...changes });
  };
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Filters asked={asked} change={change} />
        <span className={styles.gap} />
        <span className={styles.quiet} role="status">
          {chosen.length > 0 ? t('nSelected', { n: chosen.length }) : found.data && t('endingCount', { n: found.data.totalNumber })}
        </span>
        {chosen.length > 0 && (
          <Dropdown trigger={['click']} menu={{ items: deeds(chosen) }} disabled={chosen.length > mostAtOnce}>
            <Button type="primary">{t('change')}</Button>
          </Dropdown>
        )}
      </div>
      {(found.data?.hidden ?? 0) > 0 && <p className={styles.note}>{t('endingHidden', { n: found.data?.hidden ?? 0 })}</p>}
      <EndingTable found={found} page={asked} setPage={change} chosen={chosen} setChosen={setChosen} deeds={deeds} />
    </div>
  );
}

function Filters({ asked, change }: { asked: Asked; change: (changes: Partial<Asked>) => void }): ReactNode {
  const t = useText('permissions');
  const seesAll = useCurrentUser().deeds.includes('rights.see');
  const phone = useMedia('phone');
  const scopes: EndingScope[] = seesAll ? ['mine', 'managed', 'all'] : ['mine', 'managed'];
  const options = scopes.map((value) => ({ value, label: t(scopeWords[value]) }));
  return (
    <>
      {phone ? (
        <Select
          className={styles.days ?? ''}
          aria-label={t('endingTitle')}
          options={options}
          value={asked.scope}
          onChange={(scope) => change({ scope })}
        />
      ) : (
        <Segmented aria-label={t('endingTitle')} options={options} value={asked.scope} onChange={(scope) => change({ scope })} />
      )}
      <Select
        className={styles.days ?? ''}
        aria-label={t('within')}
        value={asked.days}
        onChange={(days) => change({ days })}
        options={endingDays.map((days) => ({ value: days, label: t('withinDays', { n: days }) }))}
      />
    </>
  );
}
