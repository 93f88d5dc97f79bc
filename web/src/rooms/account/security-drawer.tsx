import { account } from '@dossier/contract/account';
import { Drawer } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Waiting } from '../../ground/ui/waiting.tsx';
import { useCall } from '../../ground/use-call.ts';
import styles from './account.module.css';
import { DeviceList } from './device-list.tsx';
import { DiskPart } from './disk-part.tsx';
import { MailPart } from './mail-part.tsx';
import { PasskeyPart } from './passkey-part.tsx';
import { SecondStepPart } from './second-step-part.tsx';

/** How one signs in: the mail address, the second step, the passkeys, and where one is signed in. */
export function SecurityDrawer({ close }: { close: () => void }): ReactNode {
  const t = useText('account');
  const [open, setOpen] = useState(true);
  const detail = useCall(account.detail, {});
  return (
    <Drawer open={open} title={t('security')} size={480} onClose={() => setOpen(false)} afterOpenChange={(shown) => !shown && close()}>
      {detail.data ? (
        <>
          <Part title={t('mail')}>
            <MailPart detail={detail.data} />
          </Part>
          <Part title={t('secondStep')}>
            <SecondStepPart detail={detail.data} />
          </Part>
          <PasskeyPart detail={detail.data} />
          <DiskPart detail={detail.data} />
          <Part title={t('devices')}>
            <DeviceList />
          </Part>
        </>
      ) : detail.error ? (
        <ErrorBox small error={detail.error} retry={() => void detail.refetch()} />
      ) : (
        <Waiting label={t('loading')} delay={150} />
      )}
    </Drawer>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}
