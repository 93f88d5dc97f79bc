import {
  CheckOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  FolderOpenOutlined,
  InfoCircleOutlined,
  LaptopOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { objType } from '@dossier/contract/core/rights';
import { type Message, messageObject, msgType } from '@dossier/contract/notifications/messages';
import { Button, Skeleton } from 'antd';
import { type ReactNode, use } from 'react';
import { useText } from '../../platform/i18n.ts';
import { ItemExtensionsContext } from '../../platform/item-actions.ts';
import { useNavigate } from '../../platform/navigation.ts';
import { Empty } from '../../platform/ui/empty.tsx';
import { ErrorBox } from '../../platform/ui/error-box.tsx';
import { FileIcon } from '../../platform/ui/file-icon.tsx';
import { RelativeTime } from '../../platform/ui/formatted-values.tsx';
import { useDelayed } from '../../platform/ui/hooks.ts';
import { PlainButton, Row, Stack, Text } from '../../platform/ui/layout.tsx';
import { MenuDropdown } from '../../platform/ui/menu-dropdown.tsx';
import { openSpaces } from '../identity/account-dialogs.tsx';
import styles from './messages.module.css';
import { isAboutItem, isElsewhere, leadsSomewhere, markRead, openMessage, showItemOf, useDeleteMessages } from './messages.ts';

interface MessageListProps {
  list: Message[] | undefined;
  error: unknown;
  retry: () => void;
  /** Text for an empty list. */
  empty: string;
  /** Called when a message was opened. */
  opened: () => void;
}

/** Messages, newest first; each links to its subject. */
export function MessageList({ list, error, retry, empty, opened }: MessageListProps): ReactNode {
  const late = useDelayed(list === undefined);
  if (error && !list) return <ErrorBox small error={error} retry={retry} />;
  if (!list) return <div className={styles.waiting}>{late && <Skeleton active title={false} />}</div>;
  if (list.length === 0) return <Empty small title={empty} />;
  return (
    <Stack as="ul" pad={1}>
      {list.map((message) => (
        <li key={message.id} className={styles.entry}>
          <MessageRow message={message} opened={opened} />
          <MessageMenu message={message} opened={opened} />
        </li>
      ))}
    </Stack>
  );
}

function MessageRow({ message, opened }: { message: Message; opened: () => void }): ReactNode {
  const t = useText('notifications');
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
    <PlainButton className={styles.row} onClick={follow} data-unread={!message.read || undefined}>
      <span className={styles.icon}>
        <Picture message={message} />
      </span>
      <Stack as="span" grow>
        <Text strong={!message.read}>{message.content}</Text>
        <Text size="xs" tone="muted">
          <Row as="span" gap={2}>
            {!message.read && <span className={styles.dot} role="img" aria-label={t('isUnread')} />}
            <RelativeTime iso={message.createdDt} />
            {message.spaceName && <Text truncate>{t('inSpace', { name: message.spaceName })}</Text>}
            {message.path && <Text truncate>{message.path}</Text>}
          </Row>
        </Text>
      </Stack>
    </PlainButton>
  );
}

/** What else can be done with a message. */
function MessageMenu({ message, opened }: { message: Message; opened: () => void }): ReactNode {
  const t = useText('notifications');
  const go = useNavigate();
  const remove = useDeleteMessages();
  const show = (): void => {
    opened();
    void showItemOf(message, go).catch(() => undefined);
  };
  const items = [
    isAboutItem(message) && !isElsewhere(message) && { key: 'show', icon: <FolderOpenOutlined />, label: t('showInFolder'), onClick: show },
    !message.read && {
      key: 'read',
      icon: <CheckOutlined />,
      label: t('markRead'),
      onClick: () => void markRead(message).catch(() => undefined),
    },
    { key: 'delete', icon: <DeleteOutlined />, label: t('delete'), onClick: () => remove({ ids: [message.id] }) },
  ];
  return (
    <MenuDropdown placement="bottomRight" menu={{ items: items.filter((item) => item !== false) }} destroyOnHidden>
      <Button
        type="text"
        className={styles.more ?? ''}
        aria-label={t('actionsOf', { text: message.content })}
        icon={<EllipsisOutlined />}
      />
    </MenuDropdown>
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
