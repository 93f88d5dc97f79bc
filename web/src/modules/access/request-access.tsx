import { accessRequests, maxRequestNote } from '@dossier/contract/access/requests';
import { codes } from '@dossier/contract/core/codes';
import { Button, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { CallError } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.ts';
import { useCallMutation } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { Row, Stack } from '../../platform/ui/layout.tsx';
import styles from './access.module.css';

const missingCodes = new Set<number>(
  [codes.itemMissing, codes.cabinetMissing, codes.folderMissing, codes.documentMissing].map(({ code }) => code),
);
const closedCodes = new Set([...missingCodes, codes.noRightToOperate.code, codes.noRightToView.code]);

/** Whether an item is refused because it is missing, hidden or not to be read: then access can be requested. */
export const isAccessRefused = (error: unknown): boolean => error instanceof CallError && closedCodes.has(error.code);

interface RequestAccessProps {
  /** What the address names; it need not exist. */
  objId: string;
  error: unknown;
  retry: () => void;
  /** Another way on. */
  way?: ReactNode;
}

/** In place of an item that cannot be opened: why, and a request for access. Says nothing about whether the item exists. */
export function RequestAccess({ objId, error, retry, way }: RequestAccessProps): ReactNode {
  const t = useText('access');
  const [isSent, setSent] = useState(false);
  const ask = useCallMutation(accessRequests.ask);
  if (!(error instanceof CallError) || !isAccessRefused(error)) return <ErrorBox error={error} retry={retry} way={way} />;
  const send = async ({ note = '' }: { note?: string }): Promise<void> => {
    await ask.mutateAsync({ objId, note });
    setSent(true);
  };
  if (isSent)
    return (
      <div role="status">
        <Empty
          title={t('requestSent')}
          hint={t('requestSentHint')}
          action={
            <Row gap={2} wrap justify="center">
              {way}
              {/* opens it here once it was granted */}
              <Button onClick={retry}>{t('requestAgain')}</Button>
            </Row>
          }
        />
      </div>
    );
  return (
    <Stack align="center" role="alert">
      <Empty
        title={missingCodes.has(error.code) ? t('requestHidden') : error.message}
        hint={t('requestHint')}
        action={
          <Form
            layout="vertical"
            className={styles.request}
            onFinish={(values: { note?: string }) => void send(values).catch(() => undefined)}
          >
            <Form.Item name="note" label={t('requestNote')}>
              <Input.TextArea maxLength={maxRequestNote} autoSize={{ minRows: 2, maxRows: 6 }} />
            </Form.Item>
            <Row gap={2} wrap justify="center">
              {way}
              <Button type="primary" htmlType="submit" loading={ask.isPending}>
                {t('requestSend')}
              </Button>
            </Row>
          </Form>
        }
      />
    </Stack>
  );
}
