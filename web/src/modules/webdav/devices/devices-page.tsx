import { CheckCircleOutlined, DesktopOutlined, PoweroffOutlined, StopOutlined } from '@ant-design/icons';
import { type DeviceState, type PersonsDevice, webdav } from '@dossier/contract/webdav/devices';
import { Alert, Button, Form, type MenuProps, Radio, Select, type TableColumnsType, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useNavigate } from '../../../platform/navigation.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Empty } from '../../../platform/ui/empty.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Page } from '../../../platform/ui/page-layout.tsx';
import { NameCell } from '../../../platform/ui/list-cells.tsx';
import { type EmptyList, type PageRequest, type PageResult, PagedTable, usePagedSearch } from '../../../platform/ui/paged-table.tsx';
import { SearchBar } from '../../../platform/ui/list-bars.tsx';
import { ForRoles, useRoles, useCurrentUser } from '../../identity/current-user.ts';
import { UserSelect } from '../../identity/user-select.tsx';

const configurationPath = '/site-admin/index/site-userManger/site-configuration';

interface Values {
  userIds: string[];
  allowed: boolean;
}

/** Allows or denies users the sync disk, whatever the site's default. */
export function AllowDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('webdav');
  const allow = useCallMutation(webdav.allow, { refresh: [webdav.devices] });
  const save = async ({ userIds, allowed }: Values): Promise<void> => {
    for (const userId of userIds) await allow.mutateAsync({ userId, allowed });
    notice.success(t('peopleSet'));
  };
  return (
    <FormDialog<Values> title={t('setPeople')} ok={t('save')} initial={{ userIds: [], allowed: true }} save={save} close={close}>
      <Form.Item name="userIds" label={t('people')} rules={[{ required: true, message: t('peopleNeeded') }]}>
        <UserSelect />
      </Form.Item>
      <Form.Item name="allowed" label={t('syncDisk')}>
        <Radio.Group
          options={[
            { value: true, label: t('mayUse') },
            { value: false, label: t('mayNotUse') },
          ]}
        />
      </Form.Item>
    </FormDialog>
  );
}

interface DevicesTableProps {
  found: PageResult<PersonsDevice>;
  page: PageRequest;
  setPage: (page: PageRequest) => void;
  empty: EmptyList;
}

/** Devices in pages, each with a menu. */
export function DevicesTable(props: DevicesTableProps): ReactNode {
  const t = useText('webdav');
  const columns = useColumns();
  const actionsOf = useDeviceActions();
  return (
    <PagedTable
      {...props}
      columns={columns}
      menuOf={actionsOf}
      menuName={({ name, userName }) => t('actionsOf', { name, person: userName })}
    />
  );
}

function StateTags({ device }: { device: PersonsDevice }): ReactNode {
  const t = useText('webdav');
  return (
    <>
      {device.state === 'closed' ? <Tag>{t('closed')}</Tag> : t('activated')}
      {!device.allowed && (
        <>
          {' '}
          <Tag>{t('personRefused')}</Tag>
        </>
      )}
    </>
  );
}

function LastUse({ device }: { device: PersonsDevice }): ReactNode {
  const t = useText('webdav');
  return device.lastUse === undefined ? t('unused') : <RelativeTime iso={device.lastUse} />;
}

function WhoseDevice({ device }: { device: PersonsDevice }): ReactNode {
  return (
    <NameCell
      phoneMore={
        <>
          {device.name} · <LastUse device={device} /> {device.address} · <StateTags device={device} />
        </>
      }
    >
      {device.userName}
    </NameCell>
  );
}

function useColumns(): TableColumnsType<PersonsDevice> {
  const t = useText('webdav');
  return [
    { key: 'person', title: t('person'), render: (_, device) => <WhoseDevice device={device} /> },
    { key: 'name', title: t('device'), render: (_, device) => device.name },
    { key: 'state', title: t('state'), render: (_, device) => <StateTags device={device} /> },
    { key: 'address', title: t('address'), render: (_, device) => device.address ?? '' },
    { key: 'since', title: t('since'), width: 130, render: (_, device) => <RelativeTime iso={device.createTime} /> },
    { key: 'lastUse', title: t('lastUse'), width: 140, render: (_, device) => <LastUse device={device} /> },
  ];
}

