import { account } from '@dossier/contract/account';
import type { Passkey } from '@dossier/contract/passkey';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { ErrorBox } from '../../ground/ui/error-box.tsx';
import { Time } from '../../ground/ui/time.tsx';
import { useCall, useSend } from '../../ground/use-call.ts';
import { knowsPasskeys } from '../session/use-passkeys.ts';
import styles from './account.module.css';
import { askPassword, askToSignIn, canProve } from './ask-password.tsx';
import type { Detail } from './fresh.ts';
import { AddPasskey, RenamePasskey } from './passkey-dialogs.tsx';

/** The own passkeys. Nothing where the site takes none and there are none. */
export function PasskeyPart({ detail }: { detail: Detail }): ReactNode {
  const t = useText('account');
  const passkeys = useCall(account.passkeys, {});
  if (passkeys.data ? !passkeys.data.enabled && passkeys.data.list.length === 0 : !passkeys.error) return null;
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t('passkeys')}</h3>
      {passkeys.data ? (
        <>
          <p className={styles.hint}>{t(passkeys.data.enabled ? 'passkeysHint' : 'passkeysOff')}</p>
          {passkeys.data.list.length > 0 && (
            <ul className={styles.devices}>
              {passkeys.data.list.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} detail={detail} />
              ))}
            </ul>
          )}
          {passkeys.data.enabled && <Adding detail={detail} />}
        </>
      ) : (
        <ErrorBox small error={passkeys.error} retry={() => void passkeys.refetch()} />
      )}
    </section>
  );
}

function Adding({ detail }: { detail: Detail }): ReactNode {
  const t = useText('account');
  const devices = useCall(account.devices, {});
  if (!knowsPasskeys()) return <p className={styles.hint}>{t('passkeysNotHere')}</p>;
  const here = devices.data?.find((device) => device.current);
  const name = [here?.browser, here?.system].filter(Boolean).join(' · ');
  const add = (): void =>
    canProve(detail) ? openDialog((close) => <AddPasskey detail={detail} name={name} close={close} />) : askToSignIn(t('addPasskey'));
  return (
    <Button className={styles.add ?? ''} onClick={add}>
      {t('addPasskey')}
    </Button>
  );
}

function PasskeyRow({ passkey, detail }: { passkey: Passkey; detail: Detail }): ReactNode {
  const t = useText('account');
  const remove = useSend(account.removePasskey, { refresh: [account.passkeys], onDone: () => notice.success(t('passkeyRemoved')) });
  const { id, name, created, lastUsed } = passkey;
  const takeAway = (): void =>
    askPassword({
      title: t('removePasskey', { name }),
      ok: t('remove'),
      detail,
      save: (password) => remove.mutateAsync({ id, password }),
    });
  return (
    <li className={styles.row}>
      <div>
        <div className={styles.value}>{name}</div>
        <div className={styles.hint}>
          {t('passkeyCreated')} <Time iso={created} />
          {' · '}
          {lastUsed === undefined ? (
            t('passkeyUnused')
          ) : (
            <>
              {t('passkeyUsed')} <Time iso={lastUsed} />
            </>
          )}
        </div>
      </div>
      <span className={styles.buttons}>
        <Button
          size="small"
          aria-label={`${t('rename')}: ${name}`}
          onClick={() => openDialog((close) => <RenamePasskey passkey={passkey} close={close} />)}
        >
          {t('rename')}
        </Button>
        <Button size="small" danger aria-label={`${t('remove')}: ${name}`} onClick={takeAway}>
          {t('remove')}
        </Button>
      </span>
    </li>
  );
}
