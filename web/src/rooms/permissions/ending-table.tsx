import type { Paged } from '@dossier/contract/page';
import { type EndingGrant, mostAtOnce } from '@dossier/contract/permissions';
import { type MenuProps, Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { type PageOf, pageSizes, RowActions, turnSign } from '../people/people-table.tsx';
import { useGranteeName } from '../people/role-name.ts';
import { EndsSoon } from './ends-soon.tsx';
import { levelWords } from './grant-fields.tsx';
import { GranteeIcon } from './grantee-select.tsx';
import { PlaceName } from './place-name.tsx';
import styles from './pages.module.css';

type Deeds = (grants: EndingGrant[]) => NonNullable<MenuProps['items']>;

interface EndingTableProps {
  found: { data?: Paged<EndingGrant> | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  asked: PageOf;
  turn: (page: PageOf) => void;
  chosen: EndingGrant[];
  setChosen: (grants: EndingGrant[]) => void;
  deeds: Deeds;
}

/** Rights that end in pages, the next one first, to be chosen and changed where one manages them. */
export function EndingTable({ found, asked, turn, chosen, setChosen, deeds }: EndingTableProps): ReactNode {
  const t = useText('permissions');
  const columns = useColumns(deeds);
  const phone = useMedia('phone');
  const list = found.data?.list ?? [];
  const total = found.data?.totalNumber ?? 0;
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  return (
    <Table<EndingGrant>
      className={styles.table ?? ''}
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={list}
      loading={found.isPending && { delay: 150 }}
      locale={{ emptyText: found.isPending ? ' ' : <Empty small title={t('endingNone')} hint={t('endingNoneHint')} /> }}
      {...(!phone && { scroll: { x: 'max-content' } })}
      {...(list.some((one) => one.manages) && {
        rowSelection: {
          selectedRowKeys: chosen.map((one) => one.id),
          onChange: (_keys, rows) => setChosen(rows.slice(0, mostAtOnce)),
          getCheckboxProps: (one) => ({ disabled: !one.manages, 'aria-label': `${one.granteeName} · ${one.objName}` }),
        },
      })}
      pagination={
        total > (pageSizes[0] as number) && {
          current: asked.pageNo,
          pageSize: asked.pageSize,
          total,
          pageSizeOptions: pageSizes,
          showSizeChanger: true,
          itemRender: turnSign,
          onChange: (pageNo, pageSize) => turn({ pageNo: pageSize === asked.pageSize ? pageNo : 1, pageSize }),
        }
      }
    />
  );
}

function Until({ deadline }: { deadline: string }): ReactNode {
  const t = useText('permissions');
  const words = t('until', { time: exactTime(deadline).slice(0, 10) });
  return <EndsSoon deadline={deadline} otherwise={<span title={exactTime(deadline)}>{words}</span>} />;
}

function useColumns(deeds: Deeds): TableColumnsType<EndingGrant> {
  const t = useText('permissions');
  const phone = useMedia('phone');
  const granteeName = useGranteeName();
  const nameOf = (one: EndingGrant): string => granteeName(one.granteeType, one.granteeName);
  const who = (one: EndingGrant): ReactNode => (
    <span className={styles.who}>
      <GranteeIcon type={one.granteeType} />
      <span>{nameOf(one)}</span>
    </span>
  );
  const columns: TableColumnsType<EndingGrant> = [
    {
      key: 'place',
      title: t('place'),
      render: (_, one) => (
        <>
          <PlaceName place={one} />
          {phone && (
            <span className={styles.more}>
              {who(one)} {levelWords(t, one.level)} <Until deadline={one.deadline} />
            </span>
          )}
        </>
      ),
    },
    { key: 'who', title: t('grantee'), render: (_, one) => who(one) },
    { key: 'level', title: t('level'), render: (_, one) => levelWords(t, one.level) },
    { key: 'reach', title: t('reach'), render: (_, one) => t(`reach_${one.reach}`) },
    { key: 'until', title: t('deadline'), render: (_, one) => <Until deadline={one.deadline} /> },
    {
      key: 'by',
      title: t('givenBy'),
      render: (_, one) => (
        <>
          {one.givenBy} <span className={styles.quiet}>{<Time iso={one.givenAt} />}</span>
        </>
      ),
    },
  ];
  const menu: TableColumnsType<EndingGrant>[number] = {
    key: 'menu',
    title: <span className={styles.hidden}>{t('rowActions')}</span>,
    width: 48,
    align: 'end',
    render: (_, one) =>
      one.manages && <RowActions items={deeds([one])} label={t('actionsOf', { name: `${nameOf(one)} · ${one.objName}` })} />,
  };
  return [...(phone ? columns.slice(0, 1) : columns), menu];
}
