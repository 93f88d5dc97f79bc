import { account, type Device } from '@dossier/contract/account';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { confirm } from '../../ground/ui/confirm.tsx';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import styles from './account.module.css';

/** Where one is signed in, with the way to sign out there. */
export function DeviceList(): ReactNode {
  const t = useText('account');
  const devices = useCall(account.devices, {});
  const end = useSend(account.endSession, {
    refresh: [account.devices],
    onDone: ({ ended }) => notice.success(t('signedOut', { n: ended })),
  });
  if (devices.error && !devices.data) return <ErrorBox small error={devices.error} retry={() => void devices.refetch()} />;
  if (!devices.data) return <Waiting label={t('loading')} delay={150} />;
  const others = devices.data.filter((device) => !device.current && device.viewer === undefined);
  const endAll = async (): Promise<void> => {
    const question = { title: t('endOthersAsk', { n: others.length }), text: t('endOthersText'), ok: t('endOthers') };
    if (await confirm(question)) await end.mutateAsync({}).catch(() => undefined);
  };
  return (
    <>
      <ul className={styles.devices}>
        {devices.data.map((device) => (
          <li key={device.id} className={styles.row}>
            <DeviceWords device={device} />
            {!device.current && device.viewer === undefined && (
              <Button
                size="small"
                aria-label={`${t('endThere')}: ${nameOf(device, t('aProgram'))}`}
                onClick={() => void end.mutateAsync({ id: device.id }).catch(() => undefined)}
              >
                {t('endThere')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && <Button onClick={() => void endAll()}>{t('endOthers')}</Button>}
    </>
  );
}

/** Browser or program and system; what does not tell its name is a program. */
const nameOf = ({ browser, system }: Device, program: string): string =>
  [browser || program, system].filter((word) => word !== '').join(' · ');

function DeviceWords({ device }: { device: Device }): ReactNode {
  const t = useText('account');
  return (
    <div>
      <div className={styles.value}>
        {device.viewer === undefined ? nameOf(device, t('aProgram')) : t('viewedBy', { name: device.viewer })}{' '}
        {device.current && <Tag color="success">{t('thisDevice')}</Tag>}
      </div>
      <div className={styles.hint}>
        {device.viewer === undefined ? device.address : t('viewedHint')} · {t('since')} <Time iso={device.since} />
        {!device.current && (
          <>
            {' · '}
            {t('lastSeen')} <Time iso={device.lastSeen} />
          </>
        )}
      </div>
    </div>
  );
}
