import { type DiskDevice, webdav } from '@dossier/contract/webdav/devices';
import { Button, Form, Input, Tag } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { ActionLine } from '../../../platform/ui/page-parts.tsx';
import { type AccountDetail, IdentityProofField, askToSignInAgain, canProveIdentity } from '../identity-proof.tsx';
import { SecuritySection } from './security-section.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';
import styles from './security.module.css';

/** The user's devices of the sync disk. Renders nothing where it is not allowed and there are none. */
export function SyncDiskSection({ detail }: { detail: AccountDetail }): ReactNode {
  const t = useText('identity.account');
  const own = useCall(webdav.own, {});
  const canAdd = own.data !== undefined && own.data.enabled && own.data.allowed;
  if (own.data ? !canAdd && own.data.list.length === 0 : !own.error) return null;
  const add = (): void =>
    canProveIdentity(detail) ? openDialog((close) => <AddDevice detail={detail} close={close} />) : askToSignInAgain(t('addDiskDevice'));
  return (
    <SecuritySection title={t('syncDisk')}>
      {own.data ? (
        <>
          <Hint>{t(canAdd ? (own.data.readOnly ? 'syncDiskReads' : 'syncDiskHint') : 'syncDiskOff')}</Hint>
          {own.data.list.length > 0 && (
            <Stack as="ul">
              {own.data.list.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </Stack>
          )}
          {canAdd && (
            <Row>
              <Button onClick={add}>{t('addDiskDevice')}</Button>
            </Row>
          )}
        </>
      ) : (
        <ErrorBox small error={own.error} retry={() => void own.refetch()} />
      )}
    </SecuritySection>
  );
}

function DeviceRow({ device: { id, name, state, createTime, lastUse, address } }: { device: DiskDevice }): ReactNode {
  const t = useText('identity.account');
  const send = useCallMutation(webdav.remove, { refresh: [webdav.own], onDone: () => notice.success(t('diskDeviceRemoved')) });
  const remove = async (): Promise<void> => {
    const question = { title: t('removeDiskDevice', { name }), text: t('removeDiskDeviceText'), ok: t('remove'), danger: true };
    if (await confirm(question)) await send.mutateAsync({ id }).catch(() => undefined);
  };
  return (
    <ActionLine
      title={
        <>
          {name} {state === 'closed' && <Tag>{t('diskDeviceClosed')}</Tag>}
        </>
      }
      details={[
        <>
          {t('passkeyCreated')} <RelativeTime iso={createTime} />
          {' · '}
          {lastUse === undefined ? (
            t('passkeyUnused')
          ) : (
            <>
              {t('passkeyUsed')} <RelativeTime iso={lastUse} /> · {address}
            </>
          )}
        </>,
      ]}
    >
      <Button size="small" danger aria-label={`${t('remove')}: ${name}`} onClick={() => void remove()}>
        {t('remove')}
      </Button>
    </ActionLine>
  );
}

/** Asks for a name and the user's password, then shows the password of the device. */
function AddDevice({ detail, close }: { detail: AccountDetail; close: () => void }): ReactNode {
  const t = useText('identity.account');
  const add = useCallMutation(webdav.add, { refresh: [webdav.own] });
  const save = async ({ name, password = '' }: { name: string; password?: string }): Promise<void> => {
    const { devicePassword } = await add.mutateAsync({ name: name.trim(), password });
    openDialog((closeShown) => <DevicePassword password={devicePassword} close={closeShown} />);
  };
  return (
    <FormDialog<{ name: string; password?: string }> title={t('addDiskDevice')} ok={t('next')} save={save} close={close}>
      <Form.Item
        name="name"
        label={t('diskDeviceName')}
        extra={t('passkeyNameHint')}
        rules={[{ required: true, whitespace: true, message: t('passkeyNameNeeded') }]}
      >
        <Input autoComplete="off" maxLength={60} autoFocus />
      </Form.Item>
      <IdentityProofField detail={detail} />
    </FormDialog>
  );
}

/** Address, account and password, shown once. */
function DevicePassword({ password, close }: { password: string; close: () => void }): ReactNode {
  const t = useText('identity.account');
  const own = useCall(webdav.own, {});
  return (
    <ShownOnceDialog
      title={t('diskPassword')}
      hint={t('diskPasswordHint')}
      secret={password}
      copyLabel={t('copyDiskPassword')}
      close={close}
    >
      <Stack as="ul" gap={2} className={styles.given}>
        <li>
          {t('diskAddress')}: <code>{`${location.origin}/dav/`}</code>
        </li>
        <li>
          {t('diskAccount')}: <code>{own.data?.loginName}</code>
        </li>
        <li>
          {t('diskPassword')}: <code>{password}</code>
        </li>
      </Stack>
    </ShownOnceDialog>
  );
}
