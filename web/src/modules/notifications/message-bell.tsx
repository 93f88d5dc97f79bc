import { BellOutlined } from '@ant-design/icons';
import { messages } from '@dossier/contract/notifications/messages';
import { Badge, Button, Popover } from 'antd';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { useMedia } from '../../platform/ui/hooks.ts';
import { PlainButton, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { AppLink } from '../../platform/ui/links.tsx';
import styles from './messages.module.css';
import { useMessageDrawer, useReadAll } from './messages.ts';
import { MessageList } from './message-list.tsx';
import { emailChoicesPath } from './paths.ts';

const MessageDrawer = lazy(() => import('./drawer/message-drawer.tsx').then((m) => ({ default: m.MessageDrawer })));
const previewSize = 5;

/** The badge is aligned to the bell's upper right at its start, so that a long number does not cover the bell. */
const badgePlace = {
  insetInlineStart: 9,
  insetInlineEnd: 'auto',
  top: -1,
  paddingInline: 3,
  transform: 'translateY(-50%)',
  animation: 'none',
} as const;

/** Width reserved for the badge, so that it never covers the next button. */
const badgeRoom = (count: number): number => (count > 99 ? 16 : count > 9 ? 8 : 0);

/** The bell with the number of unread messages, a dropdown with the newest, and the drawer with all. */
export function MessageBell(): ReactNode {
  const t = useText('notifications');
  const phone = useMedia('phone');
  const [open, setOpen] = useState(false);
  const { open: drawer } = useMessageDrawer();
  const unread = useCall(messages.unread, { pageSize: previewSize }, { staleTime: 60_000 });
  const count = unread.data?.totalNumber ?? 0;
  const label = count > 0 ? t('unreadCount', { count }) : t('messages');
  return (
    <>
      <Popover
        open={open}
        // A phone has no room for the dropdown: the drawer opens directly.
        onOpenChange={(wanted) => (phone ? useMessageDrawer.setState({ open: wanted }) : setOpen(wanted))}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        styles={{ container: { padding: 0 } }}
        content={<Preview close={() => setOpen(false)} />}
      >
        <Button
          type="text"
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          aria-expanded={open || drawer}
          className={styles.bell ?? ''}
          icon={
            <Badge
              count={count}
              size="small"
              overflowCount={99}
              title=""
              styles={{ root: { marginInlineEnd: badgeRoom(count) }, indicator: badgePlace }}
            >
              <BellOutlined style={{ fontSize: 16 }} />
            </Badge>
          }
        />
      </Popover>
      <Suspense fallback={null}>{drawer && <MessageDrawer />}</Suspense>
    </>
  );
}

function Preview({ close }: { close: () => void }): ReactNode {
  const t = useText('notifications');
  const unread = useCall(messages.unread, { pageSize: previewSize }, { staleTime: 60_000 });
  const readAll = useReadAll();
  const showAll = (): void => {
    close();
    useMessageDrawer.setState({ open: true });
  };
  return (
    <Stack className={styles.preview} role="dialog" aria-label={t('unread')}>
      <Row justify="between" className={styles.head}>
        <Text as="strong" strong>
          {t('unread')}
        </Text>
        {(unread.data?.totalNumber ?? 0) > 0 && (
          <Button type="link" size="small" onClick={readAll}>
            {t('markAllRead')}
          </Button>
        )}
      </Row>
      <MessageList
        list={unread.data?.list}
        error={unread.error}
        retry={() => void unread.refetch()}
        empty={t('nothingNew')}
        opened={close}
      />
      <Row justify="between" className={styles.foot}>
        <PlainButton link onClick={showAll}>
          {t('allMessages')}
        </PlainButton>
        <AppLink to={emailChoicesPath} onClick={close}>
          {t('settings')}
        </AppLink>
      </Row>
    </Stack>
  );
}
