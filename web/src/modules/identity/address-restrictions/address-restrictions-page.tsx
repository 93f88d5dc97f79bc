import { PoweroffOutlined } from '@ant-design/icons';
import { type AddressSegment, addresses } from '@dossier/contract/identity/address-restrictions';
import { type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { useRoleName } from '../role-names.ts';
import { openRestriction } from './address-restriction-dialog.tsx';
import { TestAddress } from './test-address.tsx';

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
  const target = useTarget();
  return (
    <NameCell
      off={!segment.enabled}
      phoneMore={[segment.addresses, t(`kind_${segment.kind}`), t(`scope_${segment.scope}`), target(segment)].join(' · ')}
    >
      <span>{segment.name}</span>
      {!segment.enabled && <Tag>{t('switchedOff')}</Tag>}
    </NameCell>
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
  const mayEdit = usePermissions()('addresses.edit');
  const search = usePagedSearch();
  const found = useCall(addresses.segments, search.input, { keep: true });
  const refresh = [addresses.segments, addresses.tryAddress];
  const update = useCallMutation(addresses.updateSegment, { refresh });
  const setEnabled = async ({ group, role, ...segment }: AddressSegment, enabled: boolean): Promise<void> => {
    const target = { ...(group && { groupId: group.id }), ...(role && { roleId: role.id }) };
    await update.mutateAsync({ ...segment, ...target, enabled });
    notice.success(t(enabled ? 'segmentOn' : 'segmentOff', { name: segment.name }));
  };
  const enabling: RowMenu<AddressSegment> = (segment) => [
    {
      key: 'enable',
      icon: <PoweroffOutlined />,
      label: t(segment.enabled ? 'switchOff' : 'switchOn'),
      onClick: () => void setEnabled(segment, !segment.enabled).catch(() => undefined),
    },
  ];
  return (
    <CrudPage<AddressSegment>
      label={t('findSegments')}
      search={search}
      found={found}
      columns={useColumns()}
      empty={{ title: t('noSegments') }}
      nothingFound={t('noSegmentFound')}
      menuName={({ name }) => t('actionsOf', { name })}
      refresh={refresh}
      create={mayEdit && t('newSegment')}
      edit={t('editSegment')}
      form={mayEdit && openRestriction}
      {...(mayEdit && { actions: enabling })}
      remove={
        mayEdit && {
          label: t('deleteSegment'),
          ask: ({ name }) => ({ title: t('deleteSegmentAsk', { name }), text: t('deleteSegmentText') }),
          run: ({ id }) => call(addresses.deleteSegment, { id }),
        }
      }
    >
      {/* not before the list has its height */}
      {!found.isPending && <TestAddress />}
    </CrudPage>
  );
}
