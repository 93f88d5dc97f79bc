import { messages } from '@dossier/contract/notifications/messages';
import { Button, Drawer, Pagination, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { confirm } from '../../../platform/ui/confirm.tsx';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { AppLink } from '../../../platform/ui/links.tsx';
import { MessageList } from '../message-list.tsx';
import styles from '../messages.module.css';
import { emailChoicesPath } from '../paths.ts';
import { useDeleteMessages, useMessageDrawer, useReadAll } from '../messages.ts';

const pageSizes = [15, 30, 50];

type MessageFilter = 'all' | 'unread';

/** All messages in pages. */
export function MessageDrawer(): ReactNode {
  const t = useText('notifications');
  const [shown, setShown] = useState(true);
  const [page, setPage] = useState({ pageNo: 1, pageSize: 15 });
  const [only, setOnly] = useState<MessageFilter>('all');
  const found = useCall(messages.list, { ...page, ...(only === 'unread' && { unread: true }) }, { keep: true });
  const close = (): void => setShown(false);
  const total = found.data?.totalNumber ?? 0;
  // the last page is gone with the last message on it
  const last = Math.max(1, Math.ceil(total / page.pageSize));
  if (found.data !== undefined && !found.isPlaceholderData && page.pageNo > last) setPage({ ...page, pageNo: last });
  return (
    <Drawer
      open={shown}
      title={t('allMessages')}
      extra={
        <AppLink to={emailChoicesPath} onClick={close}>
          {t('settings')}
        </AppLink>
      }
      size={440}
      onClose={close}
      afterOpenChange={(open) => !open && useMessageDrawer.setState({ open: false })}
      styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column' }, footer: { padding: '8px 16px' } }}
      footer={
        total > 0 && (
          <Pagination
            size="small"
            align="end"
            current={page.pageNo}
            pageSize={page.pageSize}
            total={total}
            pageSizeOptions={pageSizes}
            showSizeChanger
            onChange={(pageNo, pageSize) => setPage({ pageNo: pageSize === page.pageSize ? pageNo : 1, pageSize })}
          />
        )
      }
    >
      <Tools
        only={only}
        newest={page.pageNo === 1 && only === 'all' ? found.data?.list[0]?.id : undefined}
        show={(value) => {
          setOnly(value);
          setPage({ ...page, pageNo: 1 });
        }}
      />
      <Stack grow scroll>
        <MessageList
          list={found.data?.list}
          error={found.error}
          retry={() => void found.refetch()}
          empty={t(only === 'all' ? 'none' : 'nothingNew')}
          opened={close}
        />
      </Stack>
    </Drawer>
  );
}

interface ToolsProps {
  only: MessageFilter;
  show: (only: MessageFilter) => void;
  /** The newest message, where all are shown from it on. */
  newest: string | undefined;
}

function Tools({ only, show, newest }: ToolsProps): ReactNode {
  const t = useText('notifications');
  const readAll = useReadAll();
  const remove = useDeleteMessages();
  const removeAll = async (): Promise<void> => {
    const question = { title: t('deleteAllAsk'), text: t('deleteAllText'), ok: t('delete'), danger: true };
    if (newest !== undefined && (await confirm(question))) remove({ until: newest });
  };
  return (
    <Row justify="between" className={styles.head}>
      <Segmented<MessageFilter>
        size="small"
        aria-label={t('filter')}
        value={only}
        onChange={show}
        options={[
          { value: 'all', label: t('all') },
          { value: 'unread', label: t('unread') },
        ]}
      />
      <Row gap={1}>
        <Button type="link" size="small" onClick={readAll}>
          {t('markAllRead')}
        </Button>
        {newest !== undefined && (
          <Button type="link" size="small" danger onClick={() => void removeAll()}>
            {t('deleteAll')}
          </Button>
        )}
      </Row>
    </Row>
  );
}
