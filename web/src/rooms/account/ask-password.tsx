import { Form, Input } from 'antd';
import { type ReactNode } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { AskDialog } from '../people/ask-dialog.tsx';

interface Asked {
  title: string;
  ok: string;
  save: (password: string) => Promise<unknown>;
}

/** Asks for the own password before what a borrowed session must not do. */
export function askPassword({ title, ok, save }: Asked): void {
  openDialog((close) => (
    <AskDialog<{ password: string }> title={title} ok={ok} save={({ password }) => save(password)} close={close}>
      <PasswordField autoFocus />
    </AskDialog>
  ));
}

/** The own password, which must not be missing. */
export function PasswordField({ autoFocus = false }: { autoFocus?: boolean }): ReactNode {
  const t = useText('account');
  return (
    <Form.Item name="password" label={t('ownPassword')} rules={[{ required: true, message: t('passwordNeeded') }]}>
      <Input.Password autoComplete="current-password" autoFocus={autoFocus} />
    </Form.Item>
  );
}
