import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { Card, Row, Stack, Text } from '../../../platform/ui/layout.tsx';
import { Facts } from '../../../platform/ui/page-layout.tsx';
import styles from './users.module.css';

/** A new password with its login name, shown once. */
export function SecretCard({ loginName, password }: { loginName: string; password: string }): ReactNode {
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
        {t('shownOnce')}
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
