import { DeleteOutlined, EditOutlined, PlusOutlined, PoweroffOutlined } from '@ant-design/icons';
import { type AddressSegment, addresses } from '@dossier/contract/identity/address-restrictions';
import { Button, type MenuProps, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { useMedia } from '../../../platform/ui/hooks.ts';
import styles from '../../../platform/ui/list-page.module.css';
import { SearchBar } from '../../../platform/ui/list-page.tsx';
import { type PageRequest, type PageResult, PagedTable, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { useRoleName } from '../role-names.ts';
import { openRestriction } from './address-restriction-dialog.tsx';
import { TestAddress } from './test-address.tsx';

/** The actions on an address segment: edit, enable or disable, delete. */
export function useRestrictionActions(): (segment: AddressSegment) => NonNullable<MenuProps['items']> {
  const t = useText('identity.users');
  const may = usePermissions();
  const refresh = { refresh: [addresses.segments, addresses.tryAddress] };
  const update = useCallMutation(addresses.updateSegment, refresh);
  const remove = useCallMutation(addresses.deleteSegment, refresh);
  const turn = async ({ group, role, ...segment }: AddressSegment): Promise<void> => {
    const target = { ...(group && { groupId: group.id }), ...(role && { roleId: role.id }) };
    await update.mutateAsync({ ...segment, ...target, enabled: !segment.enabled });
    notice.success(t(segment.enabled ? 'segmentOff' : 'segmentOn', { name: segment.name }));
  };
  const confirmDelete = async ({ id, name }: AddressSegment): Promise<void> => {
    const question = { title: t('deleteSegmentAsk', { name }), text: t('deleteSegmentText'), ok: t('deleteSegment'), danger: true };
    if (await confirm(question)) await remove.mutateAsync({ id });
  };
  if (!may('addresses.edit')) return () => [];
  return (segment) => [
    { key: 'edit', icon: <EditOutlined />, label: t('editSegment'), onClick: () => openRestriction(segment) },
    {
      key: 'turn',
      icon: <PoweroffOutlined />,
      label: t(segment.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => void turn(segment).catch(() => undefined),
    },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      label: t('deleteSegment'),
      danger: true,
      onClick: () => void confirmDelete(segment).catch(() => undefined),
    },
  ];
}

interface AddressesTableProps {
  found: PageResult<AddressSegment>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  empty: { title: string };
}

/** Address segments in pages, each with a menu. */
export function AddressesTable(props: AddressesTableProps): ReactNode {
  const t = useText('identity.users');
  const columns = useColumns();
  const actionsOf = useRestrictionActions();
  return <PagedTable {...props} columns={columns} menuOf={actionsOf} menuName={({ name }) => t('actionsOf', { name })} />;
}

/** To whom a segment applies. */
function useTarget(): (segment: AddressSegment) => string {
  const t = useText('identity.users');
  const roleName = useRoleName();
  return ({ group, role }) => {
    if (group) return group.name === '' ? t('deletedCircle') : t('forGroup', { name: group.name });
    if (role) return role.name === '' ? t('deletedCircle') : t('forRole', { name: roleName(role.name) });
    return t('forEverybody');
  };
}

function SegmentName({ segment }: { segment: AddressSegment }): ReactNode {
  const t = useText('identity.users');
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
  const t = useText('identity.users');
  const target = useTarget();
  return [
    { key: 'name', title: t('name'), render: (_, row) => <SegmentName segment={row} /> },
    { key: 'addresses', title: t('addresses'), render: (_, row) => row.addresses },
    { key: 'kind', title: t('segmentKind'), render: (_, row) => t(`kind_${row.kind}`) },
    { key: 'scope', title: t('segmentScope'), render: (_, row) => t(`scope_${row.scope}`) },
    { key: 'target', title: t('segmentTarget'), render: (_, row) => target(row) },
  ];
}

/** The address restrictions for sign-in, downloads of originals and administration, with a test. */
export function AddressesPage(): ReactNode {
  const t = useText('identity.users');
  const may = usePermissions();
  const pagedSearch = usePagedSearch();
  const found = useCall(addresses.segments, pagedSearch.input, { keep: true });
  const empty = { title: t(pagedSearch.keyword ? 'noSegmentFound' : 'noSegments') };
  return (
    <div className={styles.page}>
      <SearchBar label={t('findSegments')} search={pagedSearch}>
        {may('addresses.edit') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => openRestriction()}>
            {t('newSegment')}
          </Button>
        )}
      </SearchBar>
      <AddressesTable found={found} page={pagedSearch.page} setPage={pagedSearch.setPage} empty={empty} />
      {/* not before the list has its height */}
      {!found.isPending && <TestAddress />}
    </div>
  );
}
