import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useErrorLog } from '../../platform/error-log.ts';
import { useText } from '../../platform/i18n.ts';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { DividedList, Stack, Text } from '../../platform/ui/layout.tsx';
import styles from './error-dialog.module.css';

/** Errors of this window: the message, the component stack, the address. */
export function ErrorDialog({ close }: { close: () => void }): ReactNode {
  const t = useText('app.shell');
  const [open, setOpen] = useState(true);
  const list = useErrorLog((log) => log.list);
  const clear = (): void => {
    useErrorLog.setState({ list: [] });
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      title={t('errorLog')}
      width={720}
      onCancel={() => setOpen(false)}
      afterClose={close}
      footer={<Button onClick={clear}>{t('errorClear')}</Button>}
    >
      <DividedList className={styles.list}>
        {list.map((error) => (
          <Stack as="li" key={error.id} gap={2} className={styles.error}>
            <Text as="p" tone="danger" strong>
              {error.message}
            </Text>
            <dl className={styles.facts}>
              <dt>{t('errorUrl')}</dt>
              <dd>
                <code>{error.url}</code> · <RelativeTime iso={error.time} />
              </dd>
              <dt>{t('errorInfo')}</dt>
              <dd>
                <pre tabIndex={0}>{error.info}</pre>
              </dd>
            </dl>
          </Stack>
        ))}
      </DividedList>
    </Modal>
  );
}
