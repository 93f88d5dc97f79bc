import { account } from '@dossier/contract/identity/account';
import { Button, Form, Input } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { CallError } from '../../../platform/call.ts';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Text } from '../../../platform/ui/layout.tsx';
import { ActionLine } from '../../../platform/ui/page-parts.tsx';
import { type AccountDetail, IdentityProofField, askToSignInAgain, canProveIdentity } from '../identity-proof.tsx';

/** The user's mail address, and its change: password, mail, code. */
export function MailAddressSection({ detail }: { detail: AccountDetail }): ReactNode {
  const t = useText('identity.account');
  const change = (): void =>
    canProveIdentity(detail) ? openDialog((close) => <ChangeMail detail={detail} close={close} />) : askToSignInAgain(t('mailTitle'));
  return (
    <ActionLine as="div" title={detail.mail ?? <Text tone="muted">{t('noMail')}</Text>}>
      {detail.mailWorks ? (
        <Button size="small" onClick={change}>
          {t(detail.mail ? 'changeMail' : 'addMail')}
        </Button>
      ) : (
        <Hint>{t('mailByAdmin')}</Hint>
      )}
    </ActionLine>
  );
}

function ChangeMail({ detail, close }: { detail: AccountDetail; close: () => void }): ReactNode {
  const t = useText('identity.account');
  const ask = useCallMutation(account.askMail);
  const save = async ({ mail, password = '' }: { mail: string; password?: string }): Promise<void> => {
    const { validateId, sentTo } = await ask.mutateAsync({ mail: mail.trim(), password });
    openDialog((closeInner) => <ConfirmMail validateId={validateId} sentTo={sentTo} close={closeInner} />);
  };
  return (
    <FormDialog<{ mail: string; password?: string }> title={t('mailTitle')} ok={t('sendCode')} save={save} close={close}>
      <Form.Item
        name="mail"
        label={t('newMail')}
        extra={t('mailHint')}
        rules={[{ required: true, type: 'email', message: t('mailNeeded') }]}
      >
        <Input type="email" autoComplete="email" autoFocus />
      </Form.Item>
      <IdentityProofField detail={detail} />
    </FormDialog>
  );
}

function ConfirmMail({ validateId, sentTo, close }: { validateId: string; sentTo: string; close: () => void }): ReactNode {
  const t = useText('identity.account');
  const confirm = useCallMutation(account.confirmMail, {
    quiet: true,
    refresh: [account.detail],
    onDone: () => notice.success(t('mailChanged')),
  });
  const { wrong, attempt } = useCodeAttempt();
  return (
    <FormDialog<{ code: string }>
      title={t('mailTitle')}
      ok={t('confirm')}
      save={({ code }) => attempt(() => confirm.mutateAsync({ validateId, validateCode: code.trim() }))}
      close={close}
    >
      <Text as="p" spaced>
        {t('codeSentTo', { mail: sentTo })}
      </Text>
      <CodeField label={t('mailCode')} wrong={wrong} />
    </FormDialog>
  );
}

/** The error of a code; a new object for each attempt. */
export interface WrongCode {
  text: string;
}

/** Tries a code: a refusal is shown at the field, and the dialog stays open. */
export function useCodeAttempt(): { wrong: WrongCode | undefined; attempt: (send: () => Promise<unknown>) => Promise<boolean> } {
  const [wrong, setWrong] = useState<WrongCode>();
  const attempt = (send: () => Promise<unknown>): Promise<boolean> =>
    send().then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        setWrong({ text: error.message });
        return false;
      },
    );
  return { wrong, attempt };
}

/** Six digits from a mail or an authenticator. */
export function CodeField({ label, wrong }: { label: string; wrong: WrongCode | undefined }): ReactNode {
  const t = useText('identity.account');
  const form = Form.useFormInstance();
  useEffect(() => {
    if (!wrong) return;
    form.setFields([{ name: 'code', errors: [wrong.text] }]);
    form.focusField('code');
  }, [form, wrong]);
  return (
    <Form.Item name="code" label={label} rules={[{ required: true, whitespace: true, message: t('codeNeeded') }]}>
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} autoFocus />
    </Form.Item>
  );
}
