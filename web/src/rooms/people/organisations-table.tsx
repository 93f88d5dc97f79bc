import type { Organisation } from '@dossier/contract/people';
import type { Paged } from '@dossier/contract/page';
import { Table, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { exactTime } from '../../ground/amounts.ts';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { Empty } from '../../ground/ui/empty.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Size } from '../../ground/ui/size.tsx';
import styles from './people.module.css';
import { type PageOf, pageSizes, RowActions, turnSign } from './people-table.tsx';
import { useOrganisationDeeds } from './use-organisation-deeds.tsx';

interface OrganisationsTableProps {
  found: { data?: Paged<Organisation> | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  page: PageOf;
  setPage: (page: PageOf) => void;
}

/** Organisations in pages, with a menu on each. */
export function OrganisationsTable({ found, page, setPage }: OrganisationsTableProps): ReactNode {
  const t = useText('people');
  const columns = useColumns();
  const total = found.data?.totalNumber ?? 0;
  if (found.error && !found.data) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  return (
    <Table<Organisation>
      className={styles.table ?? ''}
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={found.data?.list ?? []}
      loading={found.isPending && { delay: 150 }}
      locale={{ emptyText: found.isPending ? ' ' : <Empty small title={t('nothingFound')} /> }}
      scroll={{ x: 'max-content' }}
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

function OrganisationName({ organisation }: { organisation: Organisation }): ReactNode {
  const t = useText('people');
  return (
    <span
      className={styles.person}
      data-off={!organisation.enabled || organisation.expired || undefined}
      title={organisation.description || undefined}
    >
      <span>{organisation.name}</span>
      {organisation.first && <Tag>{t('firstOrganisation')}</Tag>}
      {!organisation.enabled && <Tag>{t('disabled')}</Tag>}
      {organisation.expired && <Tag color="orange">{t('expired')}</Tag>}
    </span>
  );
}

function useColumns(): TableColumnsType<Organisation> {
  const t = useText('people');
  const phone = useMedia('phone');
  const deeds = useOrganisationDeeds();
  const columns: TableColumnsType<Organisation> = [
    { key: 'name', title: t('name'), render: (_, one) => <OrganisationName organisation={one} /> },
    { key: 'people', title: t('people'), align: 'end', width: 90, render: (_, one) => one.people },
    { key: 'guests', title: t('guests'), align: 'end', width: 90, render: (_, one) => one.guests },
    { key: 'documents', title: t('documents'), align: 'end', width: 110, render: (_, one) => one.documents },
    { key: 'bytes', title: t('spaceUsed'), align: 'end', width: 110, render: (_, one) => <Size bytes={one.bytes} /> },
    { key: 'expires', title: t('expires'), width: 130, render: (_, one) => (one.expires ? exactTime(one.expires) : t('never')) },
  ];
  const menu: TableColumnsType<Organisation>[number] = {
    key: 'menu',
    title: <span className={styles.hidden}>{t('actions')}</span>,
    width: 48,
    align: 'end',
    render: (_, one) => <RowActions items={deeds(one)} label={t('actionsOf', { name: one.name })} />,
  };
  return [...(phone ? columns.slice(0, 1) : columns), menu];
}
