import type { OutputOf } from '@dossier/contract/core/route';
import { account } from '@dossier/contract/identity/account';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Card, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { ActionLine } from '../../../platform/ui/page-parts.tsx';
import { type AccountDetail, askPassword } from '../identity-proof.tsx';
import { CodeField, useCodeAttempt } from './mail-address.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';
import styles from './security.module.css';

/** Recovery codes, shown once. */
function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }): ReactNode {
  const t = useText('identity.account');
  return (
    <ShownOnceDialog title={t('recoveryCodes')} hint={t('recoveryHint')} secret={codes.join('\n')} copyLabel={t('copy')} close={close}>
      <Card sunken>
        <Stack as="ul" className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Stack>
      </Card>
    </ShownOnceDialog>
  );
}

/** The secret to scan or type, and the first code from it. */
function TotpDialog({ secret, image, close }: OutputOf<typeof account.beginTotp> & { close: () => void }): ReactNode {
  const t = useText('identity.account');
  const confirm = useCallMutation(account.confirmTotp, { quiet: true, refresh: [account.detail] });
  const { wrong, attempt } = useCodeAttempt();
  const save = ({ code }: { code: string }): Promise<boolean> =>
    attempt(async () => {
      const { recoveryCodes } = await confirm.mutateAsync({ validateCode: code.trim() });
      openDialog((closeInner) => <RecoveryCodes codes={recoveryCodes} close={closeInner} />);
    });
  return (
    <FormDialog<{ code: string }> title={t('setUpTotp')} ok={t('confirm')} save={save} close={close}>
      <Text as="p" spaced>
        {t('scanIt')}
      </Text>
      <img className={styles.qr} src={image} alt={t('qrCode')} width={180} height={180} />
      <Text as="p" size="s" tone="muted" spaced>
        {t('orType')} <Text as="code">{secret.replace(/.{4}(?=.)/g, '$& ')}</Text>
      </Text>
      <CodeField label={t('appCode')} wrong={wrong} />
    </FormDialog>
  );
}

/** The second factor, as far as the site leaves it to the user. */
export function SecondFactorSection({ detail }: { detail: AccountDetail }): ReactNode {
  const t = useText('identity.account');
  const off = detail.policy === 'off';
  return (
    <>
      <Hint>{t(`policy_${detail.policy}`)}</Hint>
      {detail.totp || !off ? <Authenticator detail={detail} off={off} /> : null}
      {detail.policy === 'optional' && detail.mail !== undefined && !detail.totp ? <MailStep detail={detail} /> : null}
    </>
  );
}

function useAuthenticatorActions(detail: AccountDetail): { setUp: () => void; newCodes: () => void; takeAway: () => void } {
  const t = useText('identity.account');
  const begin = useCallMutation(account.beginTotp);
  const remove = useCallMutation(account.removeTotp, { refresh: [account.detail], onDone: () => notice.success(t('totpRemoved')) });
  const renew = useCallMutation(account.newRecoveryCodes, { refresh: [account.detail] });
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

function Authenticator({ detail, off }: { detail: AccountDetail; off: boolean }): ReactNode {
  const t = useText('identity.account');
  const { setUp, newCodes, takeAway } = useAuthenticatorActions(detail);
  return (
    <ActionLine as="div" title={t('authenticator')} details={[detail.totp ? t('totpOn', { count: detail.recoveryCodes }) : t('totpOff')]}>
      {detail.totp ? (
        <Row as="span" gap={2}>
          <Button size="small" onClick={newCodes}>
            {t('newCodes')}
          </Button>
          <Button size="small" danger onClick={takeAway}>
            {t('remove')}
          </Button>
        </Row>
      ) : (
        !off && (
          <Button size="small" onClick={setUp}>
            {t('setUp')}
          </Button>
        )
      )}
    </ActionLine>
  );
}

function MailStep({ detail }: { detail: AccountDetail }): ReactNode {
  const t = useText('identity.account');
  const set = useCallMutation(account.setMailStep, { refresh: [account.detail] });
  const on = !detail.mailStep;
  const confirmReset = (): void =>
    askPassword({
      detail,
      title: t(on ? 'mailStepAsk' : 'mailStepEnd'),
      ok: t(on ? 'turnOn' : 'turnOff'),
      save: (password) => set.mutateAsync({ on, password }),
    });
  return (
    <ActionLine as="div" title={t('byMail')} details={[t(detail.mailStep ? 'mailStepOn' : 'mailStepOff')]}>
      <Button size="small" onClick={confirmReset}>
        {t(on ? 'turnOn' : 'turnOff')}
      </Button>
    </ActionLine>
  );
}
