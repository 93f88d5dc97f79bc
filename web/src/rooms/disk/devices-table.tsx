import { CheckCircleOutlined, PoweroffOutlined, StopOutlined } from '@ant-design/icons';
import { disk, type PersonsDevice } from '@dossier/contract/disk';
import { type MenuProps, type TableColumnsType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from '../../ground/hooks/use-media.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useSend } from '../../ground/use-call.ts';
import { type Found, type PageOf, PagedTable } from '../people/paged-table.tsx';
import styles from '../people/people.module.css';

interface DevicesTableProps {
  found: Found<PersonsDevice>;
  page: PageOf;
  setPage: (page: PageOf) => void;
  filtered: boolean;
}

/** Devices in pages, with a menu on each. */
export function DevicesTable({ filtered, ...props }: DevicesTableProps): ReactNode {
  const t = useText('disk');
  const columns = useColumns();
  const deeds = useDeviceDeeds();
  return (
    <PagedTable
      {...props}
      columns={columns}
      empty={filtered ? { title: t('noneFound') } : { title: t('none'), hint: t('noneHint') }}
      menuOf={deeds}
      menuName={({ name, userName }) => t('actionsOf', { name, person: userName })}
    />
  );
}

function StateTags({ device }: { device: PersonsDevice }): ReactNode {
  const t = useText('disk');
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
  const t = useText('disk');
  return device.lastUse === undefined ? t('unused') : <Time iso={device.lastUse} />;
}

function WhoseDevice({ device }: { device: PersonsDevice }): ReactNode {
  const phone = useMedia('phone');
  return (
    <span className={styles.person}>
      <span>{device.userName}</span>
      {phone && (
        <span className={styles.more}>
          {device.name} · <LastUse device={device} /> {device.address} · <StateTags device={device} />
        </span>
      )}
    </span>
  );
}

function useColumns(): TableColumnsType<PersonsDevice> {
  const t = useText('disk');
  return [
    { key: 'person', title: t('person'), render: (_, device) => <WhoseDevice device={device} /> },
    { key: 'name', title: t('device'), render: (_, device) => device.name },
    { key: 'state', title: t('state'), render: (_, device) => <StateTags device={device} /> },
    { key: 'address', title: t('address'), render: (_, device) => device.address ?? '' },
    { key: 'since', title: t('since'), width: 130, render: (_, device) => <Time iso={device.createTime} /> },
    { key: 'lastUse', title: t('lastUse'), width: 140, render: (_, device) => <LastUse device={device} /> },
  ];
}

/** What an administrator does with a device: close or open it, or let its person use no device at all. */
function useDeviceDeeds(): (device: PersonsDevice) => NonNullable<MenuProps['items']> {
  const t = useText('disk');
  const refresh = [disk.devices];
  const setState = useSend(disk.setState, { refresh });
  const allow = useSend(disk.allow, { refresh });
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
    const run = (deed: (of: PersonsDevice) => Promise<void>) => () => void deed(device).catch(() => undefined);
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
