import type { OutputOf } from '@dossier/contract/core/route';
import type { account } from '@dossier/contract/identity/account';
import { Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../platform/dialogs.ts';
import { useText } from '../../platform/i18n.ts';
import { FormDialog } from '../../platform/ui/form-dialog.tsx';
import { Text } from '../../platform/ui/layout.tsx';
import { signInAgain } from './sign-in.ts';

interface PasswordQuestion {
  title: string;
  ok: string;
  detail: AccountDetail;
  save: (password: string) => Promise<unknown>;
}

/** Asks for the user's password before an action that a stolen session must not allow; an account without one needs a recent sign-in. */
export function askPassword({ title, ok, detail, save }: PasswordQuestion): void {
  if (!canProveIdentity(detail)) return askToSignInAgain(title);
  openDialog((close) => (
    <FormDialog<{ password?: string }> title={title} ok={ok} save={({ password = '' }) => save(password)} close={close}>
      <IdentityProofField detail={detail} autoFocus />
    </FormDialog>
  ));
}

/** The user's password, required; or the notice of the recent sign-in that replaces it. */
export function IdentityProofField({ detail, autoFocus = false }: { detail: AccountDetail; autoFocus?: boolean }): ReactNode {
  const t = useText('identity.account');
  if (!detail.hasPassword) return <RecentSignIn detail={detail} />;
  return (
    <Form.Item name="password" label={t('ownPassword')} rules={[{ required: true, message: t('passwordNeeded') }]}>
      <Input.Password autoComplete="current-password" autoFocus={autoFocus} />
    </Form.Item>
  );
}

function RecentSignIn({ detail }: { detail: AccountDetail }): ReactNode {
  const t = useText('identity.account');
  const [minutes] = useState(() => recentSignInMinutes(detail, Date.now()));
  return (
    <Text as="p" spaced>
      {t('freshHint', { count: minutes })}
    </Text>
  );
}

/** Whether the user has a password or a sign-in recent enough. */
export const canProveIdentity = (detail: AccountDetail): boolean => detail.hasPassword || recentSignInMinutes(detail, Date.now()) > 0;

/** Says that the sign-in was too long ago, and offers another one. */
export function askToSignInAgain(title: string): void {
  openDialog((close) => <SignInAgain title={title} close={close} />);
}

function SignInAgain({ title, close }: { title: string; close: () => void }): ReactNode {
  const t = useText('identity.account');
  return (
    <FormDialog title={title} ok={t('signInAgain')} save={signInAgain} close={close}>
      <Text as="p" spaced>
        {t('staleHint')}
      </Text>
    </FormDialog>
  );
}

/** The sign-in methods of the user. */
export type AccountDetail = OutputOf<typeof account.detail>;

/** Minutes for which a recent sign-in still replaces a password; 0 afterwards. */
export function recentSignInMinutes({ freshUntil }: Pick<AccountDetail, 'freshUntil'>, now: number): number {
  return freshUntil === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(freshUntil) - now) / 60_000));
}
