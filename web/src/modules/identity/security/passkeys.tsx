import { type Passkey, account } from '@dossier/contract/identity/account';
import { Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { invalidateRoutes, useCall, useCallMutation } from '../../../platform/query.ts';
import { ErrorBox } from '../../../platform/ui/error-box.tsx';
import { FormDialog } from '../../../platform/ui/form-dialog.tsx';
import { RelativeTime } from '../../../platform/ui/formatted-values.tsx';
import { Hint } from '../../../platform/ui/hint.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { ActionLine } from '../../../platform/ui/page-parts.tsx';
import { supportsPasskeys } from '../sign-in/other-methods.tsx';
import { type AccountDetail, IdentityProofField, askPassword, askToSignInAgain, canProveIdentity } from '../identity-proof.tsx';
import { SecuritySection } from './security-section.tsx';

/** Asks for a name and the user's password, then registers a passkey in the browser. */
function AddPasskey({ detail, name, close }: { detail: AccountDetail; name: string; close: () => void }): ReactNode {
  const t = useText('identity.account');
  const save = async (values: { name: string; password?: string }): Promise<void> => {
    const { registerPasskey, PasskeyProblem } = await import('./register-passkey.ts');
    try {
      await registerPasskey({ name: values.name.trim(), password: values.password ?? '' });
    } catch (error) {
      if (error instanceof PasskeyProblem) notice.warning(t(error.text));
      throw error;
    }
    await invalidateRoutes(account.passkeys);
    notice.success(t('passkeyAdded'));
  };
  return (
    <FormDialog<{ name: string; password?: string }>
      title={t('addPasskey')}
      ok={t('passkeyNext')}
      initial={{ name }}
      save={save}
      close={close}
    >
      <PasskeyName hint={t('passkeyNameHint')} autoFocus={name === ''} />
      <IdentityProofField detail={detail} autoFocus={name !== ''} />
    </FormDialog>
  );
}

/** Renames a passkey. */
function RenamePasskey({ passkey: { id, name }, close }: { passkey: Passkey; close: () => void }): ReactNode {
  const t = useText('identity.account');
  const rename = useCallMutation(account.renamePasskey, { refresh: [account.passkeys] });
  return (
    <FormDialog<{ name: string }>
      title={t('renamePasskey')}
      ok={t('save')}
      initial={{ name }}
      save={(values) => rename.mutateAsync({ id, name: values.name.trim() })}
      close={close}
    >
      <PasskeyName autoFocus />
    </FormDialog>
  );
}

function PasskeyName({ hint, autoFocus }: { hint?: string; autoFocus: boolean }): ReactNode {
  const t = useText('identity.account');
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

/** The user's passkeys. Renders nothing where passkeys are disabled and the user has none. */
export function PasskeySection({ detail }: { detail: AccountDetail }): ReactNode {
  const t = useText('identity.account');
  const passkeys = useCall(account.passkeys, {});
  if (passkeys.data ? !passkeys.data.enabled && passkeys.data.list.length === 0 : !passkeys.error) return null;
  return (
    <SecuritySection title={t('passkeys')}>
      {passkeys.data ? (
        <>
          <Hint>{t(passkeys.data.enabled ? 'passkeysHint' : 'passkeysOff')}</Hint>
          {passkeys.data.list.length > 0 && (
            <Stack as="ul">
              {passkeys.data.list.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} detail={detail} />
              ))}
            </Stack>
          )}
          {passkeys.data.enabled && <AddPasskeyButton detail={detail} />}
        </>
      ) : (
        <ErrorBox small error={passkeys.error} retry={() => void passkeys.refetch()} />
      )}
    </SecuritySection>
  );
}

function AddPasskeyButton({ detail }: { detail: AccountDetail }): ReactNode {
  const t = useText('identity.account');
  const devices = useCall(account.devices, {});
  if (!supportsPasskeys()) return <Hint>{t('passkeysNotHere')}</Hint>;
  const add = async (): Promise<void> => {
    if (!canProveIdentity(detail)) return askToSignInAgain(t('addPasskey'));
    // its name is suggested also to who is quicker than the answer
    const known = devices.data ?? (await devices.refetch({ cancelRefetch: false })).data;
    const here = known?.find((device) => device.current);
    const name = [here?.browser, here?.system].filter(Boolean).join(' · ');
    openDialog((close) => <AddPasskey detail={detail} name={name} close={close} />);
  };
  return (
    <Row>
      <Button onClick={() => void add()}>{t('addPasskey')}</Button>
    </Row>
  );
}

function PasskeyRow({ passkey, detail }: { passkey: Passkey; detail: AccountDetail }): ReactNode {
  const t = useText('identity.account');
  const remove = useCallMutation(account.removePasskey, { refresh: [account.passkeys], onDone: () => notice.success(t('passkeyRemoved')) });
  const { id, name, created, lastUsed } = passkey;
  const takeAway = (): void =>
    askPassword({
      title: t('removePasskey', { name }),
      ok: t('remove'),
      detail,
      save: (password) => remove.mutateAsync({ id, password }),
    });
  return (
    <ActionLine
      title={name}
      details={[
        <>
          {t('passkeyCreated')} <RelativeTime iso={created} />
          {' · '}
          {lastUsed === undefined ? (
            t('passkeyUnused')
          ) : (
            <>
              {t('passkeyUsed')} <RelativeTime iso={lastUsed} />
            </>
          )}
        </>,
      ]}
    >
      <Row as="span" gap={2}>
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
      </Row>
    </ActionLine>
  );
}
