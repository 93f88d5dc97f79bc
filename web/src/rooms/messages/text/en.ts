import type { Words } from '../../../platform/i18n.ts';
import type { Keys } from './cn.ts';

export const text = {
  messages: 'Messages',
  unreadCount: '{{n}} unread messages',
  unreadCount_one: '{{n}} unread message',
  unread: 'Unread',
  isUnread: 'Unread',
  all: 'All',
  filter: 'Filter messages',
  markAllRead: 'Mark all as read',
  allMessages: 'All messages',
  nothingNew: 'No unread messages',
  none: 'No messages yet',
  download: 'Download',
  show: 'Show',
  inSpace: 'in {{name}}',
} satisfies Words<Keys>;
