import { CopyOutlined } from '@ant-design/icons';
import { type Person, people } from '@dossier/contract/identity/users';
import { Button, Checkbox, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { openDialog } from '../../../platform/dialogs.ts';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useCallMutation } from '../../../platform/query.ts';
import { Card, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import styles from './users.module.css';

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
        <SecretCard loginName={person.loginName} password={password} mustChange={mustChange} />
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

interface SecretCardProps {
  loginName: string;
  password: string;
  /** The user is asked for a new one at the next sign-in. */
  mustChange: boolean;
}

/** A new password with its login name, shown once. */
export function SecretCard({ loginName, password, mustChange }: SecretCardProps): ReactNode {
  const t = useText('identity.users');
  const copy = (): void => {
    const refused = (): void => notice.warning(t('copyRefused'));
    // Browsers give no clipboard without https; the text can still be selected by hand.
    if (!('clipboard' in navigator)) return refused();
    void navigator.clipboard.writeText(`${loginName}\n${password}`).then(() => notice.success(t('copied')), refused);
  };
  return (
    <Stack gap={3}>
      <Card sunken className={styles.secret}>
        <Facts
          vertical
          facts={[
            [t('loginName'), loginName],
            [t('password'), password],
          ]}
        />
      </Card>
      <Row>
        <Button icon={<CopyOutlined />} onClick={copy}>
          {t('copy')}
        </Button>
      </Row>
      <Text as="p" tone="muted">
        {t(mustChange ? 'shownOnceChange' : 'shownOnce')}
      </Text>
    </Stack>
  );
}

/** A password shown once is closed by its button only: neither Escape nor a click on the mask may lose it. */
export const untilCopied = { closable: false, keyboard: false, mask: { closable: false } } as const;

/** Closes the dialog after the password was noted. */
export function CopiedButton({ done }: { done: () => void }): ReactNode {
  const t = useText('identity.users');
  return (
    <Button type="primary" onClick={done}>
      {t('haveCopied')}
    </Button>
  );
}

// Without letters and digits that are easily confused.
const sets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789'];
const all = sets.join('');

function pick(from: string): string {
  // Values past the last whole multiple would favour the first characters.
  const limit = 256 - (256 % from.length);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] as number) >= limit);
  return from[(byte[0] as number) % from.length] as string;
}

/** A random password with a character of each class; more than five bits of entropy per character. */
export function strongPassword(length = 16): string {
  for (;;) {
    const password = Array.from({ length }, () => pick(all)).join('');
    if (sets.every((set) => [...password].some((character) => set.includes(character)))) return password;
  }
}
