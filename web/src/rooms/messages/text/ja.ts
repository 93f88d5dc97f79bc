import type { Keys } from './cn.ts';

export const text = {
  messages: 'メッセージ',
  unreadCount: '未読メッセージ {{n}} 件',
  unread: '未読',
  isUnread: '未読',
  all: 'すべて',
  filter: 'メッセージの絞り込み',
  markAllRead: 'すべて既読にする',
  allMessages: 'すべてのメッセージ',
  nothingNew: '未読メッセージはありません',
  none: 'メッセージはまだありません',
  download: 'ダウンロード',
  show: '表示',
  inSpace: '{{name}} にて',
} satisfies Record<Keys, string>;