/** The actions on a device: close or open it, or deny its user the sync disk. */
function useDeviceActions(): (device: PersonsDevice) => NonNullable<MenuProps['items']> {
  const t = useText('webdav');
  const refresh = [webdav.devices];
  const setState = useCallMutation(webdav.setState, { refresh });
  const allow = useCallMutation(webdav.allow, { refresh });
  const close = async ({ id, name }: PersonsDevice): Promise<void> => {
    if (!(await confirm({ title: t('closeAsk', { name }), text: t('closeText'), ok: t('close'), danger: true }))) return;
    await setState.mutateAsync({ id, state: 'closed' });
    notice.success(t('wasClosed', { name }));
  };
  const open = async ({ id, name }: PersonsDevice): Promise<void> => {
    await setState.mutateAsync({ id, state: 'activated' });
    notice.success(t('wasOpened', { name }));
  };
  const turn = async ({ userId, userName: name, allowed }: PersonsDevice): Promise<void> => {
    const asked = { title: t('refuseAsk', { name }), text: t('refuseText'), ok: t('refusePerson'), danger: true };
    if (allowed && !(await confirm(asked))) return;
    await allow.mutateAsync({ userId, allowed: !allowed });
    notice.success(t(allowed ? 'wasRefused' : 'wasAllowed', { name }));
  };
  return (device) => {
    const run = (operation: (of: PersonsDevice) => Promise<void>) => () => void operation(device).catch(() => undefined);
    const isOpen = device.state === 'activated';
    return [
      isOpen
        ? { key: 'close', icon: <PoweroffOutlined />, label: t('close'), onClick: run(close) }
        : { key: 'open', icon: <CheckCircleOutlined />, label: t('open'), onClick: run(open) },
      device.allowed
        ? { key: 'refuse', icon: <StopOutlined />, label: t('refusePerson'), danger: true, onClick: run(turn) }
        : { key: 'allow', icon: <CheckCircleOutlined />, label: t('allowPerson'), onClick: run(turn) },
    ];
  };
}

/** Leads to the switch of the sync disk whoever may turn it. */
function ToConfiguration({ primary }: { primary?: boolean }): ReactNode {
  const t = useText('webdav');
  const go = useNavigate();
  return (
    <ForRoles roles={['settings.edit']}>
      <Button type={primary ? 'primary' : 'default'} onClick={() => go(configurationPath, { group: 'syncDisk' })}>
        {t('toConfiguration')}
      </Button>
    </ForRoles>
  );
}

function useTurnedOff(): { title: string; hint: string } {
  const t = useText('webdav');
  return { title: t('turnedOff'), hint: t(useRoles(['settings.edit']) ? 'turnedOffYours' : 'turnedOffHint') };
}

const TurnedOff = (): ReactNode => (
  <Page>
    <Empty icon={<DesktopOutlined />} {...useTurnedOff()} action={<ToConfiguration primary />} />
  </Page>
);

/** Devices from before it was turned off are still listed. */
function TurnedOffNotice(): ReactNode {
  const { title, hint } = useTurnedOff();
  return <Alert type="info" showIcon title={title} description={hint} action={<ToConfiguration />} />;
}

/** The devices of the sync disk, and who may use it. */
export function DevicesPage(): ReactNode {
  const t = useText('webdav');
  const asked = usePagedSearch();
  const [state, setState] = useState<DeviceState>();
  const found = useCall(webdav.devices, { ...asked.input, ...(state && { state }) }, { keep: true });
  const isFiltered = asked.keyword !== '' || state !== undefined;
  const isOff = useCurrentUser().syncDisk === 'off';
  const isEmpty = found.data?.totalNumber === 0 && !isFiltered;
  const choose = (chosen: DeviceState | ''): void => {
    setState(chosen === '' ? undefined : chosen);
    asked.setPage({ ...asked.page, pageNo: 1 });
  };
  const none = { icon: <DesktopOutlined />, title: t('none'), hint: t('noneHint') };
  if (isOff && isEmpty) return <TurnedOff />;
  return (
    <Page>
      {isOff && <TurnedOffNotice />}
      <SearchBar
        label={t('find')}
        wide
        search={asked}
        filters={
          <Select<DeviceState | ''>
            aria-label={t('state')}
            value={state ?? ''}
            popupMatchSelectWidth={false}
            onChange={choose}
            options={[
              { value: '', label: t('allStates') },
              { value: 'activated', label: t('activated') },
              { value: 'closed', label: t('closed') },
            ]}
          />
        }
      >
        <Button onClick={() => openDialog((close) => <AllowDialog close={close} />)}>{t('setPeople')}</Button>
      </SearchBar>
      <DevicesTable found={found} page={asked.page} setPage={asked.setPage} empty={isFiltered ? { title: t('noneFound') } : none} />
    </Page>
  );
}
