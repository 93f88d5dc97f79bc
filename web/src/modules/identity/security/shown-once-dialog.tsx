import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { Text } from '../../../platform/ui/layout.tsx';

interface ShownOnceDialogProps {
  title: string;
  hint: string;
  /** What the copy button copies. */
  secret: string;
  copyLabel: string;
  children: ReactNode;
  close: () => void;
}

/** A secret that is shown once: closed only after confirming that it was saved. */
export function ShownOnceDialog({ title, hint, secret, copyLabel, children, close }: ShownOnceDialogProps): ReactNode {
  const t = useText('identity.account');
  const [open, setOpen] = useState(true);
  const copy = (): void =>
    void navigator.clipboard?.writeText(secret).then(
      () => notice.success(t('copied')),
      () => notice.warning(t('copyRefused')),
    );
  return (
    <Modal
      open={open}
      title={title}
      width={440}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterClose={close}
      footer={
        <>
          {navigator.clipboard && <Button onClick={copy}>{copyLabel}</Button>}
          <Button type="primary" onClick={() => setOpen(false)}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <Text as="p" spaced>
        {hint}
      </Text>
      {children}
    </Modal>
  );
}
