import { type Device, account } from '@dossier/contract/identity/account';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCall, useCallMutation } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { ActionLine } from '../../../platform/ui/page-parts.tsx';
import { Spinner } from '../../../platform/ui/spinner.tsx';

/** The user's signed-in devices, with sign-out. */
export function DeviceList(): ReactNode {
  const t = useText('identity.account');
  const devices = useCall(account.devices, {});
  const end = useCallMutation(account.endSession, {
    refresh: [account.devices],
    onDone: ({ ended }) => notice.success(t('signedOut', { count: ended })),
  });
  if (devices.error && !devices.data) return <ErrorBox small error={devices.error} retry={() => void devices.refetch()} />;
  if (!devices.data) return <Spinner label={t('loading')} delay={150} />;
  const others = devices.data.filter((device) => !device.current && device.viewer === undefined);
  const endAll = async (): Promise<void> => {
    const question = { title: t('endOthersAsk', { count: others.length }), text: t('endOthersText'), ok: t('endOthers') };
    if (await confirm(question)) await end.mutateAsync({}).catch(() => undefined);
  };
  return (
    <Stack gap={2}>
      <Stack as="ul">
        {devices.data.map((device) => (
          <DeviceLine key={device.id} device={device}>
            {!device.current && device.viewer === undefined && (
              <Button
                size="small"
                aria-label={`${t('endThere')}: ${deviceName(device, t('aProgram'))}`}
                onClick={() => void end.mutateAsync({ id: device.id }).catch(() => undefined)}
              >
                {t('endThere')}
              </Button>
            )}
          </DeviceLine>
        ))}
      </Stack>
      {others.length > 0 && (
        <Row>
          <Button onClick={() => void endAll()}>{t('endOthers')}</Button>
        </Row>
      )}
    </Stack>
  );
}

/** Browser or program and system; an unnamed client is a program. */
const deviceName = ({ browser, system }: Device, program: string): string =>
  [browser || program, system].filter((word) => word !== '').join(' · ');

function DeviceLine({ device, children }: { device: Device; children: ReactNode }): ReactNode {
  const t = useText('identity.account');
  return (
    <ActionLine
      title={
        <>
          {device.viewer === undefined ? deviceName(device, t('aProgram')) : t('viewedBy', { name: device.viewer })}{' '}
          {device.current && <Tag color="success">{t('thisDevice')}</Tag>}
        </>
      }
      details={[
        <>
          {device.viewer === undefined ? device.address : t('viewedHint')} · {t('since')} <RelativeTime iso={device.since} />
          {!device.current && (
            <>
              {' · '}
              {t('lastSeen')} <RelativeTime iso={device.lastSeen} />
            </>
          )}
        </>,
      ]}
    >
      {children}
    </ActionLine>
  );
}
