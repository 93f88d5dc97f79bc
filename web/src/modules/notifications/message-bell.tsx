import { BellOutlined, DownloadOutlined, InfoCircleOutlined, LaptopOutlined, TeamOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import { type Message, messageObject, messages, msgType } from '@dossier/contract/notifications/messages';
import { Badge, Button, Popover, Skeleton } from 'antd';
import { type ReactNode, Suspense, lazy, use, useState } from 'react';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { useCall } from '../../platform/query.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed, useMedia } from '../../platform/ui/hooks.ts';
import { openSpaces } from '../identity/account-dialogs.tsx';
import styles from './messages.module.css';
import { isElsewhere, leadsSomewhere, markRead, openMessage, useMessageDrawer, useReadAll } from './messages.ts';

interface MessageListProps {
  list: Message[] | undefined;
  error: unknown;
  retry: () => void;
  /** What to say when there is none. */
  empty: string;
  /** A message was followed. */
  opened: () => void;
}

/** Messages, newest first; each leads to what it speaks of. */
export function MessageList({ list, error, retry, empty, opened }: MessageListProps): ReactNode {
  const late = useDelayed(list === undefined);
  if (error && !list) return <ErrorBox small error={error} retry={retry} />;
  if (!list) return <div className={styles.waiting}>{late && <Skeleton active title={false} />}</div>;
  if (list.length === 0) return <Empty small title={empty} />;
  return (
    <ul className={styles.list}>
      {list.map((message) => (
        <li key={message.id}>
          <MessageRow message={message} opened={opened} />
        </li>
      ))}
    </ul>
  );
}

function MessageRow({ message, opened }: { message: Message; opened: () => void }): ReactNode {
  const t = useText('messages');
  const go = useNavigate();
  const { open } = use(ItemExtensionsContext);
  const follow = (): void => {
    if (isElsewhere(message)) {
      opened();
      void markRead(message).catch(() => undefined);
      return openSpaces();
    }
    if (!leadsSomewhere(message)) return void markRead(message).catch(() => undefined);
    opened();
    // A refusal has been shown by `call` already.
    void openMessage(message, open, { place: 'home', go }).catch(() => undefined);
  };
  return (
    <button type="button" className={styles.row} onClick={follow} data-unread={!message.read || undefined}>
      <span className={styles.icon}>
        <Picture message={message} />
      </span>
      <span className={styles.words}>
        <span className={styles.text}>{message.content}</span>
        <span className={styles.facts}>
          {!message.read && <span className={styles.dot} role="img" aria-label={t('isUnread')} />}
          <RelativeTime iso={message.createdDt} />
          {message.spaceName && <span className={styles.path}>{t('inSpace', { name: message.spaceName })}</span>}
          {message.path && <span className={styles.path}>{message.path}</span>}
        </span>
      </span>
    </button>
  );
}

function Picture({ message }: { message: Message }): ReactNode {
  if (message.msgType === msgType.zipReady) return <DownloadOutlined />;
  if (message.msgType === msgType.newDevice || message.msgType === msgType.diskDeviceAdded) return <LaptopOutlined />;
  if (Object.values<number | undefined>(messageObject).includes(message.objType)) return <TeamOutlined />;
  if (message.objType === undefined) return <InfoCircleOutlined />;
  const place = message.objType === objType.folder || message.objType === objType.cabinet;
  return <FileIcon objType={place ? message.objType : objType.document} {...(message.ext && { ext: message.ext })} />;
}

const MessageDrawer = lazy(() => import('./drawer/message-drawer.tsx').then((m) => ({ default: m.MessageDrawer })));
const previewSize = 5;

/** The number begins at the bell's upper right whatever its length, so that the bell stays to be seen. */
const badgePlace = {
  insetInlineStart: 9,
  insetInlineEnd: 'auto',
  top: -1,
  paddingInline: 3,
  transform: 'translateY(-50%)',
  animation: 'none',
} as const;

/** What the number needs beside the bell, so that it never reaches the next button. */
const badgeRoom = (count: number): number => (count > 99 ? 16 : count > 9 ? 8 : 0);

/** The bell with the number of unread messages, its drop-down of the newest, and the drawer of all. */
export function MessageBell(): ReactNode {
  const t = useText('messages');
  const phone = useMedia('phone');
  const [open, setOpen] = useState(false);
  const { open: drawer } = useMessageDrawer();
  const unread = useCall(messages.unread, { pageSize: previewSize }, { staleTime: 60_000 });
  const count = unread.data?.totalNumber ?? 0;
  const label = count > 0 ? t('unreadCount', { n: count }) : t('messages');
  return (
    <>
      <Popover
        open={open}
        // A phone has no room for both: the drawer of all comes at once.
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
  const t = useText('messages');
  const unread = useCall(messages.unread, { pageSize: previewSize }, { staleTime: 60_000 });
  const readAll = useReadAll();
  const showAll = (): void => {
    close();
    useMessageDrawer.setState({ open: true });
  };
  return (
    <div className={styles.preview} role="dialog" aria-label={t('unread')}>
      <div className={styles.head}>
        <strong>{t('unread')}</strong>
        {(unread.data?.totalNumber ?? 0) > 0 && (
          <Button type="link" size="small" onClick={readAll}>
            {t('markAllRead')}
          </Button>
        )}
      </div>
      <MessageList
        list={unread.data?.list}
        error={unread.error}
        retry={() => void unread.refetch()}
        empty={t('nothingNew')}
        opened={close}
      />
      <button type="button" className={styles.all} onClick={showAll}>
        {t('allMessages')}
      </button>
    </div>
  );
}
