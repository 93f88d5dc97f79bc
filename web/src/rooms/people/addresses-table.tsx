import type { AddressSegment } from '@dossier/contract/addresses';
import type { Paged } from '@dossier/contract/page';
import { Table, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import styles from './people.module.css';
import { type PageOf, pageSizes, RowActions, turnSign } from './people-table.tsx';
import { useRoleName } from './role-name.ts';
import { useSegmentDeeds } from './use-segment-deeds.tsx';

interface AddressesTableProps {
  found: { data?: Paged<AddressSegment> | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  page: PageOf;
  setPage: (page: PageOf) => void;
  empty: string;
}

/** Ranges of addresses in pages, with a menu on each. */
export function AddressesTable({ found, page, setPage, empty }: AddressesTableProps): ReactNode {
  const columns = useColumns();
  const phone = useMedia('phone');
  const total = found.data?.totalNumber ?? 0;
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  return (
    <Table<AddressSegment>
      className={styles.table ?? ''}
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={found.data?.list ?? []}
      loading={found.isPending && { delay: 150 }}
      locale={{ emptyText: found.isPending ? ' ' : <Empty small title={empty} /> }}
      {...(!phone && { scroll: { x: 'max-content' } })}
      pagination={
        total > (pageSizes[0] as number) && {
          current: page.pageNo,
          pageSize: page.pageSize,
          total,
          pageSizeOptions: pageSizes,
          showSizeChanger: true,
          itemRender: turnSign,
          onChange: (pageNo, pageSize) => setPage({ pageNo: pageSize === page.pageSize ? pageNo : 1, pageSize }),
        }
      }
    />
  );
}

/** Whom a segment concerns. */
function useTarget(): (segment: AddressSegment) => string {
  const t = useText('people');
  const roleName = useRoleName();
  return ({ group, role }) => {
    if (group) return group.name === '' ? t('deletedCircle') : t('forGroup', { name: group.name });
    if (role) return role.name === '' ? t('deletedCircle') : t('forRole', { name: roleName(role.name) });
    return t('forEverybody');
  };
}

function SegmentName({ segment }: { segment: AddressSegment }): ReactNode {
  const t = useText('people');
  const phone = useMedia('phone');
  const target = useTarget();
  return (
    <span className={styles.person} data-off={!segment.enabled || undefined}>
      <span>{segment.name}</span>
      {!segment.enabled && <Tag>{t('switchedOff')}</Tag>}
      {phone && (
        <span className={styles.more}>
          {segment.addresses} · {t(`kind_${segment.kind}`)} · {t(`scope_${segment.scope}`)} · {target(segment)}
        </span>
      )}
    </span>
  );
}

function useColumns(): TableColumnsType<AddressSegment> {
  const t = useText('people');
  const phone = useMedia('phone');
  const target = useTarget();
  const deeds = useSegmentDeeds();
  const columns: TableColumnsType<AddressSegment> = [
    { key: 'name', title: t('name'), render: (_, one) => <SegmentName segment={one} /> },
    { key: 'addresses', title: t('addresses'), render: (_, one) => one.addresses },
    { key: 'kind', title: t('segmentKind'), render: (_, one) => t(`kind_${one.kind}`) },
    { key: 'scope', title: t('segmentScope'), render: (_, one) => t(`scope_${one.scope}`) },
    { key: 'target', title: t('segmentTarget'), render: (_, one) => target(one) },
  ];
  const menu: TableColumnsType<AddressSegment>[number] = {
    key: 'menu',
    title: <span className={styles.hidden}>{t('actions')}</span>,
    width: 48,
    align: 'end',
    render: (_, one) => <RowActions items={deeds(one)} label={t('actionsOf', { name: one.name })} />,
  };
  return [...(phone ? columns.slice(0, 1) : columns), menu];
}
