import { Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../ground/dialogs.ts';
import { useText } from '../../ground/text.ts';
import { AskDialog } from '../people/ask-dialog.tsx';
import { signOut } from '../session/sign-in.ts';
import styles from './account.module.css';
import { type Detail, freshFor } from './fresh.ts';

interface Asked {
  title: string;
  ok: string;
  detail: Detail;
  save: (password: string) => Promise<unknown>;
}

/** Asks for the own password before what a borrowed session must not do; whoever has none here must have signed in of late. */
export function askPassword({ title, ok, detail, save }: Asked): void {
  if (!canProve(detail)) return askToSignIn(title);
  openDialog((close) => (
    <AskDialog<{ password?: string }> title={title} ok={ok} save={({ password = '' }) => save(password)} close={close}>
      <OwnProof detail={detail} autoFocus />
    </AskDialog>
  ));
}

/** The own password, which must not be missing; or what stands for it. */
export function OwnProof({ detail, autoFocus = false }: { detail: Detail; autoFocus?: boolean }): ReactNode {
  const t = useText('account');
  if (!detail.hasPassword) return <FreshSignIn detail={detail} />;
  return (
    <Form.Item name="password" label={t('ownPassword')} rules={[{ required: true, message: t('passwordNeeded') }]}>
      <Input.Password autoComplete="current-password" autoFocus={autoFocus} />
    </Form.Item>
  );
}

function FreshSignIn({ detail }: { detail: Detail }): ReactNode {
  const t = useText('account');
  const [minutes] = useState(() => freshFor(detail, Date.now()));
  return <p className={styles.told}>{t('freshHint', { n: minutes })}</p>;
}

/** Whether the person has what is asked for before such a deed. */
export const canProve = (detail: Detail): boolean => detail.hasPassword || freshFor(detail, Date.now()) > 0;

/** Says that the sign-in was too long ago, and leads to another one. */
export function askToSignIn(title: string): void {
  openDialog((close) => <SignInAgain title={title} close={close} />);
}

function SignInAgain({ title, close }: { title: string; close: () => void }): ReactNode {
  const t = useText('account');
  return (
    <AskDialog title={title} ok={t('signInAgain')} save={signInAgain} close={close}>
      <p className={styles.told}>{t('staleHint')}</p>
    </AskDialog>
  );
}

/** Leaves, and comes back to the same page. */
async function signInAgain(): Promise<void> {
  const { pathname, search } = location;
  await signOut();
  location.assign(`/login?redirect=${encodeURIComponent(pathname + search)}`);
}
