export const text = {
  systemError: '系统错误，请稍后重试',
  noConnection: '连接不到服务器。请检查网络后重试。',
  timedOut: '服务器没有及时响应。请稍后重试。',
  signedOut: '登录已超时，请重新登录',
  retry: '重试',
  cancel: '取消',
  close: '关闭',
  justNow: '刚刚',
  minutesAgo: '{{n}} 分钟前',
  hoursAgo: '{{n}} 小时前',
  oneDayAgo: '1 天前',
  updated: '系统已更新',
  updatedHint: '请重新加载页面以使用新版本。',
  reload: '重新加载',
  partMissing: '页面的一部分无法加载，请重试。',
};
export type Keys = keyof typeof text;
