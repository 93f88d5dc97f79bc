export const text = {
  messages: '消息',
  unreadCount: '{{n}} 条未读消息',
  unread: '未读',
  isUnread: '未读',
  all: '全部',
  filter: '筛选消息',
  markAllRead: '全部标为已读',
  allMessages: '全部消息',
  nothingNew: '没有未读消息',
  none: '还没有消息',
  download: '下载',
  show: '查看',
  inSpace: '在“{{name}}”',
};
export type Keys = keyof typeof text;

declare module '../../../platform/i18n.ts' {
  interface Texts {
    messages: Keys;
  }
}
