import { GlobalOutlined, PoweroffOutlined } from '@ant-design/icons';
import type { OutputOf } from '@dossier/contract/core/route';
import { type AddressSegment, addressKey, addresses } from '@dossier/contract/identity/address-restrictions';
import { people } from '@dossier/contract/identity/users';
import { Button, Form, Input, Select, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { usePermissions } from '../../../platform/permissions.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { CrudPage } from '../../../platform/ui/crud-page.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { Card, Heading, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import { type RowMenu, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { useRoleName } from '../role-names.ts';
import { openRestriction } from './address-restriction-dialog.tsx';
import styles from './address-restrictions.module.css';

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
      empty={{ icon: <GlobalOutlined />, title: t('noSegments'), hint: t('noSegmentsHint') }}
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

interface AddressTest {
  address?: string;
  userId?: string;
}

/** Tests the restrictions for a user at an address; initially the caller's own. */
function TestAddress(): ReactNode {
  const t = useText('identity.users');
  const [tested, setAsked] = useState<AddressTest>({});
  const found = useCall(addresses.tryAddress, tested, { keep: true });
  const judge = (_: unknown, text: string | undefined): Promise<void> =>
    text && addressKey(text) === undefined ? Promise.reject(new Error(t('addressWrong'))) : Promise.resolve();
  return (
    <Card as="section" gap={2} className={styles.test} aria-label={t('tryAddress')}>
      <Heading level={2}>{t('tryAddress')}</Heading>
      <Form<AddressTest>
        layout="vertical"
        className={styles.fields ?? ''}
        onFinish={({ address, userId }) => setAsked({ ...(address?.trim() && { address: address.trim() }), ...(userId && { userId }) })}
      >
        <Form.Item name="address" label={t('address')} validateTrigger="onSubmit" rules={[{ validator: judge }]}>
          <Input maxLength={100} autoComplete="off" placeholder={t('yourAddress')} />
        </Form.Item>
        <Form.Item name="userId" label={t('person')}>
          <OnePerson />
        </Form.Item>
        <Button htmlType="submit" loading={found.isFetching}>
          {t('tryIt')}
        </Button>
      </Form>
      {found.error && !found.data ? (
        <ErrorBox small error={found.error} retry={() => void found.refetch()} />
      ) : (
        found.data && <Answers {...found.data} />
      )}
    </Card>
  );
}

function Answers({ address, fullName, answers }: OutputOf<typeof addresses.tryAddress>): ReactNode {
  const t = useText('identity.users');
  const own = answers.some(({ why }) => why === 'own');
  const lines = answers.map(
    ({ scope, admitted, why, segment = '' }) =>
      [
        t(`scope_${scope}`),
        <Row key={scope} gap={2} wrap>
          <Tag {...(!admitted && { color: 'red' })}>{t(admitted ? 'isAdmitted' : 'isRefused')}</Tag>
          <Text tone="muted">{t(`why_${why}`, { segment })}</Text>
        </Row>,
      ] as const,
  );
  return (
    <Stack gap={1} role="status">
      <Text as="p" tone="muted">
        {t('triedFor', { name: fullName, address })}
      </Text>
      <Facts vertical facts={lines} />
      {own && (
        <Text as="p" tone="muted">
          {t('ownHint')}
        </Text>
      )}
    </Stack>
  );
}

function OnePerson({ value, onChange, id }: { value?: string; onChange?: (id: string | undefined) => void; id?: string }): ReactNode {
  const t = useText('identity.users');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const found = useCall(people.users, { pageNo: 1, pageSize: 20, ...(keyword && { keyword }) }, { keep: true });
  return (
    <Select
      {...(id && { id })}
      {...(value && { value })}
      {...(onChange && { onChange })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={found.isFetching}
      placeholder={t('yourself')}
      notFoundContent={t('nobodyFound')}
      options={(found.data?.list ?? []).map((person) => ({ value: person.id, label: `${person.fullName} (${person.loginName})` }))}
    />
  );
}
