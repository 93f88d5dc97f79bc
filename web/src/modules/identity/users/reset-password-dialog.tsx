import { type Person, people } from '@dossier/contract/identity/users';
import { Checkbox, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { Stack, Text } from '../../../platform/ui/layout.tsx';
import { CopiedButton, SecretCard, untilCopied } from './secret-card.tsx';
import { strongPassword } from './strong-password.ts';

/** Opens the dialog that resets a user's password to a random one. */
export function openResetPassword(person: Person): void {
  openDialog((close) => <ResetPassword person={person} close={close} />);
}

function ResetPassword({ person, close }: { person: Person; close: () => void }): ReactNode {
  const t = useText('identity.users');
  const [open, setOpen] = useState(true);
  const [password, setPassword] = useState<string>();
  const [mustChange, setMustChange] = useState(true);
  const send = useCallMutation(people.resetPassword);
  const reset = async (): Promise<void> => {
    const newPwd = strongPassword();
    await send.mutateAsync({ id: person.id, newPwd, mustChange });
    setPassword(newPwd);
  };
  const closeDialog = (): void => setOpen(false);
  return (
    <Modal
      open={open}
      title={password ? t('passwordReset') : t('resetAsk', { name: person.fullName })}
      width={460}
      okText={t('resetPassword')}
      confirmLoading={send.isPending}
      onOk={() => void reset().catch(() => undefined)}
      onCancel={closeDialog}
      afterClose={close}
      {...(password && { ...untilCopied, footer: <CopiedButton done={closeDialog} /> })}
    >
      {password ? (
        <SecretCard loginName={person.loginName} password={password} />
      ) : (
        <Stack gap={3}>
          <Text as="p" tone="muted">
            {t('resetText')}
          </Text>
          <Checkbox checked={mustChange} onChange={(event) => setMustChange(event.target.checked)}>
            {t('mustChange')}
          </Checkbox>
        </Stack>
      )}
    </Modal>
  );
}
