import { limits, type PersonQuota } from '@dossier/contract/limits';
import { Button, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Size } from '../../ground/ui/size.tsx';
import { useCall } from '../../ground/use-call.ts';
import { Meter } from '../limits/meter.tsx';
import { FindBar } from '../people/find-bar.tsx';
import { PagedTable } from '../people/paged-table.tsx';
import { useAsked } from '../people/use-asked.ts';
import styles from './limits.module.css';
import { openDefaultQuota, openQuota } from './quota-dialog.tsx';

/** What the own areas of the organisation's people hold and may hold, and what the organisation itself may. */
export function QuotasPage(): ReactNode {
  const t = useText('limits');
  const asked = useAsked();
  const found = useCall(limits.quotas, asked.input, { keep: true });
  const around = useCall(limits.defaultQuota, {});
  const [chosen, setChosen] = useState<PersonQuota[]>([]);
  const columns = useColumns();
  const now = around.data;
  return (
    <div className={styles.page}>
      {now?.space && (
        <div className={styles.space}>
          <Meter quota={now.space} label={t('spaceOf')} />
        </div>
      )}
      <FindBar label={t('findPeople')} asked={asked}>
        {chosen.length > 0 && <span className={styles.chosen}>{t('chosen', { n: chosen.length })}</span>}
        {chosen.length > 0 && (
          <Button type="primary" onClick={() => openQuota(chosen, () => setChosen([]))}>
            {t('setQuota')}
          </Button>
        )}
        <Button disabled={!now} onClick={() => now && openDefaultQuota(now)}>
          {t('newPeople')}
        </Button>
      </FindBar>
      <PagedTable<PersonQuota, typeof asked.page>
        found={found}
        page={asked.page}
        setPage={asked.setPage}
        columns={columns}
        empty={{ title: t('nobodyFound') }}
        menuOf={(person) => [{ key: 'quota', label: t('setQuota'), onClick: () => openQuota([person]) }]}
        menuName={({ fullName }) => t('actionsOf', { name: fullName })}
        choice={{
          selectedRowKeys: chosen.map(({ id }) => id),
          preserveSelectedRowKeys: true,
          onChange: (_, rows) => setChosen(rows.slice(0, 100)),
          getCheckboxProps: ({ fullName }) => ({ 'aria-label': fullName }),
        }}
      />
    </div>
  );
}

function Share({ used, most, bare = false }: Pick<PersonQuota, 'used' | 'most'> & { bare?: boolean }): ReactNode {
  const t = useText('limits');
  return most === undefined ? null : <Meter quota={{ used, most }} label={t('share')} bare={bare} />;
}

function useColumns(): TableColumnsType<PersonQuota> {
  const t = useText('limits');
  const phone = useMedia('phone');
  const person = (one: PersonQuota): ReactNode => (
    <span className={styles.person} data-off={!one.enabled || undefined}>
      <span>{one.fullName}</span>
      <span className={styles.login}>{one.loginName}</span>
      {phone && (
        <span className={styles.below}>
          {one.most === undefined ? <Size bytes={one.used} /> : <Share used={one.used} most={one.most} />}
        </span>
      )}
    </span>
  );
  return [
    { key: 'person', title: t('person'), render: (_, one) => person(one) },
    { key: 'used', title: t('used'), align: 'end', width: 120, render: (_, one) => <Size bytes={one.used} /> },
    {
      key: 'most',
      title: t('most'),
      align: 'end',
      width: 120,
      render: (_, one) => (one.most === undefined ? t('noLimitSet') : <Size bytes={one.most} />),
    },
    { key: 'share', title: t('share'), width: 220, render: (_, one) => <Share used={one.used} most={one.most} bare /> },
  ];
}
