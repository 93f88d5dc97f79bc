import { account } from '@dossier/contract/account';
import { Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import styles from './account.module.css';
import { askToSignIn, canProve, OwnProof } from './ask-password.tsx';
import type { Detail } from './fresh.ts';

/** The own mail address, and the way to another one: password, letter, code. */
export function MailPart({ detail }: { detail: Detail }): ReactNode {
  const t = useText('account');
  const change = (): void =>
    canProve(detail) ? openDialog((close) => <ChangeMail detail={detail} close={close} />) : askToSignIn(t('mailTitle'));
  return (
    <div className={styles.row}>
      <span className={detail.mail ? styles.value : styles.none}>{detail.mail ?? t('noMail')}</span>
      {detail.mailWorks ? (
        <Button size="small" onClick={change}>
          {t(detail.mail ? 'changeMail' : 'addMail')}
        </Button>
      ) : (
        <p className={styles.hint}>{t('mailByAdmin')}</p>
      )}
    </div>
  );
}

function ChangeMail({ detail, close }: { detail: Detail; close: () => void }): ReactNode {
  const t = useText('account');
  const ask = useSend(account.askMail);
  const save = async ({ mail, password = '' }: { mail: string; password?: string }): Promise<void> => {
    const { validateId, sentTo } = await ask.mutateAsync({ mail: mail.trim(), password });
    openDialog((shut) => <ConfirmMail validateId={validateId} sentTo={sentTo} close={shut} />);
  };
  return (
    <AskDialog<{ mail: string; password?: string }> title={t('mailTitle')} ok={t('sendCode')} save={save} close={close}>
      <Form.Item
        name="mail"
        label={t('newMail')}
        extra={t('mailHint')}
        rules={[{ required: true, type: 'email', message: t('mailNeeded') }]}
      >
        <Input type="email" autoComplete="email" autoFocus />
      </Form.Item>
      <OwnProof detail={detail} />
    </AskDialog>
  );
}

function ConfirmMail({ validateId, sentTo, close }: { validateId: string; sentTo: string; close: () => void }): ReactNode {
  const t = useText('account');
  const confirm = useSend(account.confirmMail, { refresh: [account.detail], onDone: () => notice.success(t('mailChanged')) });
  return (
    <AskDialog<{ code: string }>
      title={t('mailTitle')}
      ok={t('confirm')}
      save={({ code }) => confirm.mutateAsync({ validateId, validateCode: code.trim() })}
      close={close}
    >
      <p className={styles.told}>{t('codeSentTo', { mail: sentTo })}</p>
      <CodeField label={t('mailCode')} />
    </AskDialog>
  );
}

/** Six digits that came by mail or from an authenticator. */
export function CodeField({ label }: { label: string }): ReactNode {
  const t = useText('account');
  return (
    <Form.Item name="code" label={label} rules={[{ required: true, whitespace: true, message: t('codeNeeded') }]}>
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus />
    </Form.Item>
  );
}
