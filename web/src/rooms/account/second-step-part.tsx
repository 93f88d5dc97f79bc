import { account } from '@dossier/contract/account';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import styles from './account.module.css';
import { askPassword } from './ask-password.tsx';
import type { Detail } from './fresh.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpDialog } from './totp-dialog.tsx';

/** What is asked after the password, as far as the site leaves it to the person. */
export function SecondStepPart({ detail }: { detail: Detail }): ReactNode {
  const t = useText('account');
  const off = detail.policy === 'off';
  return (
    <>
      <p className={styles.hint}>{t(`policy_${detail.policy}`)}</p>
      {detail.totp || !off ? <Authenticator detail={detail} off={off} /> : null}
      {detail.policy === 'optional' && detail.mail !== undefined && !detail.totp ? <MailStep detail={detail} /> : null}
    </>
  );
}

function useAuthenticatorDeeds(detail: Detail): { setUp: () => void; newCodes: () => void; takeAway: () => void } {
  const t = useText('account');
  const begin = useSend(account.beginTotp);
  const remove = useSend(account.removeTotp, { refresh: [account.detail], onDone: () => notice.success(t('totpRemoved')) });
  const renew = useSend(account.newRecoveryCodes, { refresh: [account.detail] });
  const setUp = (): void =>
    askPassword({
      detail,
      title: t('setUpTotp'),
      ok: t('next'),
      save: async (password) => {
        const made = await begin.mutateAsync({ password });
        openDialog((close) => <TotpDialog {...made} close={close} />);
      },
    });
  const newCodes = (): void =>
    askPassword({
      detail,
      title: t('newCodes'),
      ok: t('newCodes'),
      save: async (password) => {
        const { recoveryCodes } = await renew.mutateAsync({ password });
        openDialog((close) => <RecoveryCodes codes={recoveryCodes} close={close} />);
      },
    });
  const takeAway = (): void =>
    askPassword({ detail, title: t('removeTotp'), ok: t('remove'), save: (password) => remove.mutateAsync({ password }) });
  return { setUp, newCodes, takeAway };
}

function Authenticator({ detail, off }: { detail: Detail; off: boolean }): ReactNode {
  const t = useText('account');
  const { setUp, newCodes, takeAway } = useAuthenticatorDeeds(detail);
  return (
    <div className={styles.row}>
      <div>
        <div className={styles.value}>{t('authenticator')}</div>
        <div className={styles.hint}>{detail.totp ? t('totpOn', { n: detail.recoveryCodes }) : t('totpOff')}</div>
      </div>
      {detail.totp ? (
        <span className={styles.buttons}>
          <Button size="small" onClick={newCodes}>
            {t('newCodes')}
          </Button>
          <Button size="small" danger onClick={takeAway}>
            {t('remove')}
          </Button>
        </span>
      ) : (
        !off && (
          <Button size="small" onClick={setUp}>
            {t('setUp')}
          </Button>
        )
      )}
    </div>
  );
}

function MailStep({ detail }: { detail: Detail }): ReactNode {
  const t = useText('account');
  const set = useSend(account.setMailStep, { refresh: [account.detail] });
  const on = !detail.mailStep;
  const ask = (): void =>
    askPassword({
      detail,
      title: t(on ? 'mailStepAsk' : 'mailStepEnd'),
      ok: t(on ? 'turnOn' : 'turnOff'),
      save: (password) => set.mutateAsync({ on, password }),
    });
  return (
    <div className={styles.row}>
      <div>
        <div className={styles.value}>{t('byMail')}</div>
        <div className={styles.hint}>{t(detail.mailStep ? 'mailStepOn' : 'mailStepOff')}</div>
      </div>
      <Button size="small" onClick={ask}>
        {t(on ? 'turnOn' : 'turnOff')}
      </Button>
    </div>
  );
}
