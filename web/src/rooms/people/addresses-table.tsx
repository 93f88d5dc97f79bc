import type { AddressSegment } from '@dossier/contract/addresses';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { useText } from '../../ground/text.ts';
import { type Found, type PageOf, PagedTable } from './paged-table.tsx';
import styles from './people.module.css';
import { useRoleName } from './role-name.ts';
import { useSegmentDeeds } from './use-segment-deeds.tsx';

interface AddressesTableProps {
  found: Found<AddressSegment>;
  page: PageOf;
  setPage: (page: PageOf) => void;
  empty: { title: string };
}

/** Ranges of addresses in pages, with a menu on each. */
export function AddressesTable(props: AddressesTableProps): ReactNode {
  const t = useText('people');
  const columns = useColumns();
  const deeds = useSegmentDeeds();
  return <PagedTable {...props} columns={columns} menuOf={deeds} menuName={({ name }) => t('actionsOf', { name })} />;
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
  const target = useTarget();
  return [
    { key: 'name', title: t('name'), render: (_, one) => <SegmentName segment={one} /> },
    { key: 'addresses', title: t('addresses'), render: (_, one) => one.addresses },
    { key: 'kind', title: t('segmentKind'), render: (_, one) => t(`kind_${one.kind}`) },
    { key: 'scope', title: t('segmentScope'), render: (_, one) => t(`scope_${one.scope}`) },
    { key: 'target', title: t('segmentTarget'), render: (_, one) => target(one) },
  ];
}
