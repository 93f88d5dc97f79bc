import { messages } from '@dossier/contract/notifications/messages';
import { Button, Drawer, Pagination, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { useCall } from '../../../platform/query.ts';
import { Row, Stack } from '../../../platform/ui/layout.tsx';
import { MessageList } from '../message-list.tsx';
import styles from '../messages.module.css';
import { useMessageDrawer, useReadAll } from '../messages.ts';

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
  return (
    <Drawer
      open={shown}
      title={t('allMessages')}
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

function Tools({ only, show }: { only: MessageFilter; show: (only: MessageFilter) => void }): ReactNode {
  const t = useText('notifications');
  const readAll = useReadAll();
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
      <Button type="link" size="small" onClick={readAll}>
        {t('markAllRead')}
      </Button>
    </Row>
  );
}
