import { account } from '@dossier/contract/account';
import type { Passkey } from '@dossier/contract/passkey';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { notice } from '../../ground/notice.ts';
import { useText } from '../../ground/text.ts';
import { refresh } from '../../ground/query.ts';
import { useSend } from '../../ground/use-call.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { OwnProof } from './ask-password.tsx';
import type { Detail } from './fresh.ts';

/** Asks for a name and the own password, then lets the browser make a passkey. */
export function AddPasskey({ detail, name, close }: { detail: Detail; name: string; close: () => void }): ReactNode {
  const t = useText('account');
  const save = async (values: { name: string; password?: string }): Promise<void> => {
    const { makePasskey, PasskeyProblem } = await import('./make-passkey.ts');
    try {
      await makePasskey({ name: values.name.trim(), password: values.password ?? '' });
    } catch (error) {
      if (error instanceof PasskeyProblem) notice.warning(t(error.text));
      throw error;
    }
    await refresh(account.passkeys);
    notice.success(t('passkeyAdded'));
  };
  return (
    <AskDialog<{ name: string; password?: string }>
      title={t('addPasskey')}
      ok={t('passkeyNext')}
      initial={{ name }}
      save={save}
      close={close}
    >
      <PasskeyName hint={t('passkeyNameHint')} autoFocus={name === ''} />
      <OwnProof detail={detail} autoFocus={name !== ''} />
    </AskDialog>
  );
}

/** Another name for a passkey. */
export function RenamePasskey({ passkey: { id, name }, close }: { passkey: Passkey; close: () => void }): ReactNode {
  const t = useText('account');
  const rename = useSend(account.renamePasskey, { refresh: [account.passkeys] });
  return (
    <AskDialog<{ name: string }>
      title={t('renamePasskey')}
      ok={t('save')}
      initial={{ name }}
      save={(values) => rename.mutateAsync({ id, name: values.name.trim() })}
      close={close}
    >
      <PasskeyName autoFocus />
    </AskDialog>
  );
}

function PasskeyName({ hint, autoFocus }: { hint?: string; autoFocus: boolean }): ReactNode {
  const t = useText('account');
  return (
    <Form.Item
      name="name"
      label={t('passkeyName')}
      extra={hint}
      rules={[{ required: true, whitespace: true, message: t('passkeyNameNeeded') }]}
    >
      <Input autoComplete="off" maxLength={100} autoFocus={autoFocus} />
    </Form.Item>
  );
}
