import { disk, type DiskDevice } from '@dossier/contract/disk';
import { Button, Form, Input, Modal, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import styles from './account.module.css';
import { askToSignIn, canProve, OwnProof } from './ask-password.tsx';
import type { Detail } from './fresh.ts';

/** The own devices of the sync disk. Nothing where one may have none and has none. */
export function DiskPart({ detail }: { detail: Detail }): ReactNode {
  const t = useText('account');
  const own = useCall(disk.own, {});
  const canAdd = own.data !== undefined && own.data.enabled && own.data.allowed;
  if (own.data ? !canAdd && own.data.list.length === 0 : !own.error) return null;
  const add = (): void =>
    canProve(detail) ? openDialog((close) => <AddDevice detail={detail} close={close} />) : askToSignIn(t('addDiskDevice'));
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t('syncDisk')}</h3>
      {own.data ? (
        <>
          <p className={styles.hint}>{t(canAdd ? (own.data.readOnly ? 'syncDiskReads' : 'syncDiskHint') : 'syncDiskOff')}</p>
          {own.data.list.length > 0 && (
            <ul className={styles.devices}>
              {own.data.list.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </ul>
          )}
          {canAdd && (
            <Button className={styles.add ?? ''} onClick={add}>
              {t('addDiskDevice')}
            </Button>
          )}
        </>
      ) : (
        <ErrorBox small error={own.error} retry={() => void own.refetch()} />
      )}
    </section>
  );
}

function DeviceRow({ device: { id, name, state, createTime, lastUse, address } }: { device: DiskDevice }): ReactNode {
  const t = useText('account');
  const send = useSend(disk.remove, { refresh: [disk.own], onDone: () => notice.success(t('diskDeviceRemoved')) });
  const remove = async (): Promise<void> => {
    const asked = { title: t('removeDiskDevice', { name }), text: t('removeDiskDeviceText'), ok: t('remove'), danger: true };
    if (await confirm(asked)) await send.mutateAsync({ id }).catch(() => undefined);
  };
  return (
    <li className={styles.row}>
      <div>
        <div className={styles.value}>
          {name} {state === 'closed' && <Tag>{t('diskDeviceClosed')}</Tag>}
        </div>
        <div className={styles.hint}>
          {t('passkeyCreated')} <Time iso={createTime} />
          {' · '}
          {lastUse === undefined ? (
            t('passkeyUnused')
          ) : (
            <>
              {t('passkeyUsed')} <Time iso={lastUse} /> · {address}
            </>
          )}
        </div>
      </div>
      <Button size="small" danger aria-label={`${t('remove')}: ${name}`} onClick={() => void remove()}>
        {t('remove')}
      </Button>
    </li>
  );
}

/** Asks for a name and the own password, then shows the password of the device. */
function AddDevice({ detail, close }: { detail: Detail; close: () => void }): ReactNode {
  const t = useText('account');
  const add = useSend(disk.add, { refresh: [disk.own] });
  const save = async ({ name, password = '' }: { name: string; password?: string }): Promise<void> => {
    const { devicePassword } = await add.mutateAsync({ name: name.trim(), password });
    openDialog((closeShown) => <DevicePassword password={devicePassword} close={closeShown} />);
  };
  return (
    <AskDialog<{ name: string; password?: string }> title={t('addDiskDevice')} ok={t('next')} save={save} close={close}>
      <Form.Item
        name="name"
        label={t('diskDeviceName')}
        extra={t('passkeyNameHint')}
        rules={[{ required: true, whitespace: true, message: t('passkeyNameNeeded') }]}
      >
        <Input autoComplete="off" maxLength={60} autoFocus />
      </Form.Item>
      <OwnProof detail={detail} />
    </AskDialog>
  );
}

/** Address, account and password, shown once: closed only by saying that they are kept. */
function DevicePassword({ password, close }: { password: string; close: () => void }): ReactNode {
  const t = useText('account');
  const own = useCall(disk.own, {});
  const [open, setOpen] = useState(true);
  const copy = (): void =>
    void navigator.clipboard?.writeText(password).then(
      () => notice.success(t('copied')),
      () => notice.warning(t('copyRefused')),
    );
  return (
    <Modal
      open={open}
      title={t('diskPassword')}
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterClose={close}
      footer={
        <>
          {navigator.clipboard && <Button onClick={copy}>{t('copyDiskPassword')}</Button>}
          <Button type="primary" onClick={() => setOpen(false)}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <p className={styles.told}>{t('diskPasswordHint')}</p>
      <ul className={styles.given}>
        <li>
          {t('diskAddress')}: <code>{`${location.origin}/dav/`}</code>
        </li>
        <li>
          {t('diskAccount')}: <code>{own.data?.loginName}</code>
        </li>
        <li>
          {t('diskPassword')}: <code>{password}</code>
        </li>
      </ul>
    </Modal>
  );
}
