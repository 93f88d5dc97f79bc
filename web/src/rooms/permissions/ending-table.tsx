import { type EndingGrant, mostAtOnce } from '@dossier/contract/permissions';
import type { MenuProps, TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Time } from '../../ground/ui/time.tsx';
import { type Found, PagedTable, type PageOf } from '../people/paged-table.tsx';
import { useGranteeName } from '../people/role-name.ts';
import { EndsSoon } from './ends-soon.tsx';
import { levelWords } from './grant-fields.tsx';
import { GranteeIcon } from './grantee-select.tsx';
import styles from './pages.module.css';
import { PlaceName } from './place-name.tsx';

interface EndingTableProps {
  found: Found<EndingGrant>;
  page: PageOf;
  setPage: (page: PageOf) => void;
  chosen: EndingGrant[];
  setChosen: (grants: EndingGrant[]) => void;
  deeds: (grants: EndingGrant[]) => NonNullable<MenuProps['items']>;
}

/** Rights that end in pages, the next one first, to be chosen and changed where one manages them. */
export function EndingTable({ found, page, setPage, chosen, setChosen, deeds }: EndingTableProps): ReactNode {
  const t = useText('permissions');
  const nameOf = useNames();
  const managed = (found.data?.list ?? []).some((one) => one.manages);
  return (
    <PagedTable<EndingGrant, PageOf>
      found={found}
      page={page}
      setPage={setPage}
      columns={useColumns()}
      empty={{ title: t('endingNone'), hint: t('endingNoneHint') }}
      menuOf={(one) => (one.manages ? deeds([one]) : [])}
      menuName={(one) => t('actionsOf', { name: nameOf(one) })}
      choice={
        managed
          ? {
              selectedRowKeys: chosen.map((one) => one.id),
              onChange: (_keys, rows) => setChosen(rows.slice(0, mostAtOnce)),
              getCheckboxProps: (one) => ({ disabled: !one.manages, 'aria-label': nameOf(one) }),
            }
          : undefined
      }
    />
  );
}

function useNames(): (one: EndingGrant) => string {
  const granteeName = useGranteeName();
  return (one) => `${granteeName(one.granteeType, one.granteeName)} · ${one.objName}`;
}

function Until({ deadline }: { deadline: string }): ReactNode {
  const t = useText('permissions');
  const words = t('until', { time: exactTime(deadline).slice(0, 10) });
  return <EndsSoon deadline={deadline} otherwise={<span title={exactTime(deadline)}>{words}</span>} />;
}

function useColumns(): TableColumnsType<EndingGrant> {
  const t = useText('permissions');
  const phone = useMedia('phone');
  return [
    {
      key: 'place',
      title: t('place'),
      render: (_, one) => (
        <>
          <PlaceName place={one} />
          {phone && (
            <span className={styles.more}>
              <Who grant={one} /> {levelWords(t, one.level)} <Until deadline={one.deadline} />
            </span>
          )}
        </>
      ),
    },
    { key: 'who', title: t('grantee'), render: (_, one) => <Who grant={one} /> },
    { key: 'level', title: t('level'), render: (_, one) => levelWords(t, one.level) },
    { key: 'reach', title: t('reach'), render: (_, one) => t(`reach_${one.reach}`) },
    { key: 'until', title: t('deadline'), render: (_, one) => <Until deadline={one.deadline} /> },
    {
      key: 'by',
      title: t('givenBy'),
      render: (_, one) => (
        <>
          {one.givenBy}{' '}
          <span className={styles.quiet}>
            <Time iso={one.givenAt} />
          </span>
        </>
      ),
    },
  ];
}

function Who({ grant }: { grant: EndingGrant }): ReactNode {
  const granteeName = useGranteeName();
  return (
    <span className={styles.who}>
      <GranteeIcon type={grant.granteeType} />
      <span>{granteeName(grant.granteeType, grant.granteeName)}</span>
    </span>
  );
}
